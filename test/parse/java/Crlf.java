package crlf;

/**
 * Windows lines.
 */
class Zeilenende {
  String ä = "ö", b = "é";

  // One
  // Two
  void größer(
      int a,
      int b) {
  }
}
