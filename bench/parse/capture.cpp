// SPDX-License-Identifier: MIT
#include "bench/parse/capture.hpp"

#include <array>

#include "bench/sample_pattern.hpp"
#include "idn/capture/pcap_writer.hpp"
#include "stream/send/packer.hpp"

namespace idn::bench {
namespace {

std::unique_ptr<capture::PcapWriter> open_capture(const std::string& file) {
  auto capture = capture::PcapWriter::open(file);
  if (!capture) throw std::system_error(capture.error().system, file);
  return std::move(*capture);
}

}  // namespace

std::uint64_t write_capture(const std::string& file, std::uint64_t packets) {
  const auto client = Endpoint::ipv4(0x0A00'0001, 50'000), unit = Endpoint::ipv4(0x0A00'0002, kIdnPort);
  const auto samples = sample_pattern(100);
  auto packer = stream::Packer::create({}).value();
  const auto capture = open_capture(file);
  std::array<std::byte, 2048> packet;
  for (std::uint64_t i = 0; i < packets; ++i) {
    const auto size = capture::encode_udp_packet(client, unit, packer.pack(samples, false), packet);
    capture->write(std::chrono::milliseconds(i), ConstBytes(packet).first(size));
  }
  capture->close();
  if (const auto fault = capture->fault()) throw std::system_error(fault, file);
  return capture->size();
}

}  // namespace idn::bench
