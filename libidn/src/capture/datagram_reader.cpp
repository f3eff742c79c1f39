// SPDX-License-Identifier: MIT
#include "idn/capture/datagram_reader.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/decapsulate.hpp"
#include "capture/merged_datagrams.hpp"
#include "capture/packet_reader.hpp"

namespace idn::capture {
namespace {

template <class Words>
std::string list_of(const Words& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

/// The program that unpacks what begins so; null for what is not compressed.
const char* unpacker_of(ConstBytes start) noexcept {
  struct Compression {
    std::string_view start;
    const char* unpacker;
  };
  constexpr std::array kKnown{Compression{"\x1F\x8B", "zcat"}, Compression{"\x28\xB5\x2F\xFD", "zstdcat"},
                              Compression{"\xFD"
                                          "7zXZ",
                                          "xzcat"},
                              Compression{"\x04\x22\x4D\x18", "lz4cat"}, Compression{"BZh", "bzcat"}};
  const std::string_view octets(reinterpret_cast<const char*>(start.data()), start.size());
  for (const Compression& known : kKnown)
    if (octets.starts_with(known.start)) return known.unpacker;
  return nullptr;
}

tl::unexpected<Error> no_capture(const FormatError& error, const std::string& name, const char* unpacker) {
  if (unpacker != nullptr)
    return fail(error.code, name + ": compressed",
                std::string("unpack it: ") + unpacker + " " + name + " >show.pcap");
  if (error.code != Errc::Truncated)
    return fail(error.code, name + ": unknown file format",
                "give a pcap or pcapng file, as tcpdump, dumpcap and Wireshark write them");
  if (error.offset == 0) return fail(error.code, name + ": the file is empty", "give a pcap or pcapng file");
  return fail(error.code, name + ": cut: the file ends within its header", "give a whole capture");
}

Result<PacketReader> open_file(const CaptureFile& file) {
  auto source = file.file != nullptr ? Result<ByteSource>(ByteSource(file.file)) : ByteSource::open(file.name);
  const auto unreadable = [&](std::error_code why) {
    return fail(why, file.name + ": " + why.message(), "give a readable pcap or pcapng file");
  };
  if (!source) return unreadable(source.error().system);
  const char* const unpacker = unpacker_of(source->look(8));
  if (const auto fault = source->fault()) return unreadable(fault);
  auto reader = PacketReader::open(*std::move(source), file.name);
  if (!reader) return no_capture(reader.error(), file.name, unpacker);
  return *std::move(reader);
}

}  // namespace

struct DatagramReader::State {
  struct File {
    PacketReader reader;
    Packet head{};  ///< the next packet of this file
    bool has_head = false;
    std::vector<std::uint32_t> clocks{};  ///< by stamp source
  };

  explicit State(std::vector<PacketReader> readers);
  const CapturedDatagram* next();
  File* earliest() noexcept;
  bool take(const Packet& packet, std::uint32_t file);
  std::uint32_t clock_of(File& file, std::uint32_t stamp_source);
  void begin_parts();
  void take_part() noexcept;

