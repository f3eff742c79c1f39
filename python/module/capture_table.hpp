// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "idn/analysis/clock_step_detector.hpp"
#include "idn/analysis/connection_meter.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/wire/packet_header.hpp"

/// The streams of captures, measured datagram by datagram by idn::analysis. Independent of Python.
namespace idn::python {

/// A sample datagram or a duplicate of one, in the memory layout of a row of idn.datagram_dtype.
struct NumpyRow {
  static constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();  ///< NaN

  std::int64_t unix_ns = 0;   ///< arrival
  std::int64_t media_us = 0;  ///< timestamp, unwrapped
  std::uint64_t packet = 0;   ///< number in its file, from 1
  double samples = kNoValue;
  double offset_ns = kNoValue;
  double expected_ns = kNoValue;
  double deviation_ns = kNoValue;
  std::uint32_t stream = 0;  ///< index, from 0
  std::uint32_t duration_us = 0;
  std::uint32_t octets = 0;  ///< UDP payload
  std::uint32_t file = 0;    ///< index, from 0
  std::uint16_t sequence = 0;
  bool frame = false;
  bool late = false;
  bool duplicate = false;
  bool after_loss = false;
  std::uint16_t unused = 0;
};
static_assert(sizeof(NumpyRow) == 80);

/// One channel of a connection.
class CapturedStream {
 public:
  /// @param row of the datagram, as far as it does not depend on others
  void add(const analysis::MeasuredDatagram& measured, NumpyRow row);
  /// To be called after the last datagram.
  void finish();

  bool has_rows() const noexcept { return !rows_.empty(); }
  const analysis::StreamMetrics& metrics() const noexcept { return metrics_; }
  const std::vector<NumpyRow>& rows() const noexcept { return rows_; }

 private:
  struct HeldDatagram {
    std::optional<analysis::SampleDatagram> datagram;
    std::size_t row = 0;
  };

  void measure(const HeldDatagram& held);

  std::size_t last_measured_ = 0;  ///< row of the last datagram that was measured
  analysis::ClockStepMarker<HeldDatagram> held_;
  analysis::StreamMetrics metrics_;
  std::vector<NumpyRow> rows_;
};

struct ConnectionKey {
  Endpoint client;
  Endpoint server;
  std::uint8_t client_group = 0;

  friend constexpr auto operator<=>(const ConnectionKey&, const ConnectionKey&) = default;
};

/// The real-time packets from one client to one server.
class CapturedConnection {
 public:
  void add(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
           const capture::CapturePosition& at);
  /// A request, such as a ping, of this client.
  void add_request(std::uint16_t sequence) noexcept { meter_.take_request(sequence); }
  void finish();

  std::uint64_t packets() const noexcept { return packets_; }
  const analysis::SequenceCounts& sequence_counts() const noexcept { return meter_.counts(); }
  /// Streams by channel number.
  const std::map<std::uint8_t, CapturedStream>& streams() const noexcept { return streams_; }

 private:
  std::uint64_t packets_ = 0;
  analysis::ConnectionMeter meter_;
  std::map<std::uint8_t, CapturedStream> streams_;
  std::vector<std::byte> padded_;  ///< a datagram that the capture has truncated, filled up with zeros
};

using CaptureTable = std::map<ConnectionKey, CapturedConnection>;

/// Reads whole captures. Throws std::runtime_error for files that cannot be read or are no captures.
/// @param port UDP port of the receivers
CaptureTable read_captures(const std::vector<std::string>& paths, std::uint16_t port);

}  // namespace idn::python
