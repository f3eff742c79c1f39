// SPDX-License-Identifier: MIT
#include "sender/source/content.hpp"

namespace idn::sender {

void Content::watch(std::function<void()> on_ready, std::function<void()> on_end) {
  on_ready_ = std::move(on_ready);
  on_end_ = std::move(on_end);
}

void Content::report_ready(bool has_begun) {
  if (std::exchange(is_ready_, true)) return;
  has_begun_ = has_begun;
  on_ready_();
}

void Content::report_end(bool has_begun) {
  on_end_();
  report_ready(has_begun && !failure_);
}

}  // namespace idn::sender
