// SPDX-License-Identifier: MIT
#include "sender/doctor/run_command.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"

namespace idn::sender::doctor {
namespace {

constexpr int kNotFound = 127;  // as shells return it

/// Blocks the signals that would end this program, and SIGCHLD, until they are waited for.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (const int number : cli::end_signals()) sigaddset(&held_, number);
    sigaddset(&held_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() { release(); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  void release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  siginfo_t await() const {
    siginfo_t signal{};
    while (sigwaitinfo(&held_, &signal) < 0) {
    }
    return signal;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

[[noreturn]] void become(const std::vector<std::string>& command, const HeldSignals& signals) {
  signals.release();
  std::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  fmt::print(stderr, "idn_sender doctor: cannot run {}: {}\n", command.front(),
             std::generic_category().message(errno));
  _exit(kNotFound);
}

/// Exit code of the process, if it has ended.
std::optional<int> ended(pid_t process) {
  int status = 0;
  if (waitpid(process, &status, WNOHANG) != process) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run_command(const std::vector<std::string>& command, const std::function<void()>& prepare,
                const std::function<void()>& begun) {
  const HeldSignals signals;
  const pid_t process = fork();
  if (process < 0)
    throw cli::Failure(cli::kEnvironment,
                       "cannot start a process for the command: " + std::generic_category().message(errno));
  if (process == 0) {
    prepare();
    become(command, signals);
  }
  begun();
  for (;;) {
    if (const auto code = ended(process)) return *code;
    const siginfo_t signal = signals.await();
    // The terminal sends its signals to the command too.
    if (signal.si_signo != SIGCHLD && signal.si_code <= 0) kill(process, signal.si_signo);
  }
}

}  // namespace idn::sender::doctor
