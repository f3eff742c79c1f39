// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/slow_renderer.hpp"

/// A picture that the viewer renders in the test, and that the slow renderer has rendered into `references`.
namespace idn::test {

struct Scene {
  std::string name;
  SlowScene slow;
};

/// Ten scenes: the sender's patterns, a file, a capture, scanners, TTL, other sizes.
std::vector<Scene> scenes();

}  // namespace idn::test
