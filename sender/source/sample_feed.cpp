// SPDX-License-Identifier: MIT
#include "sender/source/sample_feed.hpp"

#include <algorithm>

#include "sender/source/pause.hpp"

namespace idn::sender {

bool SampleFeed::advance(stream::SenderSession& session, const std::stop_token& stop) {
  if (waiting_.empty()) {
    std::size_t wanted = block_.size();
    if (plan_.limit) wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, *plan_.limit - fed_));
    const std::size_t count = wanted == 0 ? 0 : source_.read(std::span(block_).first(wanted), stop);
    if (count == 0) return false;
    fed_ += count;
    waiting_ = std::span(block_).first(count);
  }
  waiting_ = waiting_.subspan(session.push(waiting_));
  full_ = !waiting_.empty();
  // An eighth of the ring later there is room for some more.
  if (full_)
    pause(stream::TickLength::of_samples(session.capacity() / 8, session.config().packer.rate).duration(),
          stop);
  return true;
}

std::optional<std::uint64_t> SampleFeed::total_samples() const {
  const auto total = source_.total();
  if (!plan_.limit) return total;
  return total ? std::min(*total, *plan_.limit) : *plan_.limit;
}

}  // namespace idn::sender
