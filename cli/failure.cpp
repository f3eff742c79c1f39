// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"

#include <fmt/core.h>

#include <new>

namespace idn::cli {

int run_main(const std::string& name, const std::function<int()>& body) try {
  return body();
} catch (const Failure& failure) {
  fmt::print(stderr, "{}: {}\n", name, failure.what());
  return failure.code();
} catch (const std::bad_alloc&) {
  fmt::print(stderr, "{}: out of memory; close other programs or use smaller input\n", name);
  return kEnvironment;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}: {}\n", name, error.what());
  return kEnvironment;
}

}  // namespace idn::cli
