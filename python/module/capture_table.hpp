// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "idn/analysis/clock_step_detector.hpp"
#include "idn/analysis/datagram_order_tracker.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/packet_header.hpp"

/// The streams of captures, measured datagram by datagram with the library's means. No Python in here.
namespace idn::python {

/// A datagram that carries samples, or a copy of one: the octets of a row of idn.datagram_dtype. NaN: nothing.
struct DatagramRow {
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  std::int64_t unix_ns = 0;   ///< arrival
  std::int64_t media_us = 0;  ///< timestamp, without wrap
  std::uint64_t packet = 0;   ///< in its file, from 1
  double samples = kNothing;
  double offset_ns = kNothing;
  double expected_ns = kNothing;
  double deviation_ns = kNothing;
  std::uint32_t stream = 0;  ///< from 0
  std::uint32_t duration_us = 0;
  std::uint32_t octets = 0;  ///< UDP payload
  std::uint32_t file = 0;    ///< from 0
  std::uint16_t sequence = 0;
  bool frame = false;
  bool late = false;
  bool duplicate = false;
  bool after_loss = false;
  std::uint16_t unused = 0;
};
static_assert(sizeof(DatagramRow) == 80);

/// A channel message of a connection.
struct ArrivedMessage {
  const wire::ChannelMessage& content;
  capture::CapturePosition at;
  std::uint16_t sequence = 0;
  std::size_t octets = 0;
  std::chrono::microseconds media{};
  analysis::ArrivalOrder order{};
  analysis::Interruptions interruptions{};
};

/// One channel of a connection.
class CapturedStream {
 public:
  void take(const ArrivedMessage& message);
  void take_duplicate(const ArrivedMessage& message);
  /// No more will come.
  void finish();

  bool has_rows() const noexcept { return !rows_.empty(); }
  const analysis::StreamMetrics& metrics() const noexcept { return metrics_; }
  const std::vector<DatagramRow>& rows() const noexcept { return rows_; }

 private:
  struct Held {
    analysis::SampleDatagram datagram;
    std::size_t row = 0;
  };

  void configure(const wire::ChannelConfig& config);
  void take_chunk(const ArrivedMessage& message);
  void take_fragment(const ArrivedMessage& message);
  std::uint64_t count_samples(std::size_t octets) noexcept;
  void release();

  std::uint8_t data_match_ = 0;
  std::optional<std::size_t> configured_size_;  ///< octets of a sample, by the last configuration
  std::size_t sample_size_ = 0;                 ///< of the present chunk; 0: no configuration explains it
  std::size_t octets_carried_ = 0;
  bool is_frame_over_ = true;
  std::size_t last_measured_ = 0;  ///< its row
  analysis::DatagramOrderTracker place_;
  analysis::ClockStepFilter<Held> held_;
  analysis::StreamMetrics metrics_;
  std::vector<DatagramRow> rows_;
};

struct ConnectionKey {
  Endpoint client;
  Endpoint server;
  std::uint8_t client_group = 0;

  friend constexpr auto operator<=>(const ConnectionKey&, const ConnectionKey&) = default;
};

/// One client's real-time packets to one server.
class CapturedConnection {
 public:
  void take(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
            const capture::CapturePosition& at);
  void finish();

  std::uint64_t packets() const noexcept { return packets_; }
  const analysis::SequenceCounts& numbers() const noexcept { return numbers_.counts(); }
  /// By channel.
  const std::map<std::uint8_t, CapturedStream>& streams() const noexcept { return streams_; }

 private:
  std::chrono::microseconds unwrapped(WireMicros timestamp) const noexcept;
  analysis::SequenceUpdate count_number(const wire::PacketHeader& header, const wire::ChannelMessage* message,
                                        const capture::CapturePosition& at);

  std::uint64_t packets_ = 0;
  analysis::SequenceStatistics numbers_;
  std::optional<std::chrono::microseconds> newest_media_;
  std::map<std::uint8_t, CapturedStream> streams_;
  std::vector<std::byte> padded_;  ///< a datagram of which the capture has the beginning only
};

using CaptureTable = std::map<ConnectionKey, CapturedConnection>;

/// Reads whole captures. Throws std::runtime_error for files that cannot be read or are none.
/// @param port UDP port of the receivers
CaptureTable read_captures(const std::vector<std::string>& paths, std::uint16_t port);

}  // namespace idn::python
