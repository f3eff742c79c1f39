# SPDX-License-Identifier: MIT
"""For lab/mutate: small changes of C++ sources as made by mistake (mutation operators), found line by line without a parser.

It relies on clang-format: binary operators stand between spaces, template brackets and references do not. Comments, strings,
includes, declarations and assertions are not changed. Some mutations do not compile, which the caller has to find out."""
import dataclasses
import hashlib
import pathlib
import re


@dataclasses.dataclass(frozen=True)
class Mutation:
    path: str  # from the root of the project
    line: int  # from 1
    before: str
    after: str

    def apply(self, text):
        lines = text.split("\n")
        assert lines[self.line - 1] == self.before, f"{self.path}:{self.line} is another line"
        lines[self.line - 1] = self.after
        return "\n".join(lines)


# Token -> replacement.
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*",
    "%": "*", "+=": "-=", "-=": "+=", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&", "|=": "&=", "&=": "|=",
}
WORDS = {"true": "false", "false": "true", "std::min": "std::max", "std::max": "std::min", "++": "--", "--": "++", "break": "continue"}

OPERATOR = re.compile(r"(?<= )(?:" + "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True))) + r")(?= |$)")
WORD = re.compile(r"\btrue\b|\bfalse\b|\bstd::m(?:in|ax)(?=[(<])|\+\+|--|\bbreak(?=;)")
NOT = re.compile(r"!(?=[\w(*])")
CONDITION = re.compile(r"\b(?:if|while) \(")
NUMBER = re.compile(r"(?<![\w.'])(?:0x[\dA-Fa-f']+|\d[\d']*(?:\.\d+)?)")
STATEMENT = re.compile(
    r"(?:[a-z_(*][\w.:\[\]()>*-]* (?:[-+*/%|&^]|<<|>>)?= .*|(?:\+\+|--)[\w.>\[\]-]+|[\w.>\[\]-]+(?:\+\+|--)"
    r"|[a-z_][\w.:>\[\]()-]*\(.*\)|return|break|continue);$")
GUARDED = re.compile(r"(?:if|while|for) \(.*\) .*;$")
SKIPPED = re.compile(r"#|static_assert|assert|using |namespace|template|friend|typedef|extern|public:|private:|protected:|enum |"
                     r"(?:class|struct|union) |requires|operator|\[\[")
PROTOTYPE = re.compile(r"(?!return |delete |else |throw |co_)[\w:<>,*& ]+[ *&]~?\w+\(.*\)[ a-z=0]*;$")
# A data member of a class in a header.
FIELD = re.compile(r"  (?!return |static |inline |constexpr |const )[\w:<>,*& ]+ \w+(?: = |\{)[^()]*;$")


def without_comments(text):
    """`text` with comments replaced by blanks and the content of literals by underscores; positions stay the same."""
    def blank(found):
        token = found.group()
        if token[0] in "\"'":
            return token[0] + "_" * (len(token) - 2) + token[0]
        return re.sub(r"[^\n]", " ", token)
    # An apostrophe after a digit separates digits, and does not begin a character literal.
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)


def end_of_condition(code, begin):
    """Position of the closing bracket for the opening one before `begin`; None if it is on another line."""
    depth = 1
    for at in range(begin, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return at
    return None


def other_numbers(number):
    digits = number.replace("'", "")
    if digits.startswith("0x"):
        return [hex(int(digits, 16) + 1)]
    if "." in digits:
        return [str(float(digits) * 2)]
    value = int(digits)
    return [str(value + 1)] + ([str(value * 2)] if value > 1 else [])


def changes_within(code):
    """(begin, end, replacement) of each change of a part of the line."""
    for found in OPERATOR.finditer(code):
        yield *found.span(), OPERATORS[found.group()]
    for found in WORD.finditer(code):
        yield *found.span(), WORDS[found.group()]
    for found in NOT.finditer(code):
        yield *found.span(), ""
    for found in NUMBER.finditer(code):
        for other in other_numbers(found.group()):
            yield *found.span(), other
    for found in CONDITION.finditer(code):
        begin = max(found.end(), code.find("; ", found.end()) + 2 if "; " in code[found.end():] else 0)
        end = end_of_condition(code, found.end())
        if end is not None and begin < end and " = " not in code[begin:end]:
            yield begin, end, f"!({code[begin:end]})"


def is_whole_statement(code, before):
    """Whether `code` is a statement by itself. `before`: the previous line of code, on which it may have begun."""
    is_first = before.endswith((";", "{", "}", ":")) or before == "else" or re.fullmatch(r"(?:if|for|while|else if) \(.*\)", before)
    return bool(is_first and (STATEMENT.match(code) or GUARDED.match(code)) and code.count("(") == code.count(")"))


def is_declaration(code, in_header):
    body = code.strip()
    return bool(SKIPPED.match(body) or "static_assert" in body or "operator" in body or PROTOTYPE.match(body)
                or in_header and FIELD.match(code))


def changes_of_line(line, code, before, in_header):
    """All mutated versions of `line`. `code`: the line as without_comments() returns it."""
    body = code.strip()
    if not body or is_declaration(code, in_header):
        return []
    # A negated condition is taken from `line`, as `code` lacks the content of strings.
    changed = [line[:begin] + (f"!({line[begin:end]})" if other.startswith("!(") else other) + line[end:]
               for begin, end, other in changes_within(code)]
    if is_whole_statement(body, before):
        changed.append(line[:len(line) - len(line.lstrip())] + ";")
    return changed


def mutations_of(path, text):
    """Yields a list of mutations for each line that has any."""
    before = ""
    for number, (line, code) in enumerate(zip(text.split("\n"), without_comments(text).split("\n")), 1):
        changed = changes_of_line(line, code.rstrip(), before, path.endswith(".hpp"))
        if changed:
            yield [Mutation(path, number, line, after) for after in changed]
        before = code.strip() or before


def drawn(project, paths, seed):
    """One mutation of each line, in an order that depends on the seed. It is made of hashes of file and line, so that
    other changes of the sources do not alter the order of the rest."""
    ranked = []
    for path in paths:
        seen = {}
        for choices in mutations_of(path, (pathlib.Path(project) / path).read_text()):
            line = choices[0].before.strip()
            seen[line] = seen.get(line, 0) + 1
            digest = hashlib.sha256(f"{seed} {path} {line} {seen[line]}".encode()).digest()
            ranked.append((digest, choices[int.from_bytes(digest[:4], "big") % len(choices)]))
    return [mutation for _, mutation in sorted(ranked, key=lambda each: each[0])]
