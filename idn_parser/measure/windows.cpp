// SPDX-License-Identifier: MIT
#include "idn_parser/measure/windows.hpp"

namespace idn::parser {

void Windows::add(const analysis::SampleDatagram& datagram, const capture::CapturePosition& at,
                  std::uint64_t lost) {
  if (!metrics_) {
    lost_ = lost;
    begin(datagram.arrival, at);
  } else if (datagram.arrival - begin_ >= length_) {
    end();
    begin(begin_ + (datagram.arrival - begin_) / length_ * length_, at);
  }
  lost_ = lost;
  const auto offset = metrics_->add(datagram);
  if (offset && offset->expected > Duration{0}) deviations_.add(offset->deviation);
  if (datagram.order != ArrivalOrder::Late) last_ = datagram;
}

void Windows::finish() {
  if (!metrics_) return;
  end();
  metrics_.reset();
  // A negative count: datagrams that were counted as lost in an earlier window arrived late in this one.
  for (std::size_t i = facts_.size(); i-- > 1;)
    if (facts_[i].lost < 0) {
      facts_[i - 1].lost += facts_[i].lost;
      facts_[i].lost = 0;
    }
}

void Windows::begin(Duration begin, const capture::CapturePosition& at) {
  begin_ = begin;
  first_ = at;
  lost_before_ = lost_;
  deviations_ = {};
  metrics_.emplace();
  before_ = last_;
  if (!before_) return;
  // The datagram before the window, so that the first offset is measured; end() subtracts it from the counts.
  before_->samples = 0;
  before_->order = ArrivalOrder::InOrder;
  before_->begins_axis.reset();
  metrics_->add(*before_);
}

void Windows::end() {
  WindowFacts facts{{metrics_->summary(), deviations_.percentiles(), metrics_->rate_error()},
                    begin_,
                    first_,
                    static_cast<std::int64_t>(lost_) - static_cast<std::int64_t>(lost_before_)};
  if (before_) {
    --facts.summary.datagrams;
    facts.summary.display -= before_->duration;
  }
  facts_.push_back(facts);
}

}  // namespace idn::parser
