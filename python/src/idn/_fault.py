# SPDX-License-Identifier: MIT
"""The exception of the package."""


class Fault(Exception):
    """An error of the library: what is wrong, and what to do about it.

    code: "bad target", "not found", "ambiguous", "bad option", "network", "busy", "closed",
        "called from a callback", "callback failed", "too many devices" or "limits".
    text: what is wrong; a sentence fragment that names the cause.
    remedy: what to do about it; a sentence fragment that may be empty.
    """

    def __init__(self, code: str, text: str, remedy: str = "") -> None:
        super().__init__(code, text, remedy)
        self.code = code
        self.text = text
        self.remedy = remedy

    def __str__(self) -> str:
        message = f"{self.code}: {self.text}"
        return f"{message}; {self.remedy}" if self.remedy else message
