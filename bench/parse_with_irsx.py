"""Parses the returns whose paths stand in a JSON list on standard input; keeps nothing."""
import contextlib
import json
import os
import re
import signal
import sys

from irsx.xmlrunner import XMLRunner

# Ctrl-C reaches the whole group; who started this ends it.
signal.signal(signal.SIGINT, signal.SIG_IGN)
runner = XMLRunner()
# A space tells that the clock may start; JSON may begin with one.
print(" ", end="", flush=True)
counts = {"parsed": 0, "failed": 0}
for path in json.load(sys.stdin):
    object_id = re.search(r"\d{18}", os.path.basename(path)).group()
    try:
        # It prints a line for each return older than 2013, which it does not parse.
        with contextlib.redirect_stdout(None):
            runner.run_filing(object_id, filepath=path)
        counts["parsed"] += 1
    except Exception:
        counts["failed"] += 1
print(json.dumps(counts))
