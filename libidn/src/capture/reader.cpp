// SPDX-License-Identifier: MIT
#include "capture/reader.hpp"

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

FormatResult<Reader> Reader::open(ByteSource source, std::string name) {
  Reader reader(std::move(source), std::move(name));
  auto format = format_of(*reader.source_, *reader.facts_);
  if (!format) return tl::unexpected(format.error());
  reader.format_ = std::move(*format);
  return reader;
}

Reader::Reader(ByteSource source, std::string name)
    : source_(std::make_unique<ByteSource>(std::move(source))), facts_(std::make_unique<FileInfo>()) {
  facts_->name = std::move(name);
}

Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

bool Reader::read(Packet& packet) {
  return format_->read(packet);
}

std::optional<Packet> Reader::next() {
  std::optional<Packet> packet(std::in_place);
  if (!read(*packet)) packet.reset();
  return packet;
}

}  // namespace idn::capture
