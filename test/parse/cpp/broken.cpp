class Before {
 public:
  void works();
  int half(int a { return a; }
  void after();
};

template <typename T void unfinished() {}

int main() {
  foo(;
}

namespace open {
struct Inside {
  int x;
