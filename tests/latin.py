"""What is left in Latin letters where a player reads Russian."""
import re

# Keys of seats and roles, of the keyboard, and names: what is the same in every language.
KEPT = set("""ATR BG EMP FRE GLD HAR IX BT CHO RIC ECA MOR HOST VIEWER parley arrakis Enter Esc Tab Shift PgUp PgDn Home End UTF NFC
              Anna Viktor Stefan Lena Maria mecatol harbour ARI BEA CLE Twilight Imperium
              ARB LET SAA MUA HAC SOL CRE LZX MTK NAA NKR SAR WIN XXC YIN YSS ARG MAH NRA NOM TIT VUI""".split())
WORD = re.compile(r"[A-Za-z]{3,}")


def latin(text, written=()):
    """The words of three Latin letters and more that are not KEPT; `written` are texts that players wrote."""
    for each in written:
        text = text.replace(each, "")
    return [word for word in WORD.findall(text) if word not in KEPT]
