// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "e2e/process.hpp"

extern char** environ;

namespace idn::test {

struct Process::Handle {
  pid_t id = -1;
};

Process::Process(const std::vector<std::string>& command, const Streams& streams)
    : handle_(std::make_unique<Handle>()) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto hand_over = [&](int number, std::optional<int> given, const std::string& path, int mode) {
    if (given)
      posix_spawn_file_actions_adddup2(&actions, *given, number);
    else
      posix_spawn_file_actions_addopen(&actions, number, path.c_str(), mode, 0600);
  };
  hand_over(STDIN_FILENO, streams.in, "/dev/null", O_RDONLY);
  hand_over(STDOUT_FILENO, streams.out, folder_ / "out", O_WRONLY | O_CREAT);
  hand_over(STDERR_FILENO, streams.err, folder_ / "err", O_WRONLY | O_CREAT);
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int error = posix_spawnp(&handle_->id, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start " + command.front());
}

Process::~Process() {
  if (!is_running()) return;
  kill();
  wait();
}

void Process::signal(int number) const {
  ::kill(handle_->id, number);
}

void Process::interrupt() const {
  signal(SIGINT);
}

void Process::kill() const {
  signal(SIGKILL);
}

std::optional<int> Process::ended() const {
  int status = 0;
  if (waitpid(handle_->id, &status, WNOHANG) != handle_->id) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

long Process::id() const {
  return handle_->id;
}

}  // namespace idn::test
