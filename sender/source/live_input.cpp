// SPDX-License-Identifier: MIT
#include "sender/source/live_input.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {

LiveInput::LiveInput(int descriptor, const wire::SampleCodec& layout)
    : input_(descriptor), layout_(layout), buffer_(4096 * layout.sample_size()) {}

std::size_t LiveInput::read(std::span<LaserSample> out, stop_token stop) {
  const std::size_t size = layout_.sample_size();
  const std::size_t wanted = std::min(buffer_.size(), out.size() * size);
  while (held_ < size) {
    const std::size_t count = input_.read(std::span(buffer_).first(wanted).subspan(held_), stop);
    if (count == 0) return 0;
    held_ += count;
  }
  const std::size_t samples = layout_.decode(std::span(buffer_).first(held_), out);
  held_ -= samples * size;
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(samples * size), held_, buffer_.begin());
  return samples;
}

/// All these octets are in the pipe already, so no read waits.
void LiveInput::drop(std::size_t samples, const stop_token& stop) {
  if (samples == 0) return;
  for (std::size_t left = samples * layout_.sample_size() - std::exchange(held_, 0); left > 0;) {
    const std::size_t count = input_.read(std::span(buffer_).first(std::min(left, buffer_.size())), stop);
    if (count == 0) return;
    left -= count;
  }
  dropped_ += samples;
}

void LiveInput::keep_newest(std::size_t samples, stop_token stop) {
  drop(backlog() - std::min(samples, backlog()), stop);
}

/// A writer that is behind fills the pipe at once; one that is on time writes about `kOfPause` samples during
/// the pause, so twice that means "behind".
void LiveInput::catch_up(SampleRate rate, TimePoint since, stop_token stop) {
  constexpr std::size_t kOfPause = 100;
  const Duration pause =
      std::min<Duration>(std::chrono::milliseconds(1), std::chrono::seconds(kOfPause) / rate.per_second);
  const std::size_t before = dropped_ + backlog();
  const auto passed = [&] {
    return static_cast<std::size_t>(in_seconds(io::monotonic_now() - since) * rate.per_second);
  };
  const std::size_t most = 2 * passed();  // twice, since dropping takes time too
  do {
    drop(backlog(), stop);
    std::this_thread::sleep_for(pause);
  } while (!stop.stop_requested() && backlog() > 2 * kOfPause && dropped_ < before + std::min(passed(), most));
}

}  // namespace idn::sender
