#include "shapes.h"
#include <vector>

namespace geo {

using std::string;
using Points = std::vector<int>;
template <typename T> using Ref = T&;
namespace short_name = geo::detail;

// Forward only.
class Later;

/// A shape with sides.
///
/// Never empty.
template <typename T, int N = 3>
class API Shape final : public Base<T>, private Mixin {
  int hidden_;

 public:
  Shape() = default;
  explicit Shape(int sides) : hidden_(sides), sides_{sides} {}
  Shape(const Shape&) = delete;
  virtual ~Shape() override;

  Shape& operator=(const Shape& other);
  bool operator==(const Shape& o) const { return true; }
  T operator()(int x) const;
  operator bool() const { return true; }
  explicit operator const char*() const;
  void* operator new(size_t size);

  // Area in square meters.
  virtual double area() const = 0;
  static Shape* make(int n);
  template <class U>
  U convert(U from) const { return from; }
  [[nodiscard]] int checked() const noexcept;
  const T& first() const GUARDED(mu_);

  enum Kind { kRound, kFlat = 2 };
  enum class Color : int { Red, Green };
  struct Node {
    int value;
   private:
    Node* next;
   public:
    void visit();
  };
  class Inner {
    int secret;
   protected:
    int shared;
  };
  int after_nested;
  typedef int Size;
  using Self = Shape<T, N>;
  static const int kMax = 3;
  static constexpr double kPi = 3.14, kTau = 6.28;
  friend class Later;
  friend bool operator<(const Shape& a, const Shape& b);
  friend void inline_friend() {}

 protected:
  int a_, *b_, c_[2];
  int sides_ GUARDED_BY(mu_);
  void (*callback_)(int);

 private:
  union { int i; float f; };
  struct { int x; private: int y; } point_;
  mutable std::map<std::string, int> cache_;
  void draw(int depth = 0);
};

struct Plain : Base { int open; void call(); private: int closed; };

template <>
struct Traits<int> { static const bool value = true; };

template <typename T, int N>
void Shape<T, N>::draw(int depth) {
  auto lambda = [this](int x) { int in_lambda = x; return in_lambda; };
  Status vexing(depth);
  class Local { public: Local() {} void go(); int field; };
  for (int i = 0; i < 3; i++) {}
}

template <typename T, int N> Shape<T, N>::~Shape() = default;
template <class T, int N> template <class U> U Shape<T, N>::Node::visit(U u) { return u; }
void Plain::call() {}

int Plain::open_count = 0;
static int file_local = 1;
const int kGlobal = 2;
constexpr const char* kText = "größe", *kAfter = "x";
char* const kPointer = nullptr;
thread_local int per_thread;
inline constexpr int kInline = 1;
std::vector<int> numbers{1, 2, 3};
Widget widget(1, 2);
auto deduced() -> int { return 1; }
static int helper(int n);
std::ostream& operator<<(std::ostream& out, const Plain& p) { return out; }
long operator""_km(unsigned long long value) { return value; }

template <typename T> concept Drawable = requires(T t) { t.draw(); };
template <Drawable T> void show(T&& t) {}

namespace {
int unnamed_variable;
class Unnamed { public: void run(); };
void unnamed_function() {}
}  // namespace

namespace inner::deep {
void nested_function();
}

inline namespace v1 { struct Versioned {}; }

}  // namespace geo

extern "C" {
int c_function(int);
}
extern "C" void single_c_function(void) {}

class EXPORTED geo::Outside { int x; };

int geo::Plain::out_of_namespace(int a) { return a; }

Limiter::Limiter(int n)
    :
#ifndef NDEBUG
      max_(n),
#endif
      left_(n) {
}

TEST(ShapeTest, Draws) {
  int in_test = 1;
  foreach (x, y) { }
}

struct Last { };
