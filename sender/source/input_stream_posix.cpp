// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "idn/stop_token.hpp"
#include "sender/source/input_failure.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {

struct InputStream::State {
  int descriptor;
  int wake[2] = {-1, -1};  ///< a pipe that a stop request makes readable

  bool is_pipe = false;
  std::vector<std::byte> early{};  ///< read ahead, to make room for a smaller pipe
  std::size_t early_taken = 0;

  bool wait(const stop_token& stop);
  void shrink_pipe();
  bool read_early();
  std::size_t take_early(std::span<std::byte> out);
  std::size_t in_pipe() const noexcept;
};

namespace {

bool is_pipe(int descriptor) noexcept {
  struct stat facts{};
  return fstat(descriptor, &facts) == 0 && S_ISFIFO(facts.st_mode);
}

}  // namespace

InputStream::InputStream(int descriptor) : state_(new State{descriptor}) {
  if (pipe(state_->wake) != 0) refuse_input(errno);
  for (const int end : state_->wake) fcntl(end, F_SETFD, FD_CLOEXEC);
  state_->is_pipe = is_pipe(descriptor);
  if (state_->is_pipe) state_->shrink_pipe();
}

InputStream::~InputStream() {
  for (const int end : state_->wake) close(end);
}

/// Waits for input. @return false after a stop request
bool InputStream::State::wait(const stop_token& stop) {
  const stop_callback waker(stop, [this] {
    const char signal = 0;
    [[maybe_unused]] const auto written = ::write(wake[1], &signal, 1);
  });
  pollfd events[] = {{descriptor, POLLIN, 0}, {wake[0], POLLIN, 0}};
  while (poll(events, 2, -1) < 0)
    if (errno != EINTR) refuse_input(errno);
  return !stop.stop_requested();
}

std::size_t InputStream::State::in_pipe() const noexcept {
  int octets = 0;
  return ioctl(descriptor, FIONREAD, &octets) == 0 ? static_cast<std::size_t>(std::max(octets, 0)) : 0;
}

/// Tries a few times: a pipe cannot become smaller than what it holds, and a fast writer fills it again.
void InputStream::State::shrink_pipe() {
#ifdef F_SETPIPE_SZ
  constexpr int kSmallest = 1;  // is rounded up
  constexpr int kAttempts = 16;
  for (int i = 0; i < kAttempts && fcntl(descriptor, F_SETPIPE_SZ, kSmallest) < 0 && errno == EBUSY; ++i)
    if (!read_early()) return;
#endif
}

bool InputStream::State::read_early() {
  const std::size_t before = early.size();
  early.resize(before + in_pipe());
  const auto count = ::read(descriptor, early.data() + before, early.size() - before);
  early.resize(before + static_cast<std::size_t>(std::max<decltype(count)>(count, 0)));
  return count > 0;
}

std::size_t InputStream::State::take_early(std::span<std::byte> out) {
  const std::size_t count = std::min(early.size() - early_taken, out.size());
  std::copy_n(early.begin() + static_cast<std::ptrdiff_t>(early_taken), count, out.begin());
  early_taken += count;
  if (early_taken == early.size()) early = {};
  if (early.empty()) early_taken = 0;
  return count;
}

/// A pipe whose writers have closed it gets no more data, so nothing in it is late.
std::size_t InputStream::backlog() const noexcept {
  pollfd event{state_->descriptor, POLLIN, 0};
  if (!state_->is_pipe || poll(&event, 1, 0) < 0 || (event.revents & POLLHUP) != 0) return 0;
  return state_->early.size() - state_->early_taken + state_->in_pipe();
}

std::size_t InputStream::read(std::span<std::byte> out, stop_token stop) {
  if (!state_->early.empty()) return stop.stop_requested() ? 0 : state_->take_early(out);
  while (state_->wait(stop)) {
    const auto count = ::read(state_->descriptor, out.data(), out.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) refuse_input(errno);
  }
  return 0;
}

}  // namespace idn::sender
