// SPDX-License-Identifier: MIT
// The functions that hosts of EasyLase cards call.
#include "plugins/common/host_limits.hpp"
#include "plugins/compat/octet_frames.hpp"

namespace {

using namespace idn::plugins::compat;
using idn::plugins::kMostEasyLaseCards;

enum EasyLaseStatus : int { kEasyLaseFault = 0, kEasyLaseReady = 1, kEasyLaseBusy = 2 };

constexpr int kHighestEasyLaseRate = 65'000;

struct EasyLaseCards : CardSet {};
CardSet& easylase() {
  return idn::plugins::never_destroyed<EasyLaseCards>();
}

int write_easylase(const int* number, const EasyLasePoint* points, int octets, int rate,
                   std::uint32_t passes) noexcept {
  return with_card(easylase(), number, 0, [&](Card& card) {
    const PlaybackRequest request{.rate = std::min(rate, kHighestEasyLaseRate), .passes = passes};
    return as_bool(write_octets(card, points, octets, request,
                                [](std::span<const EasyLasePoint> frame) { return to_samples(frame); }));
  });
}

/// EasyLaseSend() takes thousands of points per second, but some hosts pass points per second: values from
/// kLowestRate on are taken as the latter. @return points per second
int rate_of_thousands(std::uint16_t rate) noexcept {
  return rate < kLowestRate ? rate * 1000 : rate;
}

/// Result of functions for DMX, TTL and debugging, which this plug-in does not have.
constexpr int kNotSupported = 0;

}  // namespace

extern "C" {

int IDN_DAC_CALL EasyLaseGetCardNum() {
  return open_cards(easylase(), kMostEasyLaseCards);
}
/// Closes all cards and searches again; frames then open them, also those that were missing.
int IDN_DAC_CALL EasyLaseReConnect() {
  return guarded(0, [] {
    const auto cards = easylase().cards();
    if (!cards) return 0;
    cards->close();
    return std::min(cards->scan(), kMostEasyLaseCards);
  });
}
int IDN_DAC_CALL EasyLaseClose() {
  return close_cards(easylase());
}

int IDN_DAC_CALL EasyLaseGetStatus(const int* card) {
  return with_card(easylase(), card, kEasyLaseFault, [](Card& found) {
    const CardState state = found.state();
    if (state == CardState::Missing) return static_cast<int>(kEasyLaseFault);
    return static_cast<int>(state == CardState::Ready ? kEasyLaseReady : kEasyLaseBusy);
  });
}
int IDN_DAC_CALL EasyLaseGetLastError(const int* card) {
  return with_card(easylase(), card, static_cast<int>(CallResult::Missing),
                   [](Card& found) { return static_cast<int>(found.last_outcome()); });
}

int IDN_DAC_CALL EasyLaseWriteFrame(const int* card, const EasyLasePoint* points, int octets,
                                    std::uint16_t rate) {
  return write_easylase(card, points, octets, rate, 0);
}
int IDN_DAC_CALL EasyLaseWriteFrameNR(const int* card, const EasyLasePoint* points, int octets,
                                      std::uint16_t rate, std::uint16_t repeats) {
  return write_easylase(card, points, octets, rate, passes_of(repeats));
}
int IDN_DAC_CALL EasyLaseWriteFrameUncompressed(const int* card, const EasyLasePoint* points, int octets,
                                                std::uint16_t rate) {
  return write_easylase(card, points, octets, rate, 0);
}
int IDN_DAC_CALL EasyLaseSend(const int* card, const EasyLasePoint* points, int octets, std::uint16_t rate) {
  return write_easylase(card, points, octets, rate_of_thousands(rate), 1);
}
int IDN_DAC_CALL EasyLaseStop(const int* card) {
  return stop_card(easylase(), card);
}

int IDN_DAC_CALL EasyLaseWriteDMX(const int*, std::uint8_t*) {
  return kNotSupported;
}
int IDN_DAC_CALL EasyLaseGetDMX(const int*, std::uint8_t*) {
  return kNotSupported;
}
int IDN_DAC_CALL EasyLaseDMXOut(const int*, std::uint8_t*, std::uint16_t, std::uint16_t) {
  return kNotSupported;
}
int IDN_DAC_CALL EasyLaseDMXIn(const int*, std::uint8_t*, std::uint16_t, std::uint16_t) {
  return kNotSupported;
}
int IDN_DAC_CALL EasyLaseWriteTTL(const int*, std::uint16_t) {
  return kNotSupported;
}
int IDN_DAC_CALL EasyLaseGetDebugInfo(const int*, void*, std::uint16_t) {
  return kNotSupported;
}

}  // extern "C"
