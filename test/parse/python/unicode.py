"""Größe über alles."""
ÜBER = "schön 😀"; straße = 2


class Café:
    """Ein
    Café."""

    größe: Maß = "é😀"

    def öffnen(self, ñ: "Tür") -> Tür:
        return self.schließen("😀", ñ)


def after(): return Café()
