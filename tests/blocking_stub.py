"""Writes the types of the blocking classes down: ``python -m tests.blocking_stub``."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

from sense_memory import store
from sense_memory.blocking import making
from sense_memory.io.rotation import Rotation

CLASSES: tuple[type, ...] = (
    store.Conversation,
    store.Layers,
    store.Rapport,
    store.Entities,
    store.Graph,
    store.Pyramid,
    store.About,
    Rotation,
    store.MemoryStore,
)
STUB = Path(making.__file__).with_name("faces.pyi")
HEAD = '''"""The blocking classes. Written by ``python -m tests.blocking_stub``; not by hand."""

'''
LEAVING = """    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ..."""
OWN = {cls.__name__ for cls in CLASSES}
ITERATORS = ("AsyncIterator", "AsyncGenerator")


class _Stub:
    """The stub as it grows, and what it must import."""

    def __init__(self) -> None:
        self.imports: set[tuple[str, str]] = set()
        self.bound: dict[str, str] = {}

    def of_class(self, cls: type) -> str:
        tree, names = _module(cls.__module__)
        body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == cls.__name__)
        lines = [f"class {cls.__name__}:"]
        if hasattr(cls, "__aenter__"):
            lines += [
                "    def __enter__(self) -> Self: ...",
                LEAVING,
            ]
            self.imports |= {("typing", "Self"), ("types", "TracebackType")}
        overloaded: set[str] = set()
        for node in body.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if node.name.startswith("_"):
                if node.name == "__init__" and hasattr(cls, "__aenter__"):
                    lines.append(self._method(node, names, cls))
                continue
            if any(ast.unparse(one) == "overload" for one in node.decorator_list):
                overloaded.add(node.name)
            elif node.name in overloaded:
                continue
            lines.append(self._method(node, names, cls))
        return "\n".join(lines)

    def _method(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, names: dict[str, str], cls: type
    ) -> str:
        decorators = [ast.unparse(one) for one in node.decorator_list]
        kept = [one for one in decorators if one in ("property", "classmethod", "overload")]
        if "overload" in kept:
            self.imports.add(("typing", "overload"))
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None:
                argument.annotation = self._typed(argument.annotation, names, cls)
        arguments.defaults = [_default(one) for one in arguments.defaults]
        arguments.kw_defaults = [one and _default(one) for one in arguments.kw_defaults]
        assert node.returns is not None, node.name
        returned = self._typed(node.returns, names, cls)
        if isinstance(returned, ast.Name) and returned.id == "Changes":
            returned = ast.parse("BlockingIterator[Change[object]]", mode="eval").body
            self.imports |= {
                ("sense_memory.core.change", "Change"),
                ("sense_memory.blocking.making", "BlockingIterator"),
            }
        if "asynccontextmanager" in decorators:
            assert isinstance(returned, ast.Subscript)
            returned.value = ast.Name("AbstractContextManager")
            self.imports.add(("contextlib", "AbstractContextManager"))
        text = "".join(f"    @{one}\n" for one in kept)
        return (
            f"{text}    def {node.name}({ast.unparse(arguments)}) -> {ast.unparse(returned)}: ..."
        )

    def _typed(self, annotation: ast.expr, names: dict[str, str], cls: type) -> ast.expr:
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.parse(annotation.value, mode="eval").body
        annotation = _Unlazy(names).visit(annotation)
        is_iterator = (
            isinstance(annotation, ast.Subscript)
            and isinstance(annotation.value, ast.Name)
            and annotation.value.id in ITERATORS
        )
        if is_iterator:
            assert isinstance(annotation, ast.Subscript)
            annotation.value = ast.Name("BlockingIterator")
            self.imports.add(("sense_memory.blocking.making", "BlockingIterator"))
        for node in ast.walk(annotation):
            if isinstance(node, ast.Name) and node.id not in {*OWN, "Changes", "BlockingIterator"}:
                module = names.get(node.id)
                if module is not None:
                    node.id = self._imported(module, node.id, cls)
        return annotation

    def _imported(self, module: str, name: str, cls: type) -> str:
        """What a name is called in the stub: two of one name are told apart by whose they are."""
        if self.bound.setdefault(name, module) == module:
            self.imports.add((module, name))
            return name
        alias = f"{cls.__name__}{name}"
        self.imports.add((module, f"{name} as {alias}"))
        return alias


class _Unlazy(ast.NodeTransformer):
    """``results.Receipt`` is ``Receipt``, of the module that it is imported from."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in ("results", "rooms"):
            where = importlib.import_module(f"{self._names[node.value.id]}.{node.value.id}")
            _, names = _module(where.__name__)
            self._names[node.attr] = names[node.attr]
            return ast.Name(node.attr)
        return node


def _default(value: ast.expr) -> ast.expr:
    """A default that says itself; another one is left to the code."""
    if isinstance(value, ast.Constant) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.operand, ast.Constant)
    ):
        return value
    return ast.Constant(...)


def _module(name: str) -> tuple[ast.Module, dict[str, str]]:
    """A module's source, and of each name in it the module to import it from."""
    module = importlib.import_module(name)
    tree = ast.parse(inspect.getsource(module))
    is_package = hasattr(module, "__path__")
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = name.split(".")
            if node.level:
                base = base[: len(base) - node.level + is_package]
            source = ".".join([*base, node.module] if node.level and node.module else base)
            if not node.level:
                source = node.module or ""
            names |= {alias.asname or alias.name: source for alias in node.names}
    for made in tree.body:
        target = made.target if isinstance(made, ast.AnnAssign) else None
        if isinstance(target, ast.Name):
            names[target.id] = name
        if isinstance(made, ast.ClassDef):
            names[made.name] = name
    return tree, names


def stub() -> str:
    """The stub as it should be."""
    made = _Stub()
    classes = [made.of_class(cls) for cls in CLASSES]
    imports = sorted(made.imports)
    lines = [f"from {module} import {name}" for module, name in imports]
    text = HEAD + "\n".join(lines) + "\n\n" + "\n\n".join(classes) + "\n"
    return _ruff("format", _ruff("check", text))


def _ruff(command: str, text: str) -> str:
    options = ["--select=I", "--fix", "--quiet"] if command == "check" else []
    done = subprocess.run(
        [sys.executable, "-m", "ruff", command, *options, f"--stdin-filename={STUB}", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
