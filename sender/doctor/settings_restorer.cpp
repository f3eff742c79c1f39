// SPDX-License-Identifier: MIT
#include "sender/doctor/settings_restorer.hpp"

#include <fmt/core.h>
#include <limits.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "cli/failure.hpp"
#include "sender/doctor/kernel_setting.hpp"

namespace idn::sender::doctor {
namespace {

std::error_code last_error() {
  return {errno, std::generic_category()};
}

/// Reads everything until the other end of the pipe is closed.
std::string read_to_end(int descriptor) {
  std::string text;
  std::array<char, PIPE_BUF> part;
  for (;;) {
    const ssize_t length = read(descriptor, part.data(), part.size());
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(length));
  }
}

/// File names and values alternately, each ended by a zero; an incomplete pair at the end is dropped.
std::vector<Setting> settings_from(const std::string& text) {
  std::vector<Setting> settings;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t middle = text.find('\0', begin);
    const std::size_t end = middle == std::string::npos ? middle : text.find('\0', middle + 1);
    if (end == std::string::npos) return settings;
    settings.push_back({text.substr(begin, middle - begin), text.substr(middle + 1, end - middle - 1)});
    begin = end + 1;
  }
}

/// What could not be changed needs not be written back, and could not be.
void restore(const std::vector<Setting>& settings) {
  for (auto setting = settings.rbegin(); setting != settings.rend(); ++setting) {
    if (read_setting(MachineFiles(), setting->file) == setting->value) continue;
    if (const std::error_code error = write_setting(MachineFiles(), *setting))
      fmt::print(stderr, "idn_sender doctor: cannot write {} back into {}: {}; do it by hand\n", setting->value,
                 setting->file, error.message());
  }
}

/// In a session of its own, so that neither Ctrl-C nor the end of the terminal ends it.
[[noreturn]] void restore_at_end(int descriptor) {
  setsid();
  prctl(PR_SET_NAME, "idn_restore");
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(number, SIG_IGN);
  restore(settings_from(read_to_end(descriptor)));
  _exit(0);
}

}  // namespace

SettingsRestorer::SettingsRestorer(const MachineFiles& files) : files_(files) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0 || (process_ = fork()) < 0)
    throw cli::Failure(
        cli::kEnvironment,
        "cannot start the process that restores settings; nothing was changed: " + last_error().message());
  if (process_ == 0) {
    close(ends[1]);
    restore_at_end(ends[0]);
  }
  close(ends[0]);
  pipe_ = ends[1];
}

SettingsRestorer::~SettingsRestorer() {
  close(pipe_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// Reports the old value before the change, so that it can be restored at any time.
bool SettingsRestorer::save_original(const std::string& file) {
  if (saved_.contains(file)) return true;
  const auto held = read_setting(files_, file);
  if (!held) return false;
  const std::string name = is_coalescing(file) ? file : files_.real(file).string();
  const std::string record = name + '\0' + *held + '\0';
  // Writes of up to PIPE_BUF octets to a pipe are atomic.
  if (record.size() > PIPE_BUF || write(pipe_, record.data(), record.size()) < 0) return false;
  saved_.insert(file);
  return true;
}

std::error_code SettingsRestorer::set(const Setting& setting) {
  if (!save_original(setting.file)) return std::make_error_code(std::errc::permission_denied);
  return write_setting(files_, setting);
}

}  // namespace idn::sender::doctor
