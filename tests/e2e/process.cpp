// SPDX-License-Identifier: MIT
#include "e2e/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace idn::test {
bool eventually(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    poll(nullptr, 0, 5);
  }
  return true;
}

Process::Process(const std::vector<std::string>& command, const Streams& streams) {
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
  const int error = posix_spawnp(&id_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start " + command.front());
}

Process::~Process() {
  if (!is_running()) return;
  signal(SIGKILL);
  wait();
}

void Process::signal(int number) const {
  kill(id_, number);
}

bool Process::is_running() {
  if (code_) return false;
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) != id_) return true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

int Process::wait() {
  if (!eventually([this] { return !is_running(); }))
    throw std::runtime_error("a process did not end: " + errors());
  return *code_;
}

std::string Process::read(const std::string& name) const {
  std::ifstream file(folder_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Finished run(const std::vector<std::string>& command, const Streams& streams) {
  Process process(command, streams);
  const int code = process.wait();
  return {code, process.output(), process.errors()};
}

}  // namespace idn::test
