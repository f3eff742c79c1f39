// SPDX-License-Identifier: MIT
#include <io.h>
#include <windows.h>

#include <stdexcept>
#include <string>

#include "e2e/process.hpp"

namespace idn::test {
namespace {

/// Quotes arguments as the C runtime of the child parses them; sufficient for words without quotes or final
/// backslashes.
std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "\"" : " \"") + word + '"';
  return line;
}

HANDLE inheritable(HANDLE handle) {
  SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  return handle;
}

/// Handle for one standard stream of the child; the destructor closes it if it was opened here.
class ChildStream {
 public:
  ChildStream(std::optional<int> given, const std::string& path, DWORD access, DWORD creation)
      : owned_(!given),
        handle_(inheritable(given ? reinterpret_cast<HANDLE>(_get_osfhandle(*given))
                                  : CreateFileA(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                                nullptr, creation, FILE_ATTRIBUTE_NORMAL, nullptr))) {}
  ~ChildStream() {
    if (owned_) CloseHandle(handle_);
  }
  ChildStream(const ChildStream&) = delete;
  HANDLE get() const noexcept { return handle_; }

 private:
  bool owned_;
  HANDLE handle_;
};

BOOL WINAPI is_interrupt(DWORD event) {
  return event == CTRL_C_EVENT;
}

}  // namespace

struct Process::Handle {
  PROCESS_INFORMATION process{};
  ~Handle() {
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
  }
};

/// Starts the child with a console of its own, by which it can be interrupted alone.
Process::Process(const std::vector<std::string>& command, const Streams& streams)
    : handle_(std::make_unique<Handle>()) {
  const ChildStream in(streams.in, "NUL", GENERIC_READ, OPEN_EXISTING);
  const ChildStream out(streams.out, folder_ / "out", GENERIC_WRITE, CREATE_ALWAYS);
  const ChildStream err(streams.err, folder_ / "err", GENERIC_WRITE, CREATE_ALWAYS);
  STARTUPINFOA start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = in.get();
  start.hStdOutput = out.get();
  start.hStdError = err.get();
  std::string line = command_line(command);
  if (!CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr, nullptr, &start,
                      &handle_->process))
    throw std::runtime_error("cannot start " + command.front() + ": error " + std::to_string(GetLastError()));
}

Process::~Process() {
  if (!is_running()) return;
  kill();
  wait();
}

/// Sends CTRL_C_EVENT to the child's console. This process is attached to it meanwhile and gets the event too,
/// so that it has to ignore it.
void Process::interrupt() const {
  [[maybe_unused]] static const BOOL ignored = SetConsoleCtrlHandler(is_interrupt, TRUE);
  FreeConsole();
  if (!AttachConsole(handle_->process.dwProcessId) || !GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0))
    throw std::runtime_error("cannot interrupt a process");
  FreeConsole();
}

void Process::kill() const {
  TerminateProcess(handle_->process.hProcess, 128 + 9);
}

std::optional<int> Process::ended() const {
  DWORD code = 0;
  if (WaitForSingleObject(handle_->process.hProcess, 0) != WAIT_OBJECT_0) return std::nullopt;
  GetExitCodeProcess(handle_->process.hProcess, &code);
  return static_cast<int>(code);
}

long Process::id() const {
  return static_cast<long>(handle_->process.dwProcessId);
}

}  // namespace idn::test
