// SPDX-License-Identifier: MIT
#include "sender/trigger/keyboard.hpp"

#include "support/catch.hpp"

using namespace idn::sender;

TEST_CASE("space is dark, enter is light, n the next cue, digits are cues", "[sender]") {
  CHECK(action_of_key(' ') == Action{Action::Kind::Dark});
  CHECK(action_of_key('\n') == Action{Action::Kind::Light});
  CHECK(action_of_key('\r') == Action{Action::Kind::Light});
  CHECK(action_of_key('n') == Action{Action::Kind::Next});
  CHECK(action_of_key('p') == Action{Action::Kind::Previous});
  CHECK(action_of_key('1') == Action{Action::Kind::Cue, 1});
  CHECK(action_of_key('9') == Action{Action::Kind::Cue, 9});
  for (const char other : {'0', ':', 'N', 'x', '\x1b', '\x03'}) CHECK_FALSE(action_of_key(other));
}
