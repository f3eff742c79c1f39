// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <mutex>

#include "idn/stop_token.hpp"
#include "sender/source/input_failure.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {
namespace {

/// Polling period: short against the samples that are queued.
constexpr std::chrono::milliseconds kPollInterval{5};

/// Sleeps; a stop request ends it early.
void pause(const stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  condition_variable_any().wait_for(lock, stop, kPollInterval, [] { return false; });
}

}  // namespace

struct InputStream::State {
  int descriptor;

  bool has_octets() const noexcept;
  bool wait(const stop_token& stop) const;
};

/// Switches off the translation of line ends. Does not make a pipe smaller: on Windows its creator chooses the
/// size.
InputStream::InputStream(int descriptor) : state_(new State{descriptor}) {
  if (_setmode(descriptor, _O_BINARY) < 0) refuse_input(errno);
}

InputStream::~InputStream() = default;

/// Whether a read would return at once: also for files, and pipes without a writer.
bool InputStream::State::has_octets() const noexcept {
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  DWORD waiting = 0;
  return PeekNamedPipe(handle, nullptr, 0, nullptr, &waiting, nullptr) == 0 || waiting > 0;
}

/// Polls, since Windows cannot wait for an anonymous pipe. @return false after a stop request
bool InputStream::State::wait(const stop_token& stop) const {
  while (!stop.stop_requested() && !has_octets()) pause(stop);
  return !stop.stop_requested();
}

std::size_t InputStream::backlog() const noexcept {
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(state_->descriptor));
  DWORD waiting = 0;
  return PeekNamedPipe(handle, nullptr, 0, nullptr, &waiting, nullptr) != 0 ? waiting : 0;
}

std::size_t InputStream::read(std::span<std::byte> out, stop_token stop) {
  if (!state_->wait(stop)) return 0;
  const int count = _read(state_->descriptor, out.data(), static_cast<unsigned>(out.size()));
  if (count < 0) refuse_input(errno);
  return static_cast<std::size_t>(count);
}

}  // namespace idn::sender
