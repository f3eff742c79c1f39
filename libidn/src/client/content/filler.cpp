// SPDX-License-Identifier: MIT
#include "client/content/filler.hpp"

#include <algorithm>
#include <utility>

#include "idn/stop_token.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::client {

void Filler::start_thread() {
  thread_ = jthread([this](const stop_token& stop) {
    io::platform::set_up_thread("idn fill");
    while (!stop.stop_requested()) {
      const TimePoint next = ask();
      if (next == kNever) return;
      content().wait_for_room(next - now());
    }
  });
}

/// The number of calls is limited: a callback that is slower than real time would find room at every call, and
/// this function would never return.
TimePoint Filler::ask() {
  constexpr int kMostRequests = 16;
  constexpr Duration kLook = std::chrono::microseconds(250);  // for the next datagram, which makes room
  for (int i = 0; i < kMostRequests; ++i) {
    if (is_over()) return kNever;
    const TimePoint asked = now();
    if (!ask_once(asked))
      return asked + (content().is_discarding() ? std::min(setup_.pause, kLook) : setup_.pause);
  }
  return now();
}

/// Dark at once: queued content is incomplete without its continuation.
void Filler::fail(Error what) {
  content().release();
  setup_.on_fault(std::move(what));
}

template <class Question>
auto Filler::answer_of(Question question) -> decltype(question()) {
  decltype(question()) answer{};
  const CallbackScope inside(setup_.engine);
  if (auto fault = guarded_call("fill", [&] { answer = question(); })) {
    fault->remedy = "fix it, then call fill again";
    fail(*std::move(fault));
  }
  return answer;
}

bool SampleFiller::ask_once(TimePoint asked) {
  const auto call = content().begin_call(ContentSource::Filled, asked);
  if (!call || is_over()) return false;
  content().light().note_call(asked);
  if (content().free() < shortest_) return false;
  const auto room = content().room();
  if (!begin_) begin_ = content().pushed();
  const TimePoint sent_at = content().sent_at(content().pushed(), asked);
  const FillRequest request{.index = content().pushed() - *begin_,
                            .rate = content().rate(),
                            .sent_at = sent_at,
                            .shown_at = sent_at + receiver_latency()};
  const std::size_t count = std::min(answer_of([&] { return fill_(request, room); }), room.size());
  if (count > 0)
    content().commit(count, now());
  else
    end();
  return count > 0;
}

bool PictureFiller::ask_once(TimePoint asked) {
  const auto call = content().begin_call(ContentSource::Pictures, asked);
  if (!call || is_over()) return false;
  content().light().note_call(asked);
  if (!content().has_room_for_picture()) return false;
  const bool has_next = answer_of([&] { return fill_(picture_); });
  auto fits = content().check_picture(picture_);
  if (has_next && fits) {
    content().show(picture_, now());
    return true;
  }
  if (has_next) fail(std::move(fits.error()));
  end();
  return false;
}

}  // namespace idn::client
