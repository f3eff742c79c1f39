# SPDX-License-Identifier: MIT
"""The page of a fleet in headless Chromium, by the DevTools protocol over a pipe. Skipped without chromium and npm."""

import base64
import itertools
import json
import os
import shutil
import subprocess

import pytest
from test_fleet import DEADLINE_S, RED, ROOT, Cluster, free_port, needs_nats, stage, wait_for, wait_until_known

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
__all__ = ["stage"]  # the fixture


class Page:
    def __init__(self, path, profile, size="1000,800"):
        command_read, command_write = os.pipe()
        answer_read, answer_write = os.pipe()

        def place_descriptors():  # where Chromium looks for them
            first, second = os.dup(command_read), os.dup(answer_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--ignore-certificate-errors", f"--window-size={size}",
                   f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=(3, 4), preexec_fn=place_descriptors, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.out, self.into, self.rest, self.numbers = command_write, answer_read, b"", itertools.count(1)
        target = self.ask("Target.createTarget", url=f"file://{path}")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        wait_for(lambda: self.value("document.readyState === 'complete' && document.getElementById('dark') !== null"), "the page does not load")

    def ask(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if method.partition(".")[0] not in ("Target", "Browser"):
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.into, 1 << 16)
            answer, _, self.rest = self.rest.partition(b"\0")
            answer = json.loads(answer)
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def connect(self, server, key):
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        field = self.ask("DOM.querySelector", nodeId=root, selector="#key")["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=field, files=[str(key)])
        self.value(f"document.getElementById('server').value = {json.dumps(server)}; document.querySelector('#connect button').click()")

    def said(self):
        return self.value("document.getElementById('said').textContent")

    def cards(self):
        return self.value("document.getElementById('agents').innerText")

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def end(self):
        self.process.terminate()
        self.process.wait(DEADLINE_S)
        os.close(self.out)
        os.close(self.into)


@needs_nats
@pytest.mark.skipif(not CHROMIUM or not shutil.which("npm"), reason="needs chromium and npm")
def test_the_page_shows_halls_and_makes_them_dark_for_operators_only(stage, tmp_path):
    made = subprocess.run([ROOT / "scripts/fleet-page", tmp_path / "page"], capture_output=True, text=True)
    if made.returncode != 0 and not (tmp_path / "page/page.js").exists():
        pytest.skip(f"npm reaches no registry: {made.stderr.strip().splitlines()[-1:]}")
    stage.fleet("keys", tmp_path / "keys", "--operator", "boss", "--agent", "hall", "--agent", "foyer", "--viewer", "wall")
    port = free_port()
    cluster = Cluster(tmp_path, f'include keys/users.conf\nwebsocket {{ listen: "127.0.0.1:{port}", no_tls: true }}\n')
    pages = []
    try:
        stage.environment |= {"IDN_NATS": cluster.url, "IDN_NKEY": str(tmp_path / "keys/boss.nk")}
        stage.fleet("init")
        show, projector = stage.show()
        for name in ("hall", "foyer"):
            stage.begin(name, "--clock-error", "any", "--nkey", tmp_path / "keys" / f"{name}.nk")
        wait_until_known(stage, "hall", "foyer")
        stage.fleet("put", show, "--to", "hall")
        stage.fleet("light", "--to", "hall")
        projector.wait_for_colours(RED)

        viewer = Page(tmp_path / "page/index.html", tmp_path / "viewer")
        pages.append(viewer)
        assert viewer.value("document.getElementById('dark').disabled")
        viewer.connect(f"ws://127.0.0.1:{port}", tmp_path / "keys/wall.nk")
        wait_for(lambda: "LIGHT" in viewer.cards() and "no show" in viewer.cards(), f"no halls: {viewer.said()}")
        viewer.value("document.getElementById('dark').click()")
        wait_for(lambda: "DID NOT CONFIRM: foyer, hall" in viewer.said(), "a viewer is not told")
        assert projector.colours() == {RED}

        operator = Page(tmp_path / "page/index.html", tmp_path / "operator")
        pages.append(operator)
        operator.connect(f"ws://127.0.0.1:{port}", tmp_path / "keys/boss.nk")
        wait_for(lambda: "LIGHT" in operator.cards(), f"no halls: {operator.said()}")
        operator.value("document.getElementById('dark').click()")
        projector.wait_for_colours()
        wait_for(lambda: operator.said() == "DARK, confirmed by all", "not all have confirmed")
        stage.kill("foyer")
        wait_for(lambda: "AWAY" in operator.cards(), "nobody is away")
        operator.value("document.getElementById('dark').click()")
        wait_for(lambda: operator.said() == "DID NOT CONFIRM: foyer", "who has not confirmed is not named")
        if folder := os.environ.get("IDN_PICTURES"):
            operator.picture(ROOT / folder / "fleet.png")
        cluster.end()
        wait_for(lambda: "NOT CONNECTED" in operator.said(), "the server is gone")
    finally:
        for page in pages:
            page.end()
        stage.end()
        if cluster.process.poll() is None:
            cluster.end()
