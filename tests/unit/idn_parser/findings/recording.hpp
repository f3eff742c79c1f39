// SPDX-License-Identifier: MIT
#pragma once

#include "../datagrams.hpp"
#include "idn_parser/analyse.hpp"

namespace idn::test {

using namespace std::chrono_literals;

/// Builds a capture, datagram by datagram. Times are relative to its start.
class Recording {
 public:
  Recording& send(Duration at, const Octets& datagram, const Endpoint& from = kClient,
                  const Endpoint& to = kServer, std::size_t captured = SIZE_MAX) {
    capture_.datagram(kStart + at, from, to, datagram, captured);
    return *this;
  }
  /// Datagram i of a stream with one per millisecond.
  Recording& wave(int i, Duration later = {}) { return send(i * 1ms + later, wave_datagram(i)); }
  Recording& waves(int first, int end) {
    for (int i = first; i < end; ++i) wave(i);
    return *this;
  }
  /// Adds a packet. The capture has packets in the order of the calls, whatever their times.
  Recording& packet(Duration at, const Octets& octets) {
    capture_.packet(kStart + at, octets);
    return *this;
  }

  const Octets& octets() const noexcept { return capture_.octets(); }
  parser::Findings findings(const std::optional<parser::PlaybackOptions>& playback = std::nullopt) const {
    return report(playback).findings;
  }
  parser::Report report(const std::optional<parser::PlaybackOptions>& playback = std::nullopt) const {
    const TemporaryFile file(octets());
    return parser::analyse({.files = {file.path()}, .playback = playback});
  }

 private:
  CaptureBuilder capture_;
};

inline parser::Findings findings_in(const Octets& capture) {
  const TemporaryFile file(capture);
  return parser::analyse(file.path(), kIdnPort).findings;
}

}  // namespace idn::test
