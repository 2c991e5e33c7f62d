"""Resolves the imports of the given files with Python's parser and path finder. Imports and runs nothing.

Reads paths from standard input and writes one JSON object per import. The assumed search path is: the folder above the
file's package, the root, `src`, `tests`.
"""
import ast
import json
import os
import sys
from importlib.machinery import PathFinder

root = os.path.realpath(sys.argv[1])
trees = {}


def tree_of(path):
    if path not in trees:
        try:
            with open(path, "rb") as file:
                trees[path] = ast.parse(file.read())
        except (SyntaxError, ValueError, OSError):
            trees[path] = None
    return trees[path]


def spec_of(name, search):
    """Finds the spec of a dotted name, part by part."""
    spec = None
    for index, part in enumerate(name.split(".")):
        if index > 0:
            search = spec.submodule_search_locations
            if search is None:
                return None
        # Only the last part: find_spec would look up the parents of a dotted name among the loaded modules.
        spec = PathFinder.find_spec(part, list(search))
        if spec is None:
            return None
    return spec


def relative(path):
    real = os.path.realpath(path)
    return os.path.relpath(real, root) if real.startswith(root + os.sep) else None


def file_of(spec):
    if spec is None or not spec.origin or not spec.has_location:
        return None
    return relative(spec.origin)


def package_root(path):
    """Returns the folder above the outermost package, and the name of the file's package."""
    folder = os.path.dirname(path)
    parts = []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return folder, parts


def search_path(path):
    own = package_root(path)[0]
    return [own, root, os.path.join(root, "src"), os.path.join(root, "tests")]


def module_of(path, source, level):
    """Finds the spec of a module as written in an import."""
    if level == 0:
        return spec_of(source, search_path(path))
    folder = os.path.dirname(path)
    for _ in range(level - 1):
        folder = os.path.dirname(folder)
    if source == "":
        init = os.path.join(folder, "__init__.py")
        return PathFinder.find_spec(os.path.basename(folder), [os.path.dirname(folder)]) if os.path.exists(init) else folder
    return spec_of(source, [folder])


def locations(module):
    if isinstance(module, str):
        return [module]
    return list(module.submodule_search_locations or []) if module is not None else []


def bindings(tree):
    """Returns the names a module defines at its top level, and its imports by the names they bind."""
    defined, imported, stars = set(), {}, []

    def visit(body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                defined.add(node.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname or "." not in alias.name:
                        imported[alias.asname or alias.name] = (alias.name, None, 0)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.name == "*":
                        stars.append((node.module or "", node.level))
                    else:
                        imported[alias.asname or alias.name] = (node.module or "", alias.name, node.level)
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                            defined.add(name.id)
            for field in ("body", "orelse", "finalbody", "handlers"):
                if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    inner = getattr(node, field, None)
                    if isinstance(inner, list):
                        for each in inner:
                            visit(each.body if isinstance(each, ast.ExceptHandler) else [each])

    visit(tree.body)
    return defined, imported, stars


known = {}


def definition(path, name, seen):
    """Returns the file that defines a name of a module, `''` if the name is a module, or None if it is unbound."""
    if (path, name) in seen or len(seen) > 200:
        return None
    seen.add((path, name))
    tree = tree_of(path)
    if tree is None:
        return None
    if path not in known:
        known[path] = bindings(tree)
    defined, imported, stars = known[path]
    if name in defined:
        return relative(path)
    if name in imported:
        source, taken, level = imported[name]
        module = module_of(path, source, level)
        if taken is None:
            return "" if module is not None else None
        inner = None if isinstance(module, str) or module is None else file_of(module)
        found = definition(os.path.join(root, inner), taken, seen) if inner else None
        if found is not None:
            return found
        return "" if PathFinder.find_spec(taken, locations(module)) else None
    for source, level in stars:
        module = module_of(path, source, level)
        inner = None if isinstance(module, str) or module is None else file_of(module)
        if inner and not name.startswith("_"):
            found = definition(os.path.join(root, inner), name, seen)
            if found is not None:
                return found
    return None


for line in sys.stdin.read().split("\n"):
    path = os.path.join(root, line)
    tree = tree_of(path)
    if tree is None:
        continue
    for node in ast.walk(tree):
        found = []
        if isinstance(node, ast.Import):
            found = [(alias.name, 0, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [(node.module or "", node.level, alias.name) for alias in node.names]
        for source, level, name in found:
            module = module_of(path, source, level)
            file = None if isinstance(module, str) else file_of(module)
            inner = spec_of(name, locations(module)) if name not in ("", "*") and locations(module) else None
            bound = definition(os.path.join(root, file), name, set()) if file and name not in ("", "*") else None
            answer = {
                "module": file,
                "submodule": file_of(inner),
                "isBound": bool(bound),
                "defined": bound or None,
            }
            key = f"{line} {node.lineno} {'.' * level}{source} {name}"
            print(json.dumps({"key": key, "modules": answer}))
