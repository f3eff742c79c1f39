// SPDX-License-Identifier: MIT
#include "plugins/etherdream/dac.hpp"

#include <algorithm>

namespace idn::etherdream {
namespace {

/// Between two answers clients estimate by their own clock how many points were played. Points leave in whole
/// datagrams, so a correct estimate may be ahead by a few of these: points of 1/kEarlyPerSecond seconds (4 ms)
/// are accepted beyond the capacity.
constexpr std::uint32_t kEarlyPerSecond = 250;

/// A short delay of a client can last a tick of Windows, 16 ms: points of 1/kDelaysPerSecond seconds (20 ms)
/// have to be left, but 3/4 of the capacity at most: the buffer of a fast client never holds much more.
constexpr std::uint32_t kDelaysPerSecond = 50;

template <class Octets>
void append(std::vector<std::byte>& to, const Octets& octets) {
  to.insert(to.end(), octets.begin(), octets.end());
}

constexpr std::uint16_t dimmed(std::uint16_t colour, std::uint16_t intensity) noexcept {
  return static_cast<std::uint16_t>(std::uint32_t{colour} * intensity / 0xFFFF);
}

}  // namespace

Dac::Dac(Firmware firmware, Behaviour behaviour, PointOutput& output)
    : firmware_(std::move(firmware)), behaviour_(behaviour), output_(output) {}

void Dac::connect(std::vector<std::byte>& answers) {
  if (!behaviour_.keep_emergency_stop && light_engine_ == LightEngine::EmergencyStop) clear_emergency_stop();
  append(answers, encode_answer(DacAnswer::Ack, static_cast<std::uint8_t>(DacCommand::Ping), status()));
}

/// The original plays on until its buffer is empty, and the next client finds that it ran dry: some prepare
/// only then.
void Dac::disconnect() {
  if (playback_ != DacPlayback::Idle) end_playback(is_playing() ? kUnderflow : 0);
}

void Dac::execute(const DacRequest& request, std::vector<std::byte>& answers) {
  if (request.command == DacCommand::Version) return append(answers, encode_version(firmware_.version));
  const DacAnswer answer = perform(request);
  append(answers, encode_answer(answer, request.octet, status()));
}

DacAnswer Dac::perform(const DacRequest& request) {
  switch (request.command) {
    case DacCommand::Prepare:
      return prepare();
    case DacCommand::Begin:
      return begin(request.rate);
    case DacCommand::Update:
      return update(request.rate);
    case DacCommand::QueueRate:
    case DacCommand::QueueRateT:
      return queue_rate(request.rate);
    case DacCommand::Data:
      return queue_points(request);
    case DacCommand::Stop:
      return stop();
    case DacCommand::EmergencyStop:
    case DacCommand::EmergencyStopFF:
      return emergency_stop();
    case DacCommand::ClearEmergencyStop:
      return clear_emergency_stop();
    case DacCommand::Ping:
    case DacCommand::Version:
      break;
  }
  return DacAnswer::Ack;
}

DacAnswer Dac::prepare() {
  if (light_engine_ != LightEngine::Ready || playback_ != DacPlayback::Idle) return DacAnswer::Invalid;
  playback_ = DacPlayback::Prepared;
  flags_ = 0;
  return DacAnswer::Ack;
}

/// As Update where there is nothing to begin.
DacAnswer Dac::begin(std::uint32_t rate) {
  const DacAnswer answer = update(rate);
  if (answer != DacAnswer::Ack || playback_ != DacPlayback::Prepared) return answer;
  playback_ = DacPlayback::Playing;
  flags_ = kShutterOpen;
  output_.set_rate({rate});
  forward_points();
  return answer;
}

/// The rate applies from the next point that is passed to the output.
DacAnswer Dac::update(std::uint32_t rate) {
  if (!is_valid_rate(rate)) return DacAnswer::Invalid;
  rate_ = rate;
  if (is_playing()) due_rate_ = rate;
  return DacAnswer::Ack;
}

DacAnswer Dac::queue_rate(std::uint32_t rate) {
  if (!is_valid_rate(rate)) return DacAnswer::Invalid;
  if (playback_ == DacPlayback::Idle) return DacAnswer::Ack;  // Prepare would drop it
  if (queued_rates_.size() < kMostQueuedRates) queued_rates_.push_back(rate);
  return DacAnswer::Ack;
}

/// An overflow is answered as by the original firmware: clients that know it end the connection at another
/// answer.
DacAnswer Dac::queue_points(const DacRequest& data) {
  if (data.points.empty()) return DacAnswer::Ack;
  if (playback_ == DacPlayback::Idle) return DacAnswer::Invalid;
  const std::size_t count = std::min(data.point_count(), room());
  const std::uint64_t first = forwarded_ + staged_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const DacPoint point = decode_point(data.points.subspan(i * DacPoint::kOctets, DacPoint::kOctets));
    if (point.changes_rate()) rate_changes_.push_back(first + i);
    staged_.push_back(to_sample(point));
  }
  if (is_playing()) forward_points();
  return count == data.point_count() ? DacAnswer::Ack : DacAnswer::Invalid;
}

