// SPDX-License-Identifier: MIT
#include "viewer/model/source/capture_index.hpp"

#include <algorithm>

#include "idn/stream/receive/service_table.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

constexpr Duration kMarkInterval = 1s;
/// Fewer would make the index as large as the capture.
constexpr std::uint64_t kMarkDatagrams = 256;
/// Clients beyond that, as of a capture with forged addresses, are not entered.
constexpr std::size_t kMostChannels = 1024;
constexpr std::size_t kMostStreams = 64;
/// After this silence of a channel its frames are no longer repeated.
constexpr Duration kSilence = 1s;

}  // namespace

CaptureIndex::CaptureIndex(capture::DatagramReader reader, std::uint16_t port)
    : reader_(std::move(reader)), port_(port) {}

bool CaptureIndex::read_on(std::size_t datagrams) {
  for (; datagrams > 0 && !is_complete_; --datagrams) {
    const auto* const datagram = reader_.next();
    is_complete_ = datagram == nullptr;
    if (is_complete_) break;
    if (!zero_) zero_ = datagram->position.time;
    end_ = std::max(end_, TimePoint(datagram->position.time - *zero_));
    ++datagrams_;
    const auto& content = datagram->content;
    if (content.destination.port == port_ && content.payload.size() == content.length) take(content);
    if (content.source.port == port_) names_.take(content.payload, content.source);
    const Mark none;
    const Mark& last = marks_.empty() ? none : marks_.back();
    if (end_ - last.time >= kMarkInterval && datagrams_ - last.datagrams >= kMarkDatagrams) add_mark();
  }
  return !is_complete_;
}

const CaptureIndex::Mark* CaptureIndex::mark_before(TimePoint at, std::uint64_t datagrams) const {
  const auto count_before = [this](TimePoint time) {
    return static_cast<std::size_t>(std::ranges::upper_bound(marks_, time, {}, &Mark::time) - marks_.begin());
  };
  const std::size_t latest = count_before(at - 1s);
  if (latest == 0) return nullptr;
  const Mark& near = marks_[latest - 1];
  // Ten seconds more, for the instruments.
  std::size_t count = std::min(near.before_data, count_before(at - 11s));
  while (count < latest && near.datagrams - (count == 0 ? 0 : marks_[count - 1].datagrams) > datagrams) ++count;
  return count == 0 ? nullptr : &marks_[count - 1];
}

void CaptureIndex::take(const capture::UdpDatagram& datagram) {
  ByteReader in(datagram.payload);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || !wire::is_realtime(header->command)) return;
  const stream::SessionKey client{datagram.source, header->client_group};
  if (wire::is_close(header->command) || header->command == wire::Command::RtAbort) {
    std::erase_if(channels_, [&](const auto& channel) {
      return channel.first.client == client && channel.first.unit == datagram.destination;
    });
    return;
  }
  const auto message = wire::ChannelMessage::decode(in.take_rest());
  if (!message) return;
  const StreamKey key{client, datagram.destination, message->header.channel};
  if (message->config) take_config(key, *message->config);
  const auto channel = channels_.find(key);
  if (channel == channels_.end()) return;
  channel->second.last_datagram = end_;
  const auto type = message->header.type;
  if (type != wire::ChunkType::Void && !wire::is_sequel(type)) channel->second.before_data = marks_.size();
}

void CaptureIndex::take_config(const StreamKey& key, const wire::ChannelConfig& config) {
  if (config.close) {
    channels_.erase(key);
    return;
  }
  if (!config.routing || (channels_.size() >= kMostChannels && !channels_.contains(key))) return;
  const bool is_laser = stream::service_type_of(config.mode) == wire::ServiceType::LaserProjector;
  if (is_laser && streams_.size() < kMostStreams && std::ranges::find(streams_, key) == streams_.end())
    streams_.push_back(key);
  std::vector<std::byte> octets(config.wire_size());
  ByteWriter out(octets);
  config.encode(out);
  auto& open = channels_[key].open;
  if (open == nullptr || open->config != octets)
    open = std::make_shared<const OpenChannel>(OpenChannel{key, std::move(octets)});
}

void CaptureIndex::add_mark() {
  Mark mark{.time = end_,
            .place = reader_.place(),
            .datagrams = datagrams_,
            .open = {},
            .before_data = marks_.size() + 1};
  for (const auto& [key, channel] : channels_) {
    mark.open.push_back(channel.open);
    if (end_ - channel.last_datagram < kSilence)
      mark.before_data = std::min(mark.before_data, channel.before_data);
  }
  marks_.push_back(std::move(mark));
}

}  // namespace idn::viewer
