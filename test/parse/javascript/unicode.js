// schön 😀
const größe = "ü😀", naïve = 1;

/**
 * Öffnet.
 */
export function öffnen(tür) {
  return größe.länge("😀", tür);
}

class Café {
  größe = "😀"; weiter() { this.öffnen(); }
}
