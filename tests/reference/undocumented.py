# SPDX-License-Identifier: MIT
"""Checks, by clang's AST, that every public symbol of the library has a docstring: classes, functions, fields, enumerators, types and
macros of the public headers. Exempt are functions that the compiler makes or could make (copies, moves, destructors, defaulted and
deleted functions), operators, redeclarations, overrides, and symbols that are not public.

Also checks that the docstring of every public class states which threads may use it ("Threads: ...") and whether real-time threads
may ("Real-time: ...").

usage: undocumented.py FOLDER_OF_HEADERS COMPILER_FLAG..."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
CLANGS = ("clang++-19", "clang++", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14")
CONTRACT = ("Threads:", "Real-time:")
SCOPES = {"NamespaceDecl", "LinkageSpecDecl", "CXXRecordDecl", "EnumDecl", "ClassTemplateDecl"}
SYMBOLS = {"CXXRecordDecl", "EnumDecl", "EnumConstantDecl", "FieldDecl", "VarDecl", "FunctionDecl", "CXXMethodDecl",
           "CXXConstructorDecl", "FunctionTemplateDecl", "ClassTemplateDecl", "TypedefDecl", "TypeAliasDecl", "TypeAliasTemplateDecl"}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def find_clang():
    found = next(filter(None, map(shutil.which, CLANGS)), None)
    return found or skip("no clang++ is installed (package clang-19)")


def parse(clang, folder, flags):
    """The declarations whose names contain "idn", of all headers at once."""
    headers = sorted(path.relative_to(folder) for path in folder.rglob("*.h*"))
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
        source.write("".join(f'#include "{header}"\n' for header in headers))
        source.flush()
        command = [clang, "-std=c++20", "-fsyntax-only", f"-I{folder}", *flags, "-Xclang", "-ast-dump=json", "-Xclang",
                   "-ast-dump-filter=idn", source.name]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{clang} cannot read the headers:\n{done.stderr}")
    decoder, text, at = json.JSONDecoder(), done.stdout, 0
    while (at := text.find("{", at)) >= 0:
        declaration, at = decoder.raw_decode(text, at)
        yield declaration


class Search:
    """Traverses the AST. clang writes file and line only if they differ from the previous ones, so all nodes are read in order."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.file, self.line = "", 0
        self.documented = set()  # names of symbols of which any declaration has a docstring
        self.missing = {}
        self.classes = {}  # by name: place, text of the docstring

    def note_place(self, value):
        if not isinstance(value, dict):
            return
        self.file, self.line = value.get("file", self.file), value.get("line", self.line)
        for inner in ("spellingLoc", "expansionLoc", "begin", "end"):
            self.note_place(value.get(inner))

    def visit(self, node, scope, hidden):
        """@param hidden: whether the node is private, protected or within a function"""
        self.note_place(node.get("loc"))
        place = (self.file, self.line)
        self.note_place(node.get("range"))
        kind, name = node.get("kind", ""), node.get("name", "")
        children = node.get("inner", [])
        full = f"{scope}::{name}" if scope else name
        is_ours = place[0].startswith(self.folder)
        if kind in SYMBOLS and is_ours and not hidden and name and not self.needs_none(node):
            self.judge(full, place, children)
            if node.get("tagUsed") == "class" or kind == "ClassTemplateDecl" and is_template_of_class(children):
                words = self.classes.get(full, (place, ""))[1] + words_of(children)
                self.classes[full] = (place, words)
        self.visit_children(node, children, full if kind in SCOPES and name else scope, hidden or kind not in SCOPES)

    def visit_children(self, node, children, scope, hidden):
        access_hidden = node.get("tagUsed") == "class"
        for child in children:
            if child.get("kind") == "AccessSpecDecl":
                access_hidden = child.get("access") in ("private", "protected")
            self.visit(child, scope, hidden or access_hidden or scope.endswith("detail"))

    @staticmethod
    def needs_none(node):
        is_made = node.get("isImplicit") or node.get("explicitlyDefaulted") or node.get("explicitlyDeleted")
        is_forward = node.get("kind") == "CXXRecordDecl" and not node.get("completeDefinition")
        is_override = any(child.get("kind") in ("OverrideAttr", "FinalAttr") for child in node.get("inner", []))
        return bool(is_made or is_forward or is_override or node["name"].startswith("operator") or is_copy(node))

    def judge(self, name, place, children):
        if any(child.get("kind") == "FullComment" for child in children):
            self.documented.add(name)
        else:
            self.missing.setdefault(name, place)

    def result(self):
        # A template and its instances share one docstring.
        return {name: place for name, place in self.missing.items() if name not in self.documented}

    def silent_classes(self):
        """By name of a class: the words that its docstring lacks."""
        lacking = {name: [word for word in CONTRACT if word not in words] for name, (_, words) in self.classes.items()}
        return {name: words for name, words in lacking.items() if words}


def words_of(nodes):
    """The text of the comment nodes among `nodes`."""
    texts = []
    for node in nodes:
        if node.get("kind", "").endswith("Comment"):
            texts.append(node.get("text", "") + words_of(node.get("inner", [])))
    return " ".join(texts)


def is_template_of_class(children):
    return any(child.get("kind") == "CXXRecordDecl" and child.get("tagUsed") == "class" for child in children)


def is_copy(node):
    """Whether the node is a copy or move constructor."""
    kind, name = node.get("kind"), node.get("name")
    parameters = [child for child in node.get("inner", []) if child.get("kind") == "ParmVarDecl"]
    if kind != "CXXConstructorDecl" or len(parameters) != 1:
        return False
    return re.sub(r"const |[ &]|\w+::", "", parameters[0]["type"]["qualType"]) == name


def undocumented_macros(header):
    lines = header.read_text().splitlines()
    for number, line in enumerate(lines):
        macro = re.match(r"#define (IDN_\w+)", line)
        if macro and macro[1] != "IDN_API" and not macro[1].endswith("_H") and not re.match(r"///|#define", lines[number - 1]):
            yield macro[1], (str(header), number + 1)


def main(folder, *flags):
    folder = pathlib.Path(folder)
    search = Search(folder)
    for declaration in parse(find_clang(), folder, flags):
        search.visit(declaration, "", False)
    missing = search.result()
    for header in folder.rglob("*.h*"):
        missing.update(undocumented_macros(header))
    for name, (file, line) in sorted(missing.items(), key=lambda entry: entry[1]):
        print(f"{file}:{line}: {name} is not documented")
    silent = search.silent_classes()
    for name, words in sorted(silent.items()):
        file, line = search.classes[name][0]
        print(f"{file}:{line}: class {name} lacks {' and '.join(words)}")
    print(f"{len(search.documented)} public symbols are documented, {len(missing)} are not")
    print(f"{len(search.classes)} public classes, {len(silent)} of them do not say what threads may use them")
    if len(search.documented) < 500 or len(search.classes) < 50:
        sys.exit("so few: the headers were not seen")
    sys.exit(1 if missing or silent else 0)


main(*sys.argv[1:])
