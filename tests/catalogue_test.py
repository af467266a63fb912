"""Every text that a player reads is in every catalogue (client/po), and what is shown in Russian is Russian.
A text is in the program as tr("..."), tr_number("...", "...") or tr_later("..."); gettext's tools find it there."""
import re
import subprocess
import unittest
from pathlib import Path

from latin import latin

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(path for path in (ROOT / "client").rglob("*") if path.suffix in (".h", ".cpp"))
CATALOGUES = sorted((ROOT / "client/po").glob("*.po"))
PAGES = [ROOT / "tests/golden/words_ru.txt", *sorted((ROOT / "tests/golden/screens/ru").glob("*.txt"))]
# A catalogue may leave the scripts' word for a refusal out.
MAY_OMIT = {"REFUSED ({}): {}", "NOT POSSIBLE ({}): {}"}
# Sentences that no player reads: scripts', programmers', or what is typed.
NOT_READ = ("client/pipe.cpp", "client/pipe_line.cpp", "client/terminal.cpp",
            *(f"client/{tool}." for tool in ("capture", "decode", "streams", "faults", "passage", "recording", "scribe", "statistics", "tap", "tap_link", "tools", "transcript", "transcript_lines")))
TYPED = re.compile(r"(parley|accept|decline|withdraw|release|retract|bid|answer|cancel|hajr|advance|correct|control|depart|ally|unally|bureaucrat|inflation|step|neighbours|active|value) [a-z0-9_|N ]+(\\n)?|41 Enter|answers N|deal N")


def tool(*argv, text=None):
    return subprocess.run(argv, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def unquoted(lines):
    return "".join(re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), line.strip()[1:-1]) for line in lines)


class Entry:
    def __init__(self, block):
        self.flags = [line for line in block if line.startswith("#,")]
        self.texts, key = {}, None
        for line in block:
            found = re.match(r"(msgid_plural|msgid|msgstr(?:\[\d\])?) (\".*)", line)
            if found:
                key = found[1]
                self.texts[key] = []
                line = found[2]
            if line.startswith('"') and key:
                self.texts[key].append(line)
        self.texts = {key: unquoted(lines) for key, lines in self.texts.items()}
        self.id = self.texts.get("msgid")
        self.said = [text for key, text in self.texts.items() if key.startswith("msgstr")]


def entries(text):
    """By msgid; the head of a catalogue is that of the empty one."""
    blocks = (block.splitlines() for block in text.split("\n\n"))
    return {entry.id: entry for entry in map(Entry, blocks) if entry.id is not None}


def extracted():
    names = [path.relative_to(ROOT).as_posix() for path in SOURCES]
    return entries(tool("xgettext", "--from-code=UTF-8", "--language=C++", "-k", "--keyword=tr", "--keyword=tr_number:1,2", "--keyword=tr_later", "--no-wrap", "-o", "-", *names))


def places(text):
    """Each place that an argument is put in, as NUMBER:FORMAT."""
    found = re.findall(r"\{(\d*)(:[^}]*)?\}", text.replace("{{", "").replace("}}", ""))
    return {f"{number or at}{form}" for at, (number, form) in enumerate(found)}


class Catalogues(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = {key: entry for key, entry in extracted().items() if key}

    def test_there_are_some(self):
        self.assertGreater(len(self.texts), 500)
        self.assertIn("ru.po", [path.name for path in CATALOGUES])
        plural = self.texts["!{} NEEDS YOU"]
        self.assertEqual(plural.texts["msgid_plural"], "!{} NEED YOU")

    def test_msgfmt(self):
        for path in CATALOGUES:
            tool("msgfmt", "--check-format", "--check-domain", "-o", "/dev/null", str(path))

    def test_complete(self):
        for path in CATALOGUES:
            have = entries(path.read_text())
            forms = int(re.search(r"nplurals=(\d)", have.pop("").said[0])[1])
            self.assertEqual(sorted(set(self.texts) - set(have)), [], f"{path.name} lacks these")
            self.assertEqual(sorted(set(have) - set(self.texts)), [], f"nobody says these of {path.name}")
            for key, entry in have.items():
                with self.subTest(path.name, text=key):
                    self.assertEqual(entry.flags, [], "a guess")
                    plural = "msgid_plural" in entry.texts
                    self.assertEqual(entry.texts.get("msgid_plural"), self.texts[key].texts.get("msgid_plural"))
                    self.assertEqual(len(entry.said), forms if plural else 1)
                    for said in entry.said:
                        self.assertTrue(said.strip())
                        if key in MAY_OMIT:
                            self.assertLessEqual(places(said), places(key))
                        else:
                            self.assertEqual(places(said), places(key))
                        for at in (0, -1):
                            self.assertEqual(said[at] == " ", key[at] == " ", "a blank at the edge belongs there")

    def test_no_sentence_beside_them(self):
        """A literal of several words that is in no catalogue is read by nobody, or was forgotten."""
        known = set(self.texts) | {entry.texts["msgid_plural"] for entry in self.texts.values() if "msgid_plural" in entry.texts}
        forgotten = []
        for path in SOURCES:
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(NOT_READ):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = re.sub(r'R"\(.*?\)"', '""', line.split(" // ")[0])
                if re.match(r"\s*(//|#|invariant\()", code) or "invariant(" in code:
                    continue
                for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
                    text = unquoted([f'"{literal}"'])
                    if re.search(r"[a-z]{2,} [a-z]", text) and not TYPED.fullmatch(literal) and not any(text in each for each in known):
                        forgotten.append(f"{name}:{number}: {literal}")
        self.assertEqual(forgotten, [])


class Russian(unittest.TestCase):
    WRITTEN = ("free passage", "paid a ransom", "A cruiser for two.", "cruiser", "a fleet", "Ore for wool.", "strategy, action, status и agenda")

    def test_nothing_is_left_in_english(self):
        self.assertGreater(len(PAGES), 40)
        for path in PAGES:
            text = "\n".join(line for line in path.read_text().splitlines() if not re.fullmatch(r"=+ [a-z]+", line))
            self.assertEqual(latin(text, self.WRITTEN), [], path.name)

    def test_what_is_left_is_found(self):
        self.assertEqual(latin("── Ledger 6  f отбор: все"), ["Ledger"])
        english = (ROOT / "tests/golden/screens/first_80x24.txt").read_text()
        self.assertGreater(len(latin(english)), 20)

    def test_every_screen_is_there(self):
        self.assertEqual({path.name for path in (ROOT / "tests/golden/screens/ru").glob("*.txt")}, {path.name for path in (ROOT / "tests/golden/screens").glob("*.txt")})


if __name__ == "__main__":
    unittest.main()
