// SPDX-License-Identifier: MIT
#include "capture/packet_reader.hpp"

#include "capture/pcap_format.hpp"
#include "capture/pcapng_format.hpp"

namespace idn::capture {
namespace {

FormatResult<std::unique_ptr<PacketFormat>> format_of(ByteSource& source, FileInfo& facts) {
  const ConstBytes start = source.look(PcapFormat::kHeader);
  if (start.empty()) return fail(Errc::Truncated);
  if (PcapngFormat::begins(start)) return std::make_unique<PcapngFormat>(source, facts);
  if (PcapFormat::begins(start) && start.size() < PcapFormat::kHeader)
    return fail(Errc::Truncated, start.size());
  if (PcapFormat::begins(start)) return std::make_unique<PcapFormat>(source, facts);
  return fail(Errc::NotCapture);
}

}  // namespace

FormatResult<PacketReader> PacketReader::open(ByteSource source, std::string name) {
  PacketReader reader(std::move(source), std::move(name));
  auto format = format_of(*reader.source_, *reader.facts_);
  if (!format) return tl::unexpected(format.error());
  reader.format_ = std::move(*format);
  return reader;
}

/// What a reader has to know there.
struct CapturePlace::State {
  std::uint64_t octets = 0;
  std::unique_ptr<PacketFormat> format;  ///< only to be copied: its source and facts may be gone
  std::uint64_t packets = 0;
  std::vector<std::string> stamp_sources;
};

PacketReader::PacketReader(ByteSource source, std::string name)
    : source_(std::make_unique<ByteSource>(std::move(source))), facts_(std::make_unique<FileInfo>()) {
  facts_->name = std::move(name);
}

PacketReader::PacketReader(PacketReader&&) noexcept = default;
PacketReader& PacketReader::operator=(PacketReader&&) noexcept = default;
PacketReader::~PacketReader() = default;

bool PacketReader::read(Packet& packet) {
  return format_->read(packet);
}

CapturePlace PacketReader::place() const {
  CapturePlace place;
  place.state_ = std::make_shared<const CapturePlace::State>(CapturePlace::State{
      source_->position(), format_->copy(*source_, *facts_), facts_->packets, facts_->stamp_sources});
  return place;
}

bool PacketReader::go_to(const CapturePlace& place) {
  if (place.state_ == nullptr || !source_->go_to(place.state_->octets)) return false;
  format_ = place.state_->format->copy(*source_, *facts_);
  facts_->packets = place.state_->packets;
  facts_->stamp_sources = place.state_->stamp_sources;
  return true;
}

std::optional<Packet> PacketReader::next() {
  std::optional<Packet> packet(std::in_place);
  if (!read(*packet)) packet.reset();
  return packet;
}

}  // namespace idn::capture
