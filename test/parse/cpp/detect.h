#pragma once
#include <memory>

namespace detect {
class Thing {
  int hidden;

 public:
  int shown;
};
}  // namespace detect
