// SPDX-License-Identifier: MIT
#include "sender/source/sample_feed.hpp"

#include <algorithm>

#include "sender/source/pause.hpp"

namespace idn::sender {

stream::SenderSession& SampleFeed::open(const StreamOptions& options) {
  session_ = stream::WaveSession::create(wave_config(options)).value();
  return *session_;
}

bool SampleFeed::advance(const std::stop_token& stop) {
  if (waiting_.empty()) {
    std::size_t wanted = block_.size();
    if (plan_.limit) wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, *plan_.limit - fed_));
    const std::size_t count = wanted == 0 ? 0 : source_.read(std::span(block_).first(wanted), stop);
    if (count == 0) return false;
    fed_ += count;
    waiting_ = std::span(block_).first(count);
  }
  waiting_ = waiting_.subspan(session_->push(waiting_));
  full_ = !waiting_.empty();
  // An eighth of the ring later there is room for some more.
  if (full_)
    pause(stream::TickLength::of_samples(session_->capacity() / 8, session_->packing().rate).duration(), stop);
  return true;
}

std::optional<std::uint64_t> SampleFeed::total_samples() const {
  const auto total = source_.total();
  if (!plan_.limit) return total;
  return total ? std::min(*total, *plan_.limit) : *plan_.limit;
}

}  // namespace idn::sender
