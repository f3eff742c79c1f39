// SPDX-License-Identifier: MIT
#include "sender/doctor/run_command.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>

#include "cli/end_signals.hpp"
#include "cli/failure.hpp"

namespace idn::sender::doctor {
namespace {

constexpr int kCannotRun = 127;  // as shells return it

/// Blocks the signals that would end this program, and SIGCHLD: they stay pending until wait_for_one() takes
/// them. The destructor restores the signal mask.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&blocked_);
    for (const int number : cli::end_signals()) sigaddset(&blocked_, number);
    sigaddset(&blocked_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked_, &before_);
  }
  ~BlockedSignals() { unblock(); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  void unblock() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  siginfo_t wait_for_one() const {
    siginfo_t signal{};
    while (sigwaitinfo(&blocked_, &signal) < 0) {
    }
    return signal;
  }

 private:
  sigset_t blocked_{};
  sigset_t before_{};
};

[[noreturn]] void execute(const std::vector<std::string>& command, const BlockedSignals& signals) {
  signals.unblock();
  std::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  fmt::print(stderr, "idn_sender doctor: cannot run {}: {}\n", command.front(),
             std::generic_category().message(errno));
  _exit(kCannotRun);
}

/// Exit code of the process, if it has ended.
std::optional<int> exit_code_of(pid_t process) {
  int status = 0;
  if (waitpid(process, &status, WNOHANG) != process) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run_command(const std::vector<std::string>& command, const std::function<void()>& prepare,
                const std::function<void()>& begun) {
  const BlockedSignals signals;
  const pid_t process = fork();
  if (process < 0)
    throw cli::Failure(cli::kEnvironment,
                       "cannot start a process for the command: " + std::generic_category().message(errno));
  if (process == 0) {
    prepare();
    execute(command, signals);
  }
  begun();
  for (;;) {
    if (const auto code = exit_code_of(process)) return *code;
    const siginfo_t signal = signals.wait_for_one();
    // Signals of the terminal come from the kernel (si_code > 0) and reach the command too. Those that a
    // process sent are forwarded.
    if (signal.si_signo != SIGCHLD && signal.si_code <= 0) kill(process, signal.si_signo);
  }
}

}  // namespace idn::sender::doctor
