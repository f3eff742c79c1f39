// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "idn/analysis/median_interval.hpp"
#include "sender/doctor/suspect.hpp"

/// How late datagrams were, and what a suspect has to do with it. Pure.
namespace idn::sender::doctor {

/// Of the datagrams of one trial: from when each was due to when the system was asked to send it.
struct Lateness {
  std::size_t datagrams = 0;
  Duration p50{0};
  Duration p99{0};
  std::optional<Duration> p999{};  ///< of 1000 datagrams or more
};

/// Nearest ranks. Nothing of nothing.
Lateness summarise_lateness(std::vector<Duration> late);

/// One trial of a suspect.
struct Trial {
  std::size_t suspect = 0;  ///< its place
  bool is_changed = false;  ///< else as it is now
};

/// Each suspect once as it is and once changed, one right after the other: what disturbs the machine disturbs
/// both. Which suspect comes when, and which of its two, is drawn anew for each round.
std::vector<Trial> draw_round(std::size_t suspects, std::mt19937_64& random);

/// What the rounds say about one suspect.
struct Measured {
  std::vector<Lateness> base;     ///< round by round
  std::vector<Lateness> changed;  ///< the same rounds
};

enum class Better : std::uint8_t {
  Neither,  ///< no measurable effect
  Now,      ///< as it is
  Other,    ///< changed
  Depends,  ///< p99 says one, p99.9 the other
};

/// How much less late the changed trials were, in us: negative where the change makes it worse.
struct Judgement {
  analysis::MedianInterval p99;
  std::optional<analysis::MedianInterval> p999{};
  Better better = Better::Neither;
};

/// @param measured at least one round, as many changed as not
Judgement judge(const Measured& measured);

/// The medians of the rounds.
Lateness typical(const std::vector<Lateness>& rounds);

}  // namespace idn::sender::doctor
