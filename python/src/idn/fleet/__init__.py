# SPDX-License-Identifier: MIT
"""Shows over many hosts: docs/fleet.md. The command idn-fleet is python -m idn.fleet.

Without --nats it needs no other package; with it, and for `watch`: `pip install "idn[fleet]"`.
"""
