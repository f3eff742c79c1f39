// SPDX-License-Identifier: MIT
#include "sender/source/live_input.hpp"

#include <algorithm>

namespace idn::sender {

LiveInput::LiveInput(int descriptor, const wire::SampleCodec& layout)
    : input_(descriptor), layout_(layout), buffer_(4096 * layout.sample_size()) {}

std::size_t LiveInput::read(std::span<LaserSample> out, std::stop_token stop) {
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

}  // namespace idn::sender
