// SPDX-License-Identifier: MIT
#include "stream/send/shared_playback.hpp"

#include <algorithm>
#include <cstdlib>

#include "idn/stream/send/blanked_move.hpp"

namespace idn::stream {
namespace {

/// Length of a move from corner to corner at the highest rate. It is reserved, so that no move allocates.
std::size_t longest_shared_move() {
  constexpr LaserSample kLowest{.x = -32768, .y = -32768}, kHighest{.x = 32767, .y = 32767};
  return blanked_move_length(kLowest, kHighest, {SampleRate::kMax});
}

/// The most that one call adds to the silence of the writer, since a stall of this thread must not count as
/// silence.
constexpr Duration kLongestSilentStep = std::chrono::milliseconds(20);

int step_between(const LaserSample& a, const LaserSample& b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

}  // namespace

SharedPlayback::SharedPlayback(const SharedRingReader& reader, Duration hold)
    : reader_(reader), hold_(hold), heartbeat_(reader.heartbeat()) {
  move_.reserve(longest_shared_move());
}

/// Reads how much the writer has published, and its heartbeat. @return whether its content may be played
bool SharedPlayback::check_writer(TimePoint due) noexcept {
  reader_.look();
  if (reader_.has_broken_rules()) {
    cut_off_.store(true, std::memory_order_relaxed);
    return false;
  }
  const std::uint32_t heartbeat = reader_.heartbeat();
  if (heartbeat != heartbeat_)
    silence_ = Duration{0};
  else
    silence_ += std::clamp(due - due_, Duration{0}, kLongestSilentStep);
  heartbeat_ = heartbeat;
  due_ = due;
  const bool shows_picture = reader_.block() && reader_.block()->kind != SharedBlockKind::Samples;
  return !shows_picture || silence_ <= hold_;
}

bool SharedPlayback::has_content(TimePoint due) noexcept {
  if (!check_writer(due)) return false;
  return reader_.has_newer() || (reader_.block() && reader_.block()->samples > 0);
}

/// Whether a newer block replaces the picture within its pass; a WholePicture is drawn to its end.
bool SharedPlayback::is_replaced() const noexcept {
  return reader_.has_newer() && reader_.block() && reader_.block()->kind == SharedBlockKind::Picture;
}

bool SharedPlayback::is_over() const noexcept {
  return !reader_.block() || drawn_ == reader_.block()->samples;
}

std::size_t SharedPlayback::take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                                 TimePoint due) noexcept {
  if (!check_writer(due)) return 0;
  std::size_t done = 0;
  while (done < out.size()) {
    if ((is_over() || is_replaced()) && !begin_block(done > 0 ? out[done - 1] : from, rate)) break;
    done += take_move(out.subspan(done));
    done += take_block(out.subspan(done));
  }
  if (!reader_.has_broken_rules()) return done;
  cut_off_.store(true, std::memory_order_relaxed);
  return 0;  // not even what was copied before
}

/// Starts the next block, or else another pass of the picture. @return false if there is nothing to play
bool SharedPlayback::begin_block(const LaserSample& from, SampleRate rate) noexcept {
  if (reader_.has_newer()) return reader_.next() && begin_pass(from, rate);
  return reader_.block() && reader_.block()->samples > 0 && begin_pass(from, rate);
}

bool SharedPlayback::begin_pass(const LaserSample& from, SampleRate rate) noexcept {
  drawn_ = moved_ = 0;
  move_.clear();
  const SharedRingReader::Block block = *reader_.block();
  if (block.kind == SharedBlockKind::Samples) {
    if (block.samples == 0) reader_.finish();
    return true;
  }
  if (block.samples == 0) return false;
  if (continues_without_move(from)) return true;
  const LaserSample first = sample(0);
  if (reader_.has_broken_rules()) return false;
  append_blanked_move(from, first, rate, move_);
  return true;
}

/// Whether another pass needs no blanked move: the beam is at the last sample, and the step from there to the
/// first one is at most 1.25 times the step before.
bool SharedPlayback::continues_without_move(const LaserSample& from) noexcept {
  const std::size_t count = reader_.block()->samples;
  if (count < 3) return false;
  const LaserSample last = sample(count - 1);
  if (last != from) return false;
  const int last_step = step_between(last, sample(count - 2));
  return step_between(last, sample(0)) <= last_step + last_step / 4;
}

LaserSample SharedPlayback::sample(std::size_t index) noexcept {
  LaserSample one{};
  reader_.read(index, {&one, 1});
  return one;
}

std::size_t SharedPlayback::take_move(std::span<LaserSample> out) noexcept {
  const auto piece = std::span(move_).subspan(moved_, std::min(move_.size() - moved_, out.size()));
  std::ranges::copy(piece, out.begin());
  moved_ += piece.size();
  return piece.size();
}

std::size_t SharedPlayback::take_block(std::span<LaserSample> out) noexcept {
  if (!reader_.block()) return 0;
  const std::size_t count = reader_.read(drawn_, out);
  drawn_ += count;
  if (reader_.block() && reader_.block()->kind == SharedBlockKind::Samples) {
    reader_.count_played(count);
    if (is_over()) reader_.finish();
  }
  return count;
}

}  // namespace idn::stream
