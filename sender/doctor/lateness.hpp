// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sender/doctor/median_interval.hpp"
#include "sender/doctor/suspect.hpp"

/// Lateness of datagrams with a setting as it is and with it changed. Pure.
namespace idn::sender::doctor {

/// Of the datagrams of one trial: from when each was due to when the system was asked to send it; of receivers
/// see Suspect::is_before_stamp.
struct Lateness {
  std::size_t datagrams = 0;
  Duration p50{0};
  Duration p99{0};
  std::optional<Duration> p999{};  ///< of 1000 datagrams or more
  std::size_t dropped = 0;         ///< of `datagrams`: for want of receive buffer; the latest of all
};

/// Percentiles by nearest rank. All zero for an empty list.
Lateness summarise_lateness(std::vector<Duration> late);

/// One trial of a suspect.
struct Trial {
  std::size_t suspect = 0;  ///< its index
  bool is_changed = false;  ///< false: with the present setting
};

/// One round: each suspect once as it is and once changed, directly one after the other, so that a disturbance
/// affects both. The order of suspects, and within each pair, is random in each round.
std::vector<Trial> draw_round(std::size_t suspects, std::mt19937_64& random);

/// Results of all rounds for one suspect.
struct Measured {
  std::vector<Lateness> base;     ///< round by round
  std::vector<Lateness> changed;  ///< the same rounds
};

enum class Better : std::uint8_t {
  Neither,  ///< no measurable effect
  Now,      ///< as it is
  Other,    ///< changed
  Depends,  ///< one percentile says one, another the other
};

/// Gain of the change in us; negative if it makes datagrams later.
struct Judgement {
  MedianInterval p50;
  MedianInterval p99;
  std::optional<MedianInterval> p999{};
  Better better = Better::Neither;
};

/// @param measured at least one round, with as many changed trials as others
/// @param by_median whether p50 counts, too: for what delays every datagram, by timestamps whose own tail hides
///        the other percentiles
Judgement judge(const Measured& measured, bool by_median = false);

/// Of each percentile the median of the rounds that have it; of `datagrams` and `dropped` the sum.
Lateness typical(const std::vector<Lateness>& rounds);

}  // namespace idn::sender::doctor
