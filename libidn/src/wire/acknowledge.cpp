// SPDX-License-Identifier: MIT
#include "idn/wire/acknowledge.hpp"

#include <array>

namespace idn::wire {

std::string_view input_event_name(unsigned bit) noexcept {
  constexpr std::array<std::string_view, 16> kNames{"connection opened",
                                                    "reserved bit 1",
                                                    "reserved bit 2",
                                                    "timestamps out of order",
                                                    "sequence number not the next",
                                                    "sequence number repeated",
                                                    "sequence number missing",
                                                    "reserved bit 7",
                                                    "invalid message",
                                                    "input overrun",
                                                    "late",
                                                    "too late, dropped",
                                                    "reserved bit 12",
                                                    "channel not routed",
                                                    "reserved bit 14",
                                                    "no resources"};
  return bit < kNames.size() ? kNames[bit] : "no such bit";
}

std::string_view pipeline_event_name(unsigned bit) noexcept {
  constexpr std::array<std::string_view, 16> kNames{"routed",
                                                    "channel closed",
                                                    "reserved bit 2",
                                                    "reserved bit 3",
                                                    "service or mode unknown",
                                                    "service in use",
                                                    "fragments do not fit",
                                                    "no usable configuration",
                                                    "chunk type not of this mode",
                                                    "samples of another configuration",
                                                    "discontinuous",
                                                    "chunk too short",
                                                    "value out of range",
                                                    "inconsistent payload",
                                                    "device error",
                                                    "internal failure"};
  return bit < kNames.size() ? kNames[bit] : "no such bit";
}

}  // namespace idn::wire
