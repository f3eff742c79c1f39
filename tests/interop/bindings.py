# SPDX-License-Identifier: MIT
"""The circle of bindings/ in another language arrives as a whole at idn_server; an unknown target is one line.

usage: bindings.py csharp|node|rust FOLDER_OF_BINDINGS LIBRARY BUILD_FOLDER"""
import os
import pathlib
import shutil
import subprocess

import decoded
from support import Mismatch, Server, Skip, closing_line, main, require, require_equal, run, tool


def build_csharp(source, build, _):
    mcs, mono = tool("mcs", "mono-mcs"), tool("mono", "mono-runtime")
    run([mcs, f"-out:{build}/Circle.exe", "-warnaserror", source / "Circle.cs", source / "Idn.cs"])
    return [mono, build / "Circle.exe"], {}


def build_node(source, build, library):
    npm, node = tool("npm", "npm"), tool("node", "nodejs")
    for file in source.glob("*.js*"):
        shutil.copy(file, build)
    install = [npm, "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"]
    done = subprocess.run(install, cwd=build, capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip(f"koffi cannot be fetched: {done.stderr.strip().splitlines()[:1]}")
    return [node, build / "circle.js"], {"IDN_LIBRARY": str(library)}


def build_rust(source, build, library):
    cargo = tool("cargo", "cargo")
    version = subprocess.run([cargo, "--version"], capture_output=True, text=True).stdout.split()
    if len(version) < 2 or tuple(map(int, version[1].split(".")[:2])) < (1, 77):
        raise Skip(f"the bindings need cargo 1.77, here is {' '.join(version)}")
    run([cargo, "build", "--locked", "--offline", "--example", "circle", "--manifest-path", source / "Cargo.toml",
         "--target-dir", build], env={**os.environ, "IDN_LIB_DIR": str(library.parent)})
    return [build / "debug/examples/circle"], {}


def check_light(rows):
    lit = [not row.sample.is_dark() for row in rows]
    require_equal(sum(lit), 30 * 1000, "lit samples")
    require(not lit[-1], "the circle does not end dark")
    require_equal((max(row.sample.x for row in rows), min(row.sample.x for row in rows)), (20000, -20000), "width")


def test(folder, language, source, library, build):
    build = pathlib.Path(build, language)
    build.mkdir(parents=True, exist_ok=True)
    library = pathlib.Path(library)
    command, variables = globals()[f"build_{language}"](pathlib.Path(source, language), build, library)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent), **variables}
    refused = subprocess.run([*map(str, command), "no such unit"], capture_output=True, text=True, env=environment)
    if refused.returncode != 1 or "no such unit" not in refused.stderr:
        raise Mismatch(f"exit code {refused.returncode} for a target that does not exist: {refused.stderr}")
    with Server(folder, ["--port", "0"]) as server:
        port = server.port()
        run([*command, f"127.0.0.1:{port}"], env=environment)
        server.finish_recording()
    check_light(decoded.rows(server.recording, folder, port=port))
    closing_line(f"circle in {language} -> idn_server", "30000 lit samples")


main(test)
