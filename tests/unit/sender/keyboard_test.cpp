// SPDX-License-Identifier: MIT
#include "sender/trigger/keyboard.hpp"

#include "support/catch.hpp"

using namespace idn::sender;

namespace {

std::optional<Action> action_of_key(char key) {
  return Keys().read(key);
}

}  // namespace

TEST_CASE("space is dark, enter is light, n the next cue, digits are cues", "[sender]") {
  CHECK(action_of_key(' ') == Action{Action::Kind::Dark});
  CHECK(action_of_key('\n') == Action{Action::Kind::Light});
  CHECK(action_of_key('\r') == Action{Action::Kind::Light});
  CHECK(action_of_key('n') == Action{Action::Kind::Next});
  CHECK(action_of_key('p') == Action{Action::Kind::Previous});
  CHECK(action_of_key('1') == Action{Action::Kind::Cue, 1});
  CHECK(action_of_key('9') == Action{Action::Kind::Cue, 9});
  CHECK(action_of_key('+') == Action{Action::Kind::Brighter});
  CHECK(action_of_key('-') == Action{Action::Kind::Dimmer});
  for (const char other : {'0', ':', 'N', 'x', '\x1b', '\x03'}) CHECK_FALSE(action_of_key(other));
}

TEST_CASE("f and a digit are for one projector, and nothing else is by f", "[sender]") {
  Keys keys;
  CHECK_FALSE(keys.read('f'));
  CHECK(keys.read('2') == Action{.kind = Action::Kind::Toggle, .stream = 2});
  CHECK(keys.read('2') == Action{Action::Kind::Cue, 2});
  CHECK_FALSE(keys.read('f'));
  CHECK(keys.read(' ') == Action{Action::Kind::Dark});
  CHECK(keys.read('3') == Action{Action::Kind::Cue, 3});
}
