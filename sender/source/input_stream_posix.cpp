// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "sender/source/input_failure.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {

struct InputStream::State {
  int descriptor;
  int wake[2] = {-1, -1};  ///< a pipe that a stop request makes readable

  bool wait(const std::stop_token& stop);
};

InputStream::InputStream(int descriptor) : state_(new State{descriptor}) {
  if (pipe(state_->wake) != 0) refuse_input(errno);
  for (const int end : state_->wake) fcntl(end, F_SETFD, FD_CLOEXEC);
}

InputStream::~InputStream() {
  for (const int end : state_->wake) close(end);
}

/// Returns false when asked to stop.
bool InputStream::State::wait(const std::stop_token& stop) {
  const std::stop_callback waker(stop, [this] {
    const char signal = 0;
    [[maybe_unused]] const auto written = ::write(wake[1], &signal, 1);
  });
  pollfd events[] = {{descriptor, POLLIN, 0}, {wake[0], POLLIN, 0}};
  while (poll(events, 2, -1) < 0)
    if (errno != EINTR) refuse_input(errno);
  return !stop.stop_requested();
}

std::size_t InputStream::read(std::span<std::byte> out, std::stop_token stop) {
  while (state_->wait(stop)) {
    const auto count = ::read(state_->descriptor, out.data(), out.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) refuse_input(errno);
  }
  return 0;
}

}  // namespace idn::sender
