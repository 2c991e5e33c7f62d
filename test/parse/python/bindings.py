from shop import views
from shop.store import Store, open_store


def on_close():
    pass


class Server:
    def __init__(self, store: Store, name="x"):
        self.store = store
        self.index = Store()

    async def serve(self, path, *, store: "Store | None" = None):
        made = Store(path)
        opened: Store = await open_store(path)
        with open_store(path) as held:
            held.close()
        for item in opened.items():
            item.save()
        try:
            made.close()
        except ValueError as error:
            error.print()
        names = [entry.name() for entry in opened.items()]
        first, second = opened.pair()
        first.close()
        key = lambda entry: entry.key()
        opened.on("close", on_close)
        opened.on("open", views.on_open, fallback=on_close)
        handlers = {"close": on_close, "open": views.on_open}
        callback = on_close
        return names, key, handlers, callback
