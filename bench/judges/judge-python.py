"""Resolves calls with jedi. Reads {root, files} from standard input; writes one line of JSON per call."""
import ast
import json
import os
import random
import sys

import jedi

request = json.load(sys.stdin)
root = request["root"]
project = jedi.Project(root, added_sys_path=[root, os.path.join(root, "src")])
chance = random.Random(request["seed"])


def target_of(script, line, column):
    try:
        found = script.goto(line, column, follow_imports=True)
    except Exception:
        return "unknown"
    if not found:
        return "unknown"
    places = []
    for each in found:
        path = str(each.module_path) if each.module_path else ""
        package = (each.full_name or "").split(".")[0]
        is_own = package and any(os.path.isdir(os.path.join(root, each, package)) for each in ("", "src"))
        if is_own and not path.startswith(root + os.sep):
            # jedi ships stubs for some packages and then ignores the package itself.
            return "unknown"
        if each.in_builtin_module() or not path.startswith(root + os.sep):
            places.append("outside")
        elif each.type in ("function", "class", "property"):
            places.append({"path": os.path.relpath(path, root), "line": each.line, "end": each.line})
        elif each.type == "statement" and each.parent() is not None and each.parent().type == "module":
            places.append({"path": os.path.relpath(path, root), "line": each.line, "end": each.line})
        elif each.name == "cls" and each.type == "param":
            return "unknown"
        else:
            places.append("value")
    inside = [place for place in places if isinstance(place, dict)]
    return inside or places[0]


for path in request["files"]:
    with open(os.path.join(root, path), encoding="utf8") as file:
        text = file.read()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        continue
    script = jedi.Script(text, path=os.path.join(root, path), project=project)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    # jedi takes most of a second per call site.
    for node in chance.sample(calls, min(len(calls), request["perFile"])):
        function = node.func
        if isinstance(function, ast.Name):
            name, line, column = function.id, function.lineno, function.col_offset
        elif isinstance(function, ast.Attribute):
            name, line = function.attr, function.end_lineno
            column = function.end_col_offset - len(name.encode())
        else:
            continue
        shown = text.split("\n")[line - 1].encode()[:column].decode(errors="ignore")
        print(json.dumps({"path": path, "line": line, "name": name, "target": target_of(script, line, len(shown))}), flush=True)
