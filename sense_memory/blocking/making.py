"""Blocking classes, made from the asynchronous ones: every public name, with the same arguments."""

import inspect
import threading
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
)
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from functools import partial, wraps
from types import FunctionType, TracebackType
from typing import Any, Self, TypeVar

from .loop import Asked, BackgroundLoop, Fed, background

T = TypeVar("T")

_BLOCKING: dict[type, "type[Blocking]"] = {}
"""Each asynchronous class that has a blocking one."""


class Root:
    """What a store and all that was got from it hold; with the last of them the store is closed."""

    def __init__(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._close = close
        self._lock = threading.Lock()
        self._loop: BackgroundLoop | None = None

    def loop(self) -> BackgroundLoop:
        """The loop that the store lives on from its first call, which may be after a fork."""
        if self._loop is None:
            with self._lock:
                if self._loop is None:
                    loop = background()
                    loop.close_with(self, self._close)
                    self._loop = loop
        return self._loop


class Blocking:
    """Something asynchronous, to be used by synchronous code."""

    __slots__ = ("_behind", "_root")

    _behind: Any
    _root: Root

    def __init__(self) -> None:
        raise TypeError(f"a {type(self).__name__} is got from a store, not made")

    @classmethod
    def _of(cls, behind: Any, root: Root) -> Self:
        made = cls.__new__(cls)
        made._behind = behind
        made._root = root
        return made

    def __repr__(self) -> str:
        return f"blocking.{self._behind!r}"


def behind(blocking: Any) -> Any:
    """The asynchronous object behind a blocking one, for coroutines that ``run`` is given.

    It is used on the loop of this process alone, and as long as somebody holds the blocking one.
    """
    blocking._root.loop()
    return blocking._behind


class BlockingIterator(Iterator[T]):
    """An asynchronous iterator, advanced by plain ``next``; ``close`` ends it before its end."""

    def __init__(self, behind: AsyncIterator[T], root: Root) -> None:
        self._behind = behind
        self._root = root

    def __next__(self) -> T:
        ended = object()
        item = self._root.loop().run(lambda: anext(self._behind, ended))
        if item is ended:
            raise StopIteration
        return item  # type: ignore[return-value]

    def close(self) -> None:
        """Let go of what it holds; nothing more comes."""
        close: Callable[[], Awaitable[None]] | None = getattr(self._behind, "aclose", None)
        if close is not None:
            self._root.loop().run(close)


class _Within(AbstractContextManager[Any]):
    """An asynchronous context manager, entered and left by a plain ``with``."""

    def __init__(self, behind: AbstractAsyncContextManager[Any], root: Root) -> None:
        self._behind = behind
        self._root = root

    def __enter__(self) -> Any:
        return _presented(self._root.loop().run(self._behind.__aenter__), self._root)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        leave = partial(self._behind.__aexit__, kind, error, traceback)
        return self._root.loop().run(leave)


def blocking(asynchronous: type, name: str, doc: str) -> Any:
    """The blocking class of an asynchronous one.

    A method returns what the other's coroutine returns; an asynchronous iterator becomes a plain
    one, an asynchronous context manager one for ``with``, and an object of a class that was made
    blocking before is one of that class.
    """
    members: dict[str, Any] = {"__doc__": doc, "__module__": "sense_memory.blocking"}
    for key in dir(asynchronous):
        if not key.startswith("_"):
            members[key] = _member(key, inspect.getattr_static(asynchronous, key))
    if hasattr(asynchronous, "__aenter__"):
        members |= {"__init__": _constructor(asynchronous), "__enter__": _enter, "__exit__": _exit}
    made = type(name, (Blocking,), {"__slots__": (), **members})
    _BLOCKING[asynchronous] = made
    return made


def _member(name: str, member: Any) -> Any:
    if isinstance(member, property):
        return property(
            lambda self: _presented(getattr(self._behind, name), self._root), doc=member.__doc__
        )
    if isinstance(member, classmethod):
        return classmethod(_alternative(member.__func__))
    if isinstance(member, FunctionType):
        return _method(name, member)
    return member


def _constructor(asynchronous: type) -> Any:
    @wraps(asynchronous.__init__)  # type: ignore[misc]
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        self._behind = asynchronous(*args, **kwargs)
        self._root = Root(self._behind.close)

    return __init__


def _alternative(function: Any) -> Any:
    @wraps(function)
    def made(cls: Any, *args: Any, **kwargs: Any) -> Any:
        (asynchronous,) = (one for one, made in _BLOCKING.items() if issubclass(cls, made))
        behind = function(asynchronous, *args, **kwargs)
        return cls._of(behind, Root(behind.close))

    return made


def _enter(self: Any) -> Any:
    self._root.loop().run(self._behind.__aenter__)
    return self


def _exit(self: Any, kind: object, error: object, traceback: object) -> None:
    self._root.loop().run(partial(self._behind.__aexit__, kind, error, traceback))


def _returns_handle(annotation: object) -> bool:
    """Whether a method returns an object of a class that has a blocking one."""
    if isinstance(annotation, str):  # it is imported when somebody asks for it
        return annotation.rpartition(".")[2] in {one.__name__ for one in _BLOCKING}
    return annotation is Self or annotation in _BLOCKING


def _method(name: str, function: FunctionType) -> Any:
    signature = inspect.signature(function)
    if _returns_handle(signature.return_annotation):
        # it makes a handle and does nothing else: also before a fork, and on any thread

        @wraps(function)
        def handle(self: Any, *args: Any, **kwargs: Any) -> Any:
            return _presented(getattr(self._behind, name)(*args, **kwargs), self._root)

        return handle

    texts = {key: str(one.annotation) for key, one in signature.parameters.items()}
    adapted = {key: adapt for key, text in texts.items() if (adapt := _adapting(text)) is not None}

    @wraps(function)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        root: Root = self._root
        loop = root.loop()
        asked = loop.asked()
        if adapted:
            bound = signature.bind(self, *args, **kwargs)
            for key, adapt in adapted.items():
                if key in bound.arguments:
                    bound.arguments[key] = adapt(bound.arguments[key], asked)
            args, kwargs = bound.args[1:], bound.kwargs

        async def work() -> Any:
            result = getattr(self._behind, name)(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return _presented(loop.run(work, asked), root)

    return method


def _presented(result: Any, root: Root) -> Any:
    """What a caller gets of what the asynchronous side gives."""
    made = _BLOCKING.get(type(result))
    if made is not None:
        return made._of(result, root)
    if isinstance(result, AsyncIterator):
        return BlockingIterator(result, root)
    if isinstance(result, AbstractAsyncContextManager):
        return _Within(result, root)
    return result


# ------------------------------------------------------------------- arguments


def _adapting(annotation: str) -> Callable[[Any, Asked], Any] | None:
    """What is done to an argument before it goes to the loop."""
    if "AsyncIterable[" in annotation:
        return _fed
    if "Iterable[" in annotation:
        return _collected
    if "Callable[" in annotation:
        return _called
    return None


def _fed(given: Any, asked: Asked) -> Any:
    if isinstance(given, BlockingIterator):
        return given._behind
    return Fed(iter(given), asked) if _is_lazy(given) else given


def _collected(given: Any, _asked: Asked) -> Any:
    return list(given) if _is_lazy(given) else given


def _called(given: Any, asked: Asked) -> Any:
    """The calling thread calls it, while it waits: it may use the store, or draw a progress bar."""
    if given is None:
        return None
    return lambda *args: asked.inbox.put(partial(given, *args))


def _is_lazy(given: Any) -> bool:
    """Whether it makes its items as it is read, by code of the caller's."""
    return isinstance(given, Iterable) and not isinstance(given, Collection)
