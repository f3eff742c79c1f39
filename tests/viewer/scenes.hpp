// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/slow_renderer.hpp"

/// What is rendered twice: by the viewer in the test, and by the slow renderer once, into `references`.
namespace idn::test {

struct Scene {
  std::string name;
  SlowScene slow;
};

/// Ten of them: the sender's patterns, what is in a file and a capture, scanners, TTL, other sizes.
std::vector<Scene> scenes();

}  // namespace idn::test