  std::vector<File> files_;
  File* taken_ = nullptr;            ///< file whose `head` datagram_ still refers to
  std::vector<std::string> clocks_;  ///< names of the stamp sources of all files
  std::uint32_t unknown_clock_ = 0;  ///< counts down
  Decapsulator decapsulator_;
  CapturedDatagram datagram_;
  CapturedBytes rest_;  ///< parts of the packet after the one in datagram_; see merged_datagram_size()
  std::size_t part_size_ = 0;
  CaptureInfo totals_;
  Duration earliest_time_ = (Duration::max)();
  Duration latest_time_ = (Duration::min)();
};

Result<DatagramReader> DatagramReader::open(std::span<const CaptureFile> files) {
  std::vector<PacketReader> readers;
  for (const CaptureFile& file : files) {
    auto reader = open_file(file);
    if (!reader) return tl::unexpected(reader.error());
    readers.push_back(*std::move(reader));
  }
  return DatagramReader(std::make_unique<State>(std::move(readers)));
}

Result<DatagramReader> DatagramReader::open(std::span<const std::string> paths) {
  std::vector<CaptureFile> files;
  for (const std::string& path : paths) files.push_back({path});
  return open(files);
}

DatagramReader::DatagramReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
DatagramReader::DatagramReader(DatagramReader&&) noexcept = default;
DatagramReader& DatagramReader::operator=(DatagramReader&&) noexcept = default;
DatagramReader::~DatagramReader() = default;

DatagramReader::State::State(std::vector<PacketReader> readers) {
  files_.reserve(readers.size());
  for (auto& reader : readers) files_.push_back({std::move(reader)});
  for (auto& file : files_) file.has_head = file.reader.read(file.head);
}

const CapturedDatagram* DatagramReader::next() {
  return state_->next();
}

const CapturedDatagram* DatagramReader::State::next() {
  if (rest_.wire_length > 0) {
    ++datagram_.position.part;
    take_part();
    return &datagram_;
  }
  for (;;) {
    if (taken_ != nullptr) taken_->has_head = taken_->reader.read(taken_->head);
    taken_ = earliest();
    if (taken_ == nullptr) {
      decapsulator_.finish();
      return nullptr;
    }
    const auto file = static_cast<std::uint32_t>(taken_ - files_.data());
    if (take(taken_->head, file)) return &datagram_;
  }
}

DatagramReader::State::File* DatagramReader::State::earliest() noexcept {
  File* found = nullptr;
  for (auto& file : files_)
    if (file.has_head && (found == nullptr || file.head.time < found->head.time)) found = &file;
  return found;
}

/// Counts the packet and decapsulates it into datagram_. @return whether there is a datagram
bool DatagramReader::State::take(const Packet& packet, std::uint32_t file) {
  ++totals_.packets;
  if (packet.bytes.size() < packet.wire_length) ++totals_.truncated_packets;
  earliest_time_ = std::min(earliest_time_, packet.time);
  latest_time_ = std::max(latest_time_, packet.time);
  datagram_.position = {
      .time = packet.time,
      .packet_number = packet.number,
      .file = file,
      .stamp_source = packet.stamp_source,
      .clock = packet.has_time ? clock_of(files_[file], packet.stamp_source) : --unknown_clock_,
      .has_time = packet.has_time};
  const auto datagram = decapsulator_.decapsulate(packet, datagram_.position);
  if (datagram) {
    datagram_.content = *datagram;
    if (!datagram->states_its_length) ++totals_.without_length;
    begin_parts();
    return true;
  }
  if (datagram.error() == DecapsulationFailure::Malformed) ++totals_.bad_headers;
  if (datagram.error() == DecapsulationFailure::Truncated) ++totals_.truncated_headers;
  return false;
}

std::uint32_t DatagramReader::State::clock_of(File& file, std::uint32_t stamp_source) {
  // All further interfaces share one entry: none is known to be of another's clock.
  if (stamp_source >= FileInfo::kStampSourcesKept) return --unknown_clock_;
  if (stamp_source < file.clocks.size()) return file.clocks[stamp_source];
  const auto names = file.reader.facts().stamp_sources;
  for (std::size_t i = file.clocks.size(); i < names.size(); ++i) {
    const auto known = std::ranges::find(clocks_, names[i]);
    file.clocks.push_back(static_cast<std::uint32_t>(known - clocks_.begin()));
    if (known == clocks_.end()) clocks_.push_back(names[i]);
  }
  return file.clocks[stamp_source];
}

/// Replaces the datagram by its first part if segmentation offload merged several. Offload and fragmentation by
/// IP exclude each other.
void DatagramReader::State::begin_parts() {
  if (datagram_.content.fragments > 0) return;
  const CapturedBytes whole{datagram_.content.payload, datagram_.content.length};
  const auto size = merged_datagram_size(whole);
  if (!size) return;
  ++totals_.merged_packets;
  rest_ = whole;
  part_size_ = *size;
  take_part();
}

void DatagramReader::State::take_part() noexcept {
  const CapturedBytes part = rest_.first(part_size_);
  datagram_.content.payload = part.bytes;
  datagram_.content.length = part.wire_length;
  rest_ = rest_.without_first(part_size_);
  ++totals_.merged_datagrams;
}

CapturePlace DatagramReader::place() const {
  return state_->files_.front().reader.place();
}

bool DatagramReader::go_to(const CapturePlace& place) {
  auto& file = state_->files_.front();
  if (!file.reader.go_to(place)) return false;
  state_->taken_ = nullptr;
  state_->rest_ = {};
  state_->decapsulator_ = {};
  file.clocks.clear();
  file.has_head = file.reader.read(file.head);
  return true;
}

std::uint64_t DatagramReader::octets() const noexcept {
  std::uint64_t octets = 0;
  for (const auto& file : state_->files_) octets += file.reader.octets();
  return octets;
}

CaptureInfo DatagramReader::facts() const {
  CaptureInfo facts = state_->totals_;
  std::vector<std::string> names;
  std::set<std::string> links;
  for (const auto& file : state_->files_) {
    facts.files.push_back(file.reader.facts());
    names.push_back(facts.files.back().name);
    links.insert(facts.files.back().links.begin(), facts.files.back().links.end());
  }
  facts.file = list_of(names);
  facts.link_name = list_of(links);
  facts.fragments = state_->decapsulator_.fragments();
  if (state_->earliest_time_ > state_->latest_time_) return facts;
  facts.first_time = state_->earliest_time_;
  facts.span = state_->latest_time_ - state_->earliest_time_;
  return facts;
}

}  // namespace idn::capture
