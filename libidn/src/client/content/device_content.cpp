// SPDX-License-Identifier: MIT
#include "client/content/device_content.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "client/device_options.hpp"
#include "stream/send/packer.hpp"

namespace idn::client {
namespace {

using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

/// Up to this sample rate the ring has room for the whole latency; after set_rate() with a higher one the queue
/// lasts less.
constexpr std::uint32_t kCapacityRate = 200'000;

std::size_t samples_in(Duration time, std::uint32_t rate) {
  return static_cast<std::size_t>(time / std::chrono::microseconds(1) * rate / 1'000'000);
}

Duration time_of(std::uint64_t samples, std::uint32_t rate) {
  return std::chrono::seconds(samples / rate) + Duration(samples % rate * 1'000'000'000 / rate);
}

/// Resolution of the queueing delays: this part of the latency.
constexpr int kWaitSteps = 1024;

/// LatencyControl: first value, until enough was measured.
constexpr Duration kFirstLevel = std::chrono::milliseconds(40);

/// How long a beam within `limits` takes for blanked moves, which are planned for scanners alone; a quarter
/// more, since the picture goes on meanwhile, and the beam has to catch up with it.
stream::MoveTiming within(const output::OutputLimits& limits, stream::MoveTiming moves) {
  const auto take_at_least = [&](double seconds) {
    moves.across = std::min(std::max(moves.across, Duration(std::llround(seconds * 1e9))), moves.kLongest);
  };
  if (limits.speed.action == output::LimitAction::Clamp) take_at_least(1.25 / limits.speed.most);
  if (limits.acceleration.action == output::LimitAction::Clamp)
    take_at_least(2.5 / std::sqrt(limits.acceleration.most));  // speeds up for half of the way, then brakes
  return moves;
}

bool is_dark(std::span<const LaserSample> samples) noexcept {
  return std::ranges::all_of(samples, &LaserSample::is_dark);
}

constexpr unsigned kRateBits = std::bit_width(SampleRate::kMax);

}  // namespace

DeviceContent::DeviceContent(const DeviceOptions& options, std::size_t shortest_ring, std::size_t longest)
    : latency_(options.latency),
      rearm_(options.rearm),
      light_(options.hold,
             2 * std::max(options.datagrams.time, options.datagrams.tick) + std::chrono::milliseconds(10)),
      shortest_ring_(shortest_ring),
      ring_(std::max(shortest_ring, samples_in(options.latency, std::max(options.rate, kCapacityRate)))),
      waits_(options.latency / kWaitSteps),
      drawer_(options.switch_at, move_timing(options)),
      drawn_(longest),
      output_(options.output, {options.rate}, options.format.format()),
      moves_(within(options.output.limits, move_timing(options))),
      colour_shift_(options.output.colour_shift),
      rate_(options.rate),
      wanted_rate_(options.rate),
      output_rate_(options.rate) {
  if (options.underrun_probability > 0)
    control_.emplace(options.underrun_probability, std::min(kFirstLevel, options.latency),
                     std::min(time_of(shortest_ring, options.rate), options.latency), options.latency);
  if (options.preview > Duration{0}) sent_samples_.emplace(samples_in(options.preview, options.rate));
  if (options.follow_source) source_follower_.emplace(time_of(limit(), options.rate) / 2);
}

void DeviceContent::play_frames(stream::FrameStream& frames, const DeviceOptions& options) {
  frames_ = &frames;
  repeat_ = options.frames->once ? stream::FrameRepeat::Once : stream::FrameRepeat::UntilNext;
  keeps_all_frames_ = options.frames->keep_all;
  longest_frame_ = stream::max_frame_samples(options.format);
  frame_limiter_.emplace(options.output, rate(), options.format.format());
}

/// Measured only if all frames are kept: if newer frames replace older ones, the numbers of frames sent are not
/// those of frames pushed.
void DeviceContent::on_frame_taken(TimePoint due) noexcept {
  if (keeps_all_frames_) waits_.take(frames_taken_++, 1, due);
}

void DeviceContent::black_out(bool dark) noexcept {
  light_.black_out(dark);
  if (!dark) return;
  discard_before_.store(ring_.pushed(), memory_order_release);
  makes_room_.store(true, memory_order_release);
  has_room_.notify_one();
}

void DeviceContent::wait_for_room(Duration pause) {
  std::unique_lock lock(room_mutex_);
  has_room_.wait_for(lock, pause, [this] { return makes_room_.exchange(false, memory_order_acquire); });
}

void DeviceContent::change_output(const OutputOptions& options) {
  if (frame_limiter_)
    frame_limiter_->change(options);
  else
    output_.change(options);
}

void DeviceContent::begin(LaserSample& origin) noexcept {
  output_.begin(origin);
  sent_ = origin;
  note_sent({&origin, 1});
}

void DeviceContent::extend(std::span<LaserSample> dark) noexcept {
  output_.extend(dark);
  if (!dark.empty()) sent_ = dark.back();
  note_sent(dark);
}

/// Samples that the scanners need to where a change of the output has moved the picture; 0 if that is no
/// further than a lit line gets in one sample.
std::size_t DeviceContent::length_of_jump(LaserSample to) const noexcept {
  const double distance = std::max(std::abs(to.x - sent_.x), std::abs(to.y - sent_.y)) / 65536.0;
  const double sample = 1 / in_seconds(2 * moves_.across) / rate().per_second;
  if (distance <= sample) return 0;
  return stream::blanked_move_length(sent_, to, rate(), moves_) +
         samples_in(std::chrono::abs(colour_shift_), rate().per_second);
}

void DeviceContent::release() noexcept {
  discard_before_.store(ring_.pushed(), memory_order_relaxed);
  source_.store(ContentSource::None, memory_order_release);
  light_.release();
}

/// A kind of content can only replace another one after release(), or after its hold time. The light is
/// released until the new content is queued, and before the hold time begins anew: what was shown before, a
/// picture that the drawer still has, must not be seen again.
DeviceContent::Call DeviceContent::begin_call(ContentSource source, TimePoint now) noexcept {
  if (in_call_.test_and_set(memory_order_acquire)) return Call(nullptr);
  const ContentSource owner = source_.load(memory_order_acquire);
  if (owner != source && owner != ContentSource::None && !light_.is_silent(now)) {
    in_call_.clear(memory_order_release);
    return Call(nullptr);
  }
  if (owner != source) {
    light_.release();
    discard_before_.store(ring_.pushed(), memory_order_relaxed);
    source_.store(source, memory_order_release);
    light_.note_call(now);
  }
  return Call(this);
}

/// The pass that a receiver repeats by itself: it jumps to sample 0, in the dark. So that one is where the
/// picture ends, and the way back to its start follows.
std::span<const LaserSample> DeviceContent::from_its_end(std::span<const LaserSample> picture) {
  if (picture.empty()) return picture;
  frame_.assign(1, blanked(picture.back()));
  if (!is_closed(picture)) stream::append_blanked_move(picture.back(), picture.front(), rate(), frame_, moves_);
  frame_.insert(frame_.end(), picture.begin(), picture.end());
  return frame_;
}

Result<void> DeviceContent::check_picture(std::span<const LaserSample> picture) const {
  if (frames_ == nullptr || picture.empty()) return {};
  std::size_t way = keeps_all_frames_ ? 0 : 1;
  if (way > 0 && !is_closed(picture))
    way += stream::blanked_move_length(picture.back(), picture.front(), rate(), moves_);
  if (picture.size() + way <= longest_frame_) return {};
  return fail(Errc::BadOption,
              "a frame of " + std::to_string(picture.size()) + " samples" +
                  (way > 0 ? ", and " + std::to_string(way) + " to its start," : "") + " is longer than the " +
                  std::to_string(longest_frame_) + " that receivers take",
              "draw it with fewer, or in wave mode");
}

/// Queues the picture before it restarts the hold time: a tick thread that sees the latter finds the picture.
void DeviceContent::show(std::span<const LaserSample> picture, TimePoint now) {
  if (frames_ != nullptr) {
    if (!keeps_all_frames_) picture = from_its_end(picture);
    if (keeps_all_frames_) waits_.mark(frames_pushed_, now);
    frame_limiter_->set_brightness(brightness_.load(memory_order_relaxed));
    const auto limited = frame_limiter_->limit(picture);
    if (frames_->push(limited, repeat_)) {
      ++frames_pushed_;
      note_sent(limited);
    }
  } else {
    drawer_.show(picture);
    replaced_.set(drawer_.replaced());
  }
  light_.resume();
  light_.note_call(now);
}

void DeviceContent::play_shared(io::SharedRing& ring, TimePoint now) noexcept {
  shared_.store(&ring, memory_order_release);
  light_.keep(Duration::max(), now);
  light_.resume();
}

/// Restarts the hold time before it queues the samples: otherwise the tick thread could take them for stale
/// ones and discard them.
std::size_t DeviceContent::write(std::span<const LaserSample> samples, TimePoint now) noexcept {
  light_.note_call(now);
  mark_rate();
  const auto fitting = samples.first(std::min(samples.size(), free()));
  if (!fitting.empty()) waits_.mark(ring_.pushed(), now);
  const std::size_t queued = ring_.push(fitting);
  light_.resume();
  return queued;
}

std::span<LaserSample> DeviceContent::room() noexcept {
  const auto room = ring_.room();
  return room.first(std::min(room.size(), free()));
}

void DeviceContent::commit(std::size_t count, TimePoint now) noexcept {
  light_.note_call(now);
  mark_rate();
  waits_.mark(ring_.pushed(), now);
  ring_.commit(count);
  light_.resume();
}

std::size_t DeviceContent::limit() const noexcept {
  return std::max(shortest_ring_, samples_in(latency(), rate_.load(memory_order_relaxed)));
}

std::size_t DeviceContent::free() const noexcept {
  const std::size_t waiting = ring_.size();
  return std::min(limit(), ring_.capacity()) - std::min({waiting, limit(), ring_.capacity()});
}

TimePoint DeviceContent::sent_at(std::uint64_t index, TimePoint now) const noexcept {
  const std::int64_t first = first_sent_ns_.load(memory_order_relaxed);
  return std::max(now, TimePoint(Duration(first)) + time_of(index, rate_.load(memory_order_relaxed)));
}

/// The requested rate applies from the next sample that is queued. A newer change replaces a pending one.
void DeviceContent::mark_rate() noexcept {
  const std::uint32_t wanted = wanted_rate_.load(memory_order_acquire);
  const std::uint64_t marked = rate_change_.load(memory_order_relaxed);
  const std::uint64_t last = marked != 0 ? marked & ((1U << kRateBits) - 1) : rate_.load(memory_order_relaxed);
  if (wanted == last) return;
  rate_change_.store(std::uint64_t{ring_.pushed()} << kRateBits | wanted, memory_order_release);
}

void DeviceContent::follow_rate() noexcept {
  if (const std::uint64_t marked = rate_change_.load(memory_order_acquire); marked != 0) {
    if (ring_.popped() < marked >> kRateBits) return;
    rate_.store(static_cast<std::uint32_t>(marked & ((1U << kRateBits) - 1)), memory_order_relaxed);
    std::uint64_t done = marked;
    rate_change_.compare_exchange_strong(done, 0, memory_order_relaxed);
  } else if (playing_ == ContentSource::None || playing_ == ContentSource::Shared ||
             (playing_ == ContentSource::Pictures && !finishes_pass())) {
    rate_.store(wanted_rate_.load(memory_order_acquire), memory_order_relaxed);
  }
}

/// Whether a change of rate waits for the end of the pass: not if the rest of the pass is too short for a
/// datagram, which for small pictures it always is.
bool DeviceContent::finishes_pass() const noexcept {
  return drawer_.left_of_pass() >= stream::Packer::kMinSamples;
}

std::size_t DeviceContent::left_at_rate() const noexcept {
  if (playing_ == ContentSource::Pictures)
    return wanted_rate_.load(memory_order_acquire) == rate().per_second ? kNoChange : drawer_.left_of_pass();
  const std::uint64_t marked = rate_change_.load(memory_order_acquire);
  return marked == 0 ? kNoChange : static_cast<std::size_t>((marked >> kRateBits) - ring_.popped());
}

void DeviceContent::release_taken() noexcept {
  ring_.pop(std::exchange(taken_, 0));
}

const LaserSample* DeviceContent::prepare(TimePoint due) noexcept {
  const LaserSample* const next = find_next(due);
  has_next_ = next != nullptr;
  return next;
}

/// For pictures and shared memory any sample, since they begin dark, wherever the beam is. All is read in the
/// opposite order of how the producer writes it: samples that are queued meanwhile must not be discarded, and
/// who sees the hold time begin anew must see whose content it is.
const LaserSample* DeviceContent::find_next(TimePoint due) noexcept {
  release_taken();
  const std::uint64_t queued = ring_.popped() + ring_.size();
  const bool expired =
      light_.is_hold_over(due, Duration{0}, source_.load(memory_order_relaxed) != ContentSource::None);
  const bool has_none = light_.is_released() || expired;
  const ContentSource source = source_.load(memory_order_acquire);
  const std::uint64_t discarded = std::max(discard_before_.load(memory_order_acquire), expired ? queued : 0);
  if (discarded > ring_.popped()) {
    discarded_samples_.add(ring_.pop(static_cast<std::size_t>(discarded - ring_.popped())));
    if (control_) control_->restart();
  }
  if (source != playing_ || has_none) {
    drawer_.end_pass();
    drawer_.moved_to(last_);
    playing_ = source;
    if (control_) control_->restart();
    if (source_follower_) source_follower_->restart();
  }
  follow_rate();
  if (has_none || source == ContentSource::None) return nullptr;
  static constexpr LaserSample kAny{.x = 1};
  if (source == ContentSource::Pictures) return drawer_.has_picture() ? &kAny : nullptr;
  if (source == ContentSource::Shared)
    return shared_.load(memory_order_acquire)->has_content(due) ? &kAny : nullptr;
  return next_queued();
}

const LaserSample* DeviceContent::next_queued() noexcept {
  const stream::SampleSpans next = ring_.peek(1);
  if (next.size() == 0) return nullptr;
  const bool follows = source_follower_ && playing_ == ContentSource::Samples && !light_.plays_out();
  if (follows && !source_follower_->may_play(time_of(ring_.size(), rate().per_second))) return nullptr;
  return next.first.data();
}

stream::SampleSpans DeviceContent::take(std::size_t most, TimePoint due) noexcept {
  if (!has_next_) {
    notice_underrun(0, most, due);
    return {};
  }
  const stream::SampleSpans pieces = take_waiting(most, due);
  if (std::exchange(output_rate_, rate().per_second) != rate().per_second) output_.set_rate(rate());
  output_.set_brightness(brightness_.load(memory_order_relaxed));
  if (pieces.size() > 0 && output_.take_change())
    dark_after_change_ = length_of_jump(output_.placed(pieces.first.front()));
  const bool dark = !light_.is_lit();
  for (const auto piece : {pieces.first, pieces.second}) {
    if (piece.empty()) continue;
    last_ = piece.back();
    output_.process(piece);
    const std::size_t jump = std::min(dark_after_change_, piece.size());
    dark_after_change_ -= jump;
    const auto blank = piece.first(dark ? piece.size() : jump);
    std::ranges::transform(blank, blank.begin(), blanked);
    sent_ = piece.back();
    note_sent(piece);
  }
  return pieces;
}

/// Shared memory is copied, since the output stage changes samples in place, and the other process may write at
/// any time.
std::size_t DeviceContent::draw(std::span<LaserSample> room, TimePoint due) noexcept {
  if (playing_ == ContentSource::Pictures) return drawer_.draw(room, rate());
  return shared_.load(memory_order_acquire)->take(room, last_, rate(), due);
}

stream::SampleSpans DeviceContent::take_waiting(std::size_t most, TimePoint due) noexcept {
  if (is_drawing()) {
    const auto room = std::span(drawn_).first(std::min(most, drawn_.size()));
    return {room.first(draw(room, due)), {}};
  }
  const auto sent_before = time_of(ring_.popped(), rate().per_second);
  first_sent_ns_.store((due - sent_before).time_since_epoch().count(), memory_order_relaxed);
  if (source_follower_ && playing_ == ContentSource::Samples)
    source_follower_->observe(time_of(ring_.size(), rate().per_second), due);
  const stream::SampleSpans pieces = ring_.peek(most);
  taken_ = pieces.size();
  const auto came = waits_.take(ring_.popped(), taken_, due);
  if (control_ && came && taken_ == most)
    control_->on_complete(*came, due, is_dark(pieces.first) && is_dark(pieces.second));
  notice_underrun(taken_, most, due);
  return pieces;
}

/// After play_out() the queue is allowed to run empty.
void DeviceContent::notice_underrun(std::size_t count, std::size_t wanted, TimePoint due) noexcept {
  if (count == wanted || !is_playing_samples() || light_.plays_out()) return;
  if (control_) control_->on_missing(due);
  if (source_follower_) source_follower_->restart();
}

}  // namespace idn::client
