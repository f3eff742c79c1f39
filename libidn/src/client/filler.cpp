// SPDX-License-Identifier: MIT
#include "client/filler.hpp"

#include <utility>

#include "client/callback_scope.hpp"
#include "idn/io/now.hpp"

namespace idn::client {

Filler::Filler(const void* engine, DeviceContent& content, Device::Fill fill, std::size_t shortest,
               std::function<void(Fault)> on_fault)
    : engine_(engine),
      content_(content),
      fill_(std::move(fill)),
      shortest_(shortest),
      on_fault_(std::move(on_fault)) {}

Filler::~Filler() = default;

void Filler::start_thread() {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const TimePoint next = ask();
      if (next == kNever) return;
      std::this_thread::sleep_for(next - io::monotonic_now());
    }
  });
}

/// A function that takes longer than what it brings lasts would find room again and again: whoever waits for
/// this must not wait for that.
TimePoint Filler::ask() {
  constexpr int kMostRequests = 16;
  for (int i = 0; i < kMostRequests; ++i) {
    if (is_over()) return kNever;
    const TimePoint now = io::monotonic_now();
    if (ask_once(now)) continue;
    const auto rate = static_cast<std::int64_t>(content_.rate().per_second);
    return now + std::chrono::seconds(1) * static_cast<std::int64_t>(shortest_) / rate;
  }
  return io::monotonic_now();
}

/// False where there is no room, or another call is in progress.
bool Filler::ask_once(TimePoint now) {
  const auto call = content_.begin_call(Way::Filled, now);
  if (!call || is_over()) return false;
  content_.hear(now);
  if (content_.free() < shortest_) return false;
  const auto room = content_.room();
  if (!begin_) begin_ = content_.pushed();
  const Request request{.index = content_.pushed() - *begin_,
                        .rate = content_.rate(),
                        .sent_at = content_.sent_at(content_.pushed(), now)};
  std::size_t count = 0;
  const auto fail = [&](Fault what) {
    content_.release();  // what it brought before was meant to go on
    on_fault_(std::move(what));
  };
  try {
    const CallbackScope inside(engine_);
    count = std::min(fill_(request, room), room.size());
  } catch (const std::exception& error) {
    fail({FaultCode::Callback, std::string("fill has thrown: ") + error.what(),
          "mend it, then call fill again"});
  } catch (...) {
    fail({FaultCode::Callback, "fill has thrown", "mend it, then call fill again"});
  }
  if (count > 0)
    content_.commit(count, io::monotonic_now());
  else
    end();
  return count > 0;
}

}  // namespace idn::client
