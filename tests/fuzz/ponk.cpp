// SPDX-License-Identifier: MIT
// Datagrams of PONK, and the samples that idn_sender ponk draws. Input: datagrams, see sequence.hpp.
#include "fuzz/sequence.hpp"
#include "fuzz/target.hpp"
#include "sender/ponk/draw.hpp"

namespace idn::fuzz {

void run_ponk(ConstBytes input) {
  using namespace sender::ponk;
  constexpr SampleRate kRate{30'000};
  Assembler frames;
  TimePoint now{};
  Sequence steps(input);
  while (const auto step = steps.next()) {
    now += step->elapsed;
    const auto header = decode_header(step->datagram);
    const bool is_complete = header && frames.add(*header, step->datagram, now);
    if (is_complete) require(frames.payload().size() <= Assembler::kMostOctets);
    // Without a right sum too, which a mutated input seldom has.
    const auto paths = decode_paths(is_complete || !header ? (is_complete ? frames.payload() : step->datagram)
                                                           : step->datagram.subspan(Header::kSize));
    if (!paths) continue;
    const auto samples = draw(*paths, kRate);
    require(!samples || samples->size() <= kRate.per_second);
  }
}

}  // namespace idn::fuzz