DacAnswer Dac::stop() {
  if (playback_ == DacPlayback::Idle) return DacAnswer::Invalid;
  end_playback(0);
  return DacAnswer::Ack;
}

DacAnswer Dac::emergency_stop() {
  if (playback_ != DacPlayback::Idle) end_playback(0);
  flags_ |= kEmergencyStopped;
  output_.abort();
  light_engine_ = LightEngine::EmergencyStop;
  return DacAnswer::Ack;
}

DacAnswer Dac::clear_emergency_stop() {
  light_engine_ = LightEngine::Ready;
  return DacAnswer::Ack;
}

void Dac::end_playback(std::uint16_t flags) {
  output_.stop();
  playback_ = DacPlayback::Idle;
  flags_ = flags;
  forwarded_ = 0;
  staged_.clear();
  rate_changes_.clear();
  queued_rates_.clear();
  due_rate_.reset();
  empty_since_.reset();
}

void Dac::advance(TimePoint now) {
  if (!is_playing()) return;
  forward_points();
  if (fullness() > 0) return empty_since_.reset();
  if (!empty_since_) empty_since_ = now;
  if (now - *empty_since_ < behaviour_.underrun_after) return;
  ++underruns_;
  end_playback(kUnderflow);
}

/// Calls PointOutput::write() in any case, if need be without points: that restarts the hold time.
void Dac::forward_points() {
  for (;;) {
    if (!staged_.empty() && !apply_due_rate()) break;
    std::size_t count = staged_.size();
    if (!rate_changes_.empty()) count = std::min<std::size_t>(count, rate_changes_.front() - forwarded_);
    const std::size_t taken = output_.write(std::span(staged_).first(count));
    staged_.erase(staged_.begin(), staged_.begin() + static_cast<std::ptrdiff_t>(taken));
    forwarded_ += taken;
    points_ += taken;
    if (taken < count || staged_.empty()) return;
  }
  output_.write({});
}

/// Applies rates that are due at the first staged point. @return false if that point must wait, since the
/// output has not completed its last change of rate
bool Dac::apply_due_rate() {
  while (!rate_changes_.empty() && rate_changes_.front() == forwarded_) {
    rate_changes_.pop_front();
    if (queued_rates_.empty()) continue;  // keeps the rate
    due_rate_ = rate_ = queued_rates_.front();
    queued_rates_.pop_front();
  }
  if (!due_rate_) return true;
  if (!output_.is_at_rate()) return false;
  output_.set_rate({*due_rate_});
  due_rate_.reset();
  return true;
}

std::size_t Dac::fullness() const {
  return staged_.size() + (is_playing() ? output_.waiting() : 0);
}

std::size_t Dac::room() const {
  const std::size_t most = firmware_.buffer_capacity + (is_playing() ? rate_ / kEarlyPerSecond : 0);
  return most - std::min(most, fullness());
}

bool Dac::needs_points() const {
  const std::size_t capacity = firmware_.buffer_capacity;
  const std::size_t least = std::clamp<std::size_t>(rate_ / kDelaysPerSecond, capacity / 2, capacity * 3 / 4);
  return is_playing() && fullness() <= least;
}

bool Dac::is_valid_rate(std::uint32_t rate) const noexcept {
  return rate >= 1 && rate <= firmware_.max_point_rate;
}

LaserSample Dac::to_sample(const DacPoint& point) const noexcept {
  LaserSample sample = point.sample;
  if (behaviour_.use_intensity)
    for (auto* colour : {&sample.r, &sample.g, &sample.b, &sample.u1, &sample.u2})
      *colour = dimmed(*colour, point.sample.intensity);
  sample.intensity = sample.is_dark() ? 0 : 0xFFFF;
  return sample;
}

DacStatus Dac::status() const {
  DacStatus status;
  status.light_engine = light_engine_;
  status.playback = playback_;
  status.light_engine_flags = light_engine_ == LightEngine::EmergencyStop ? kStoppedByCommand : 0;
  status.playback_flags = flags_;
  status.buffer_fullness =
      static_cast<std::uint16_t>(std::min<std::size_t>(fullness(), firmware_.buffer_capacity));
  status.point_rate = is_playing() ? rate_ : 0;
  const std::uint64_t waiting = is_playing() ? output_.waiting() : 0;
  status.point_count = static_cast<std::uint32_t>(forwarded_ - std::min(forwarded_, waiting));
  return status;
}

}  // namespace idn::etherdream
