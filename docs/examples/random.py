"""Plays random moves of any game until it is over:

    python3 docs/examples/random.py hex size=5

PLY is the command to run, "ply" by default; PLY="go run ./cmd/ply" works too.
"""
import json, os, random, shlex, subprocess, sys

command = shlex.split(os.environ.get("PLY", "ply")) + ["drive"]
ply = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def ask(**request):
    """Sends one request and returns its answer."""
    print(json.dumps(request), file=ply.stdin, flush=True)
    answer = json.loads(ply.stdout.readline())
    if not answer["ok"]:
        sys.exit("refused: " + answer["refusal"]["why"])
    return answer


if len(sys.argv) < 2:
    sys.exit(__doc__)
options = dict(argument.split("=", 1) for argument in sys.argv[2:])
state = ask(do="start", game=sys.argv[1], options=options)
while not state["over"]:
    choice = random.choice(ask(do="moves")["moves"])
    state = ask(do="play", **choice)
print(f"{sys.argv[1]}: winners {state['outcome']['winners']} after {state['seq']} moves")
ask(do="quit")
