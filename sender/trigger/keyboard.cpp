// SPDX-License-Identifier: MIT
#include "sender/trigger/keyboard.hpp"

#include <chrono>
#include <cstdlib>
#include <utility>

#include "cli/terminal.hpp"
#include "idn/stop_token.hpp"

#ifdef _WIN32
#include <conio.h>
#else
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#endif

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

/// Between two looks at whether the program ends, or is in the foreground again.
constexpr auto kPatience = 100ms;

}  // namespace

#ifdef _WIN32
class Keyboard::Terminal {
 public:
  static std::unique_ptr<Terminal> open() { return std::make_unique<Terminal>(); }

  /// The next key, if there is one within kPatience.
  static std::optional<char> next() {
    if (_kbhit() != 0) return static_cast<char>(_getch());
    std::this_thread::sleep_for(kPatience);  // the console has no wait for keys alone
    return std::nullopt;
  }
};
#else
/// As it was when the program ends, by whatever way but a signal that cannot be caught.
class Keyboard::Terminal {
 public:
  static std::unique_ptr<Terminal> open() {
    if (!is_in_foreground()) return nullptr;
    auto terminal = std::make_unique<Terminal>();
    return tcgetattr(STDIN_FILENO, &terminal->former_) == 0 ? std::move(terminal) : nullptr;
  }
  ~Terminal() { restore(); }

  /// The next key, if there is one within kPatience.
  std::optional<char> next() {
    pollfd event{STDIN_FILENO, POLLIN, 0};
    // A program in the background that reads from its terminal is stopped.
    if (!is_in_foreground()) is_raw_ = false;
    if (!is_in_foreground() || !make_raw()) event.fd = -1;
    if (poll(&event, 1, static_cast<int>(kPatience / 1ms)) <= 0) return std::nullopt;
    char key = 0;
    if (read(STDIN_FILENO, &key, 1) == 1) return key;
    std::this_thread::sleep_for(kPatience);  // the terminal is gone
    return std::nullopt;
  }

 private:
  /// A terminal that is not the one of the session controls no programs.
  static bool is_in_foreground() {
    const pid_t group = tcgetpgrp(STDIN_FILENO);
    return group < 0 || group == getpgrp();
  }

  /// Also when the shell has set it anew for a program that was stopped.
  bool make_raw() {
    if (is_raw_) return true;
    termios raw = former_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    return is_raw_ = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
  }

  void restore() {
    if (is_raw_ && is_in_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &former_);
  }

  termios former_{};
  bool is_raw_ = false;
};
#endif

std::optional<Action> Keys::read(char key) noexcept {
  const bool is_digit = key >= '1' && key <= '9';
  const auto digit = static_cast<std::uint32_t>(key - '0');
  if (std::exchange(is_for_one_, key == 'f') && is_digit)
    return Action{.kind = Action::Kind::Toggle, .stream = digit};
  switch (key) {
    case ' ':
      return Action{Action::Kind::Dark};
    case '\n':
    case '\r':
      return Action{Action::Kind::Light};
    case 'n':
      return Action{Action::Kind::Next};
    case 'p':
      return Action{Action::Kind::Previous};
    case '+':
    case '=':  // the key of + without shift
      return Action{Action::Kind::Brighter};
    case '-':
      return Action{Action::Kind::Dimmer};
    default:
      break;
  }
  return is_digit ? std::optional(Action{Action::Kind::Cue, digit}) : std::nullopt;
}

std::unique_ptr<Keyboard> Keyboard::open(std::function<void(const Action&)> on_action) {
  if (!cli::is_terminal(stdin)) return nullptr;
  auto terminal = Terminal::open();
  if (!terminal) return nullptr;
  return std::unique_ptr<Keyboard>(new Keyboard(std::move(terminal), std::move(on_action)));
}

Keyboard::Keyboard(std::unique_ptr<Terminal> terminal, std::function<void(const Action&)> on_action)
    : terminal_(std::move(terminal)), thread_([this, on_action = std::move(on_action)](const stop_token& stop) {
        Keys keys;
        while (!stop.stop_requested())
          if (const auto key = terminal_->next())
            if (const auto action = keys.read(*key)) on_action(*action);
      }) {}

Keyboard::~Keyboard() {
  thread_.request_stop();
  thread_.join();
}

}  // namespace idn::sender
