// SPDX-License-Identifier: MIT
#include "io/send/send_recorder.hpp"

#include <algorithm>

#include "idn/wire/packet_header.hpp"

namespace idn::io {
namespace {

/// A stamp that is later than the system call by more than this is by another clock, or of another datagram.
constexpr Duration kLongestStampDelay = std::chrono::seconds(1);
/// How far a stamp may lie before the system call: error of its conversion to the monotonic clock.
constexpr Duration kClockError = std::chrono::microseconds(50);

}  // namespace

SendRecorder::SendRecorder(std::shared_ptr<SendLog> log, std::size_t most) : log_(std::move(log)) {
  entries_.reserve(2 * most);
  octets_.resize(entries_.capacity() * log_->kept_octets());
}

void SendRecorder::queued(ConstBytes datagram, TimePoint due) noexcept {
  if (entries_.size() == entries_.capacity()) return;
  ByteReader in(datagram);
  wire::PacketHeader header;
  const bool is_realtime = header.read(in) && wire::is_realtime(header.command);
  entries_.push_back({{.sequence = header.sequence, .due = due, .octets = kept(datagram)}, is_realtime});
}

/// Copies octets for the log: the caller's buffer changes before the datagram is put there.
ConstBytes SendRecorder::kept(ConstBytes datagram) noexcept {
  const std::size_t most = log_->kept_octets();
  const auto room = std::span(octets_).subspan(queued_++ % entries_.capacity() * most, most);
  const ConstBytes copied = datagram.first(std::min(datagram.size(), room.size()));
  std::ranges::copy(copied, room.begin());
  return room.first(copied.size());
}

void SendRecorder::sending(TimePoint now) noexcept {
  publish(sent_);
  sent_ = entries_.size();
  for (Entry& entry : entries_) entry.datagram.called = now;
}

void SendRecorder::publish(std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i)
    if (entries_[i].is_realtime) log_->put(entries_[i].datagram);
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
  first_number_ += static_cast<std::uint32_t>(count);
}

/// A hardware stamp replaces a software stamp, not the reverse.
void SendRecorder::stamped(const StampedDatagram& stamp, const Instant& now) noexcept {
  const std::size_t index = static_cast<std::uint32_t>(stamp.number - first_number_);
  if (index >= sent_) return;
  SentDatagram& datagram = entries_[index].datagram;
  const TimePoint left = now.at - (now.since_1970 - stamp.since_1970);
  if (left < datagram.called - kClockError || left > datagram.called + kLongestStampDelay) return;
  if (stamp.stamp < datagram.stamp) return;
  datagram.left = std::max(left, datagram.called);
  datagram.stamp = stamp.stamp;
}

}  // namespace idn::io
