// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "idn/stop_token.hpp"
#include "sender/trigger/action.hpp"

namespace idn::sender {

/// What keys ask for: space dark, enter light, n the next cue, p the previous one, 1 to 9 a cue, + and -
/// another brightness; f and a digit another light of that projector.
class Keys {
 public:
  /// @return nothing for other keys, and for f, which waits for its digit
  std::optional<Action> read(char key) noexcept;

 private:
  bool is_for_one_ = false;
};

/// Reads keys from the terminal at standard input while the program is in its foreground, without waiting for a
/// line and without showing them.
class Keyboard {
 public:
  /// @param on_action called on a thread of this object; must not throw
  /// @return none where standard input is no terminal, or one that another program has
  static std::unique_ptr<Keyboard> open(std::function<void(const Action&)> on_action);
  /// The terminal is as before. Waits for a call in progress.
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

 private:
  class Terminal;
  Keyboard(std::unique_ptr<Terminal> terminal, std::function<void(const Action&)> on_action);

  std::unique_ptr<Terminal> terminal_;
  jthread thread_;  ///< last: uses the terminal
};

}  // namespace idn::sender
