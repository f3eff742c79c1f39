# SPDX-License-Identifier: MIT
"""Two virtual hosts on one cable: network namespaces with a pair of virtual Ethernet interfaces."""
import os
import subprocess

from support import Skip, tool


class Network:
    """Host `a` is 10.77.0.1, host `b` is 10.77.0.2; broadcasts reach only the other host."""
    ADDRESSES = {"a": "10.77.0.1", "b": "10.77.0.2"}

    def __init__(self):
        self._ip = tool("ip", "iproute2")
        if os.geteuid() != 0:
            raise Skip("network namespaces need root")
        self._names = {host: f"idn-interop-{os.getpid()}-{host}" for host in self.ADDRESSES}

    def __enter__(self):
        try:
            self._set_up()
        except subprocess.CalledProcessError as error:
            self.__exit__()
            raise Skip(f"no network namespaces here: {error.stderr.decode().strip()}") from None
        return self

    def __exit__(self, *_):
        for name in self._names.values():
            subprocess.run([self._ip, "netns", "delete", name], capture_output=True)

    def _set_up(self):
        for name in self._names.values():
            self._run("netns", "add", name)
        a, b = self._names["a"], self._names["b"]
        self._run("-n", a, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", b)
        for host, name in self._names.items():
            self._run("-n", name, "address", "add", f"{self.ADDRESSES[host]}/24", "broadcast", "+", "dev", "cable")
            self._run("-n", name, "link", "set", "lo", "up")
            self._run("-n", name, "link", "set", "cable", "up")
            self._run("-n", name, "route", "add", "default", "dev", "cable")

    def _run(self, *arguments):
        subprocess.run([self._ip, *arguments], check=True, capture_output=True)

    def on(self, host):
        """The words to put in front of a command to run it on that host."""
        return [self._ip, "netns", "exec", self._names[host]]
