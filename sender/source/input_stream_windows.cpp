// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "sender/source/input_failure.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {
namespace {

/// A fraction of the samples that lie ready.
constexpr std::chrono::milliseconds kBetweenLooks{5};

/// Waits without holding up a stop request.
void pause(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, kBetweenLooks, [] { return false; });
}

}  // namespace

struct InputStream::State {
  int descriptor;

  bool has_octets() const noexcept;
  bool wait(const std::stop_token& stop) const;
};

/// Without the translation of line ends.
InputStream::InputStream(int descriptor) : state_(new State{descriptor}) {
  if (_setmode(descriptor, _O_BINARY) < 0) refuse_input(errno);
}

InputStream::~InputStream() = default;

/// What is no pipe, or one without a writer, answers when it is read.
bool InputStream::State::has_octets() const noexcept {
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  DWORD waiting = 0;
  return PeekNamedPipe(handle, nullptr, 0, nullptr, &waiting, nullptr) == 0 || waiting > 0;
}

/// Windows offers no wait for an anonymous pipe. Returns false when asked to stop.
bool InputStream::State::wait(const std::stop_token& stop) const {
  while (!stop.stop_requested() && !has_octets()) pause(stop);
  return !stop.stop_requested();
}

/// Pipes are as large as whoever made them wanted.
std::size_t InputStream::backlog() const noexcept {
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(state_->descriptor));
  DWORD waiting = 0;
  return PeekNamedPipe(handle, nullptr, 0, nullptr, &waiting, nullptr) != 0 ? waiting : 0;
}

std::size_t InputStream::read(std::span<std::byte> out, std::stop_token stop) {
  if (!state_->wait(stop)) return 0;
  const int count = _read(state_->descriptor, out.data(), static_cast<unsigned>(out.size()));
  if (count < 0) refuse_input(errno);
  return static_cast<std::size_t>(count);
}

}  // namespace idn::sender
