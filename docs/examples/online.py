"""Plays random moves against bots on a server until the match is over:

    python3 docs/examples/online.py http://localhost:8080 gofish seats=3

It needs nothing but Python. Socket is a small WebSocket client, Seen is what a seat sees.
"""
import base64, json, os, random, re, socket, ssl, struct, sys, urllib.error, urllib.parse, urllib.request


def words(line):
    """A line as people read it: each {n} stands for an argument, and seats are called by who sits there. {n|one|more} is a plural."""
    def argument(match):
        arg = line["args"][int(match[1])]
        if match[2]:
            return match[2].split("|")[1 if arg.get("number") == 1 else 2]
        if "seat" in arg:
            return arg.get("name") or f"player {arg['seat'] + 1}"
        return str(arg.get("label") or arg.get("element") or arg.get("number", arg.get("word", "")))
    return re.sub(r"\{(\d+)(\|[^{}|]*\|[^{}|]*)?\}", argument, line["text"])


class Socket:
    """A WebSocket that sends and receives JSON."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        secure = parts.scheme in ("https", "wss")
        self.wire = socket.create_connection((parts.hostname, parts.port or (443 if secure else 80)), timeout=60)
        if secure:
            self.wire = ssl.create_default_context().wrap_socket(self.wire, server_hostname=parts.hostname)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.wire.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.sendall((f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        status = self.file.readline().decode()
        if " 101 " not in status:
            raise ConnectionError("no WebSocket: " + status.strip())
        while self.file.readline().strip():
            pass

    def frame(self, kind, data):
        """Sends one frame: 1 is text, 8 the end, 10 the answer to a ping."""
        mask, n = os.urandom(4), len(data)
        size = bytes([128 | n]) if n < 126 else struct.pack(">BH", 128 | 126, n) if n < 65536 else struct.pack(">BQ", 128 | 127, n)
        self.wire.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def exactly(self, n):
        data = self.file.read(n)
        if len(data) < n:
            raise ConnectionError("the connection is lost")
        return data

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """Returns the next message."""
        text = b""
        while True:
            first, size = self.exactly(2)
            if size > 125:
                size = int.from_bytes(self.exactly(2 if size == 126 else 8), "big")
            data = self.exactly(size)
            if first & 15 == 8:
                raise ConnectionError(data[2:].decode() or "the server has ended the connection")
            if first & 15 == 9:
                self.frame(10, data)
            elif first & 15 < 8:
                text += data
                if first & 128:
                    return json.loads(text)

    def close(self):
        self.frame(8, struct.pack(">H", 1000))
        self.wire.close()


class Seen:
    """What a seat sees: the fields of everything by name, what lies in what, and what people call it."""

    def __init__(self, view, labels):
        self.labels = dict(labels)
        self.fields, self.holds = {}, {}
        for name, usual in ("turn", None), ("moves", None), ("out", 0), ("away", 0), ("moment", 0), ("left", ""), ("outcome", ""), ("by", ""), ("past", ""):
            self.put("", "@" + name, str(view.get(name, usual)))
        self.put("", "@flow", json.dumps(view["flow"]) if "flow" in view else "")
        for e in view["elements"]:
            hidden = e["kind"] == "?"
            self.put(e["id"], "@kind", "" if hidden else e["kind"])
            self.put(e["id"], "@owner", str(e.get("owner", "")))
            self.holds.setdefault(e["in"], []).append("?" if hidden else e["id"])
        for part, values in {**view.get("parts", {}), "@known": view.get("known", {})}.items():
            for name, value in values.items():
                self.put(name, part, json.dumps(value))

    def put(self, of, field, text):
        if field in ("@flow", "@known") or not field.startswith("@"):
            text = text and json.loads(text)  # these are JSON, all others are plain text
        if text == "":
            self.fields.get(of, {}).pop(field, None)
        else:
            self.fields.setdefault(of, {})[field] = text

    def apply(self, message):
        """Makes the changes that a message tells of, stage by stage."""
        for stage in message.get("stages", []):
            self.change(stage)

    def change(self, stage):
        for c in stage.get("changes", []):
            of, was, now = c.get("of", ""), c.get("was", ""), c.get("is", "")
            if c["field"] == "@holds":
                start, old = things(was)
                holds = self.holds.setdefault(of, [])
                if holds[start:start + len(old)] != old:
                    raise ValueError(f"{c} does not fit {holds}")
                holds[start:start + len(old)] = things(now)[1]
            else:
                self.put(of, c["field"], now)
        for name, text in stage.get("labels", {}).items():
            self.labels[name] = text
            if not text:
                del self.labels[name]

    def names(self, holder):
        """Returns the names of what lies in something."""
        hidden, names = 0, []
        for name in self.holds.get(holder, []):
            hidden += name == "?"
            names.append(f"{holder}:{hidden}" if name == "?" else name)
        return names

    def all(self):
        """Returns everything, to compare it."""
        fields = {of: values for of, values in self.fields.items() if values}
        return fields, {of: names for of, names in self.holds.items() if names}, self.labels


def things(text):
    """Reads a part of a list: "2 #4 ?3" is ["#4", "?", "?", "?"] behind the first two."""
    start, *words = text.split(" ")
    return int(start), [name for w in words for name in (["?"] * int(w[1:] or 1) if w[0] == "?" else [w])]


class Table:
    """A seat at a match."""

    def __init__(self, url, match, token):
        self.socket, self.n, self.seen = Socket(url + "/api/play"), 0, None
        self.ask(do="watch", match=match, token=token)

    def ask(self, **request):
        """Sends a request, takes in what comes meanwhile, and returns the answer."""
        self.n += 1
        self.socket.send({"id": self.n, **request})
        while True:
            message = self.read()
            if message.get("re") == self.n:
                return message

    def read(self):
        message = self.socket.receive()
        if message["type"] == "farewell":
            sys.exit("farewell: " + message["why"])
        if message["type"] not in ("welcome", "update"):
            return message
        if "view" in message:
            self.seat, self.seen = message.get("seat"), Seen(message["view"], message.get("labels", {}))
        elif message["from"] != self.seq:
            raise ValueError(f"entries after {message['from']} are told at {self.seq}")
        else:
            self.seen.apply(message)
        self.seq, self.over, self.to_act = message["seq"], message["over"], message["toAct"]
        self.outcome = message.get("outcome")
        return message

    def check(self):
        """Compares what it has seen change with what is seen."""
        answer = self.ask(do="view")
        if answer["seq"] == self.seq and Seen(answer["view"], answer.get("labels", {})).all() != self.seen.all():
            raise ValueError("something else is seen than has been told")


def call(url, body):
    """Makes a REST request."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        sys.exit("refused: " + json.load(refused)["refusal"]["why"])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    url, game = sys.argv[1].rstrip("/"), sys.argv[2]
    options = dict(argument.split("=", 1) for argument in sys.argv[3:])
    seats = int(options.pop("seats", 2))
    made = call(f"{url}/api/games/{game}/create", {"seats": seats, "options": options, "bots": list(range(1, seats))})
    mine = call(f"{url}/api/games/{game}/{made['match']}/join", {"name": "online.py"})
    table = Table(url, made["match"], mine["token"])
    while not table.over:
        if table.seat not in table.to_act:
            table.read()
            continue
        answer = table.ask(do="moves")
        if answer.get("moves"):
            answer = table.ask(do="play", seq=table.seq, move=random.choice(answer["moves"]))
        if answer["type"] == "refusal" and answer["refusal"]["code"] not in ("stale", "over"):
            sys.exit("refused: " + answer["refusal"]["why"])
        table.check()
    print(f"{game}: {words(table.outcome['line'])} after {table.seq} entries")
    table.socket.close()


if __name__ == "__main__":
    main()
