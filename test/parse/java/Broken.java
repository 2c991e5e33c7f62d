package broken;

class Before {
  void works() {}

  int half(int a { return a; }

  void after() {}
}

class Open {
  private String text = "no end;

  void last() {
    if (true) {
  }
