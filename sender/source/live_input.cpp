// SPDX-License-Identifier: MIT
#include "sender/source/live_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/failure.hpp"

namespace idn::sender {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw cli::Failure(cli::kEnvironment,
                     "standard input: " + what + "; feed it raw samples through a pipe or from a file");
}

}  // namespace

LiveInput::LiveInput(int descriptor, const wire::SampleCodec& layout)
    : descriptor_(descriptor), layout_(layout), buffer_(4096 * layout.sample_size()) {
  if (pipe2(wake_, O_CLOEXEC) != 0) refuse(std::strerror(errno));
}

LiveInput::~LiveInput() {
  close(wake_[0]);
  close(wake_[1]);
}

bool LiveInput::wait_for_input(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] {
    const char signal = 0;
    [[maybe_unused]] const auto written = ::write(wake_[1], &signal, 1);
  });
  pollfd events[] = {{descriptor_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
  while (poll(events, 2, -1) < 0)
    if (errno != EINTR) refuse(std::strerror(errno));
  return !stop.stop_requested();
}

std::size_t LiveInput::read(std::span<LaserSample> out, std::stop_token stop) {
  const std::size_t size = layout_.sample_size();
  const std::size_t wanted = std::min(buffer_.size(), out.size() * size);
  while (held_ < size) {
    if (!wait_for_input(stop)) return 0;
    const auto count = ::read(descriptor_, buffer_.data() + held_, wanted - held_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(std::strerror(errno));
    if (count == 0) return 0;
    held_ += static_cast<std::size_t>(count);
  }
  const std::size_t samples = layout_.decode(std::span(buffer_).first(held_), out);
  held_ -= samples * size;
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(samples * size), held_, buffer_.begin());
  return samples;
}

}  // namespace idn::sender
