"""How long tests wait. PARLEY_SLOW is how many times slower than a release build the programs may be (tests/run --sanitize sets it)."""
import os

SLOW = float(os.environ.get("PARLEY_SLOW", "1"))
WAIT_S = 20 * SLOW
