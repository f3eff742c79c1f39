#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests docs/monitoring with a real Prometheus: promtool accepts the rules, and they fire as alerts_test.yml requires. A
Prometheus that scrapes idn_server, which receives a stream with 10 % of loss, answers every query of the dashboard with numbers
and evaluates every rule. On loopback. Ends with 77 if Prometheus is not installed.

Usage: check.py IDN_SENDER IDN_SERVER MONITORING_FOLDER
"""
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE = 60  # seconds: time-out of every wait
HERE = pathlib.Path(__file__).resolve().parent
METRIC = re.compile(r"\b(?:idn_server_\w+|up)\b")

failures = 0


def expect(name, condition, *shown):
    global failures
    print(("ok      " if condition else "FAILED  ") + name)
    if not condition:
        failures += 1
        print("        ", *shown, sep="\n        ")


def wait_for(what, look):
    """Calls `look` until its result is true. @return that result"""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.1)
    sys.exit(f"FAILED  waited {PATIENCE} s for {what}")


def promtool(*arguments):
    done = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)
    expect("promtool " + " ".join(map(str, arguments[:2])), done.returncode == 0, done.stdout, done.stderr)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Prometheus:
    def __init__(self, folder, target, rules):
        self.port = free_port()
        # JSON is a subset of YAML.
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "500ms", "scrape_timeout": "500ms", "evaluation_interval": "500ms"},
            "rule_files": [str(rules)],
            "scrape_configs": [{"job_name": "idn_server", "static_configs": [{"targets": [target]}]}]}))
        self.log = folder / "prometheus.log"
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"], stdout=subprocess.DEVNULL, stderr=self.log.open("w"))

    def get(self, path, **parameters):
        """Its answer, or its error message, as JSON; empty while it does not answer."""
        try:
            address = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.loads(refused.read() or b"{}")
        except (OSError, ValueError):
            if self.process.poll() is not None:
                sys.exit("FAILED  Prometheus ended\n" + self.log.read_text())
            return {}

    def query(self, expression):
        return self.get("query", query=expression)

    def values(self, expression):
        return [sample["value"][1] for sample in self.query(expression).get("data", {}).get("result", [])]

    def numbers_or_error(self, expression):
        """The values, or an error message; nothing while there are no values, or while any is NaN."""
        answer = self.query(expression)
        if answer.get("status") == "error":
            return answer["error"]
        values = self.values(expression)
        return values if "NaN" not in values else None

    def rules(self):
        groups = self.get("rules").get("data", {}).get("groups", [])
        return {rule["name"]: rule for group in groups for rule in group["rules"]}


def dashboard_queries(dashboard):
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$unit", ".*").replace("$__rate_interval", "10s")


def start_server(program, folder, processes):
    """@return the process, its UDP port, the address of its metrics"""
    lines = folder / "server.json"
    with lines.open("w") as out:
        server = subprocess.Popen([program, "--port", "0", "--bind", "127.0.0.1", "--name", "Left", "--metrics", "127.0.0.1:0",
                                   "--loss", "10", "--seed", "1", "--duration", "10m", "--no-realtime", "--json"], stdout=out)
    processes.append(server)

    def announced():
        events = {event["event"]: event for event in map(json.loads, lines.read_text().split("\n")[:-1])}
        return events if events.keys() >= {"start", "metrics"} else None
    events = wait_for("idn_server", announced)
    return server, events["start"]["port"], urllib.parse.urlparse(events["metrics"]["url"]).netloc


def check_live(sender, server, monitoring, folder, processes):
    unit, port, target = start_server(server, folder, processes)
    send = [sender, "pattern", "circle", "--target", f"127.0.0.1:{port}", "--duration"]
    prometheus = Prometheus(folder, target, monitoring / "idn_alerts.yml")
    processes.append(prometheus.process)
    subprocess.run([*send, "2s"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    wait_for("a stream that ended", lambda: prometheus.values("idn_server_ended_stream_rate_error_low_ratio"))
    processes.append(subprocess.Popen([*send, "10m"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    wait_for("a stream", lambda: prometheus.values("rate(idn_server_stream_absolute_deviation_seconds_count[10s]) > 0"))

    with urllib.request.urlopen(f"http://{target}/metrics", timeout=PATIENCE) as answer:
        done = subprocess.run(["promtool", "check", "metrics"], input=answer.read(), capture_output=True, timeout=PATIENCE)
    expect("promtool has nothing against the metrics", done.returncode == 0 and not done.stderr, done.stderr.decode())

    dashboard = json.loads((monitoring / "idn_dashboard.json").read_text())
    queries = list(dashboard_queries(dashboard))
    expect(f"the dashboard has queries: {len(queries)}", len(queries) >= 20)
    for title, expression in queries:
        # rate() needs two scrapes.
        answer = wait_for(f"{title}: {expression}", lambda: prometheus.numbers_or_error(expression))
        expect(f"{title}: {answer} from {expression}", isinstance(answer, list))

    rules = wait_for("the rules", lambda: all(
        rule["health"] != "unknown" for rule in prometheus.rules().values()) and prometheus.rules())
    for name, rule in rules.items():
        expect(f"{name} is evaluated", rule["health"] == "ok", rule)
        answer = prometheus.query(rule["query"])
        expect(f"{name} as a query", answer.get("status") == "success", answer)
        for metric in sorted(set(METRIC.findall(rule["query"]))):
            expect(f"  {metric} is there", prometheus.values(f"count({metric})"))

    for name in ("IdnLoss", "IdnDark"):
        wait_for(f"{name}, which 10 % of loss cause", lambda: prometheus.rules()[name]["state"] != "inactive")
        expect(f"{name} sees 10 % of loss", True)
    loss, = prometheus.values(rules["IdnLoss"]["query"])
    expect(f"IdnLoss tells {float(loss):.3f} of them", 0.05 < float(loss) < 0.2)
    wait_for("no IdnServerDown", lambda: prometheus.rules()["IdnServerDown"]["state"] == "inactive")
    unit.kill()
    wait_for("IdnServerDown", lambda: prometheus.rules()["IdnServerDown"]["state"] != "inactive")
    expect("IdnServerDown sees that it is gone", True)


def main(sender, server, monitoring):
    missing = [program for program in ("prometheus", "promtool") if not shutil.which(program)]
    if missing:
        print(f"skipped: no {' and no '.join(missing)}; Debian: apt-get install prometheus")
        return 77
    monitoring = pathlib.Path(monitoring).resolve()
    processes = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        promtool("check", "rules", monitoring / "idn_alerts.yml")
        for file in (monitoring / "idn_alerts.yml", HERE / "alerts_test.yml"):
            shutil.copy(file, folder)
        promtool("test", "rules", folder / "alerts_test.yml")
        try:
            check_live(sender, server, monitoring, folder, processes)
        finally:
            for process in reversed(processes):
                process.kill()
                process.wait()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
