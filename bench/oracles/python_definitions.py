"""Prints the definitions that Python's parser finds. Reads one line of JSON per file and writes one back."""
import ast
import json
import sys
import warnings


def definitions_in(text):
    found = []

    def add(kind, name, node, start=None):
        found.append({"name": name, "kind": kind, "start": start or node.lineno, "line": node.lineno})

    def names_in(target):
        if isinstance(target, ast.Name):
            yield target
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                yield from names_in(element)
        elif isinstance(target, ast.Starred):
            yield from names_in(target.value)

    def visit(node, within):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                start = min([child.lineno] + [decorator.lineno for decorator in child.decorator_list])
                is_class = isinstance(child, ast.ClassDef)
                add("class" if is_class else "function", child.name, child, start)
                visit(child, "class" if is_class else "function")
            elif isinstance(child, ast.Lambda):
                visit(child, "function")
            else:
                # Values inside a function are local.
                if within != "function" and isinstance(child, (ast.Assign, ast.AnnAssign)):
                    targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                    for target in targets:
                        for name in names_in(target):
                            add("value", name.id, name, child.lineno)
                visit(child, within)

    visit(ast.parse(text), "module")
    return found


warnings.simplefilter("ignore")
sys.setrecursionlimit(10000)
for line in sys.stdin:
    file = json.loads(line)
    try:
        answer = {"definitions": definitions_in(file["text"])}
    except (SyntaxError, ValueError, RecursionError) as error:
        answer = {"error": str(error)}
    print(json.dumps({"path": file["path"], **answer}), flush=True)
