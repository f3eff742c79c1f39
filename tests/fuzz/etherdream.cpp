// SPDX-License-Identifier: MIT
// An emulated Ether Dream DAC. Input: octets from a client. Octets that are no command code stand for other
// events: points are played, the output is full, the client disconnects and reconnects.
#include <algorithm>

#include "fuzz/target.hpp"
#include "plugins/etherdream/dac.hpp"
#include "unit/plugins/etherdream/fake_output.hpp"

namespace idn::fuzz {
namespace {

using namespace etherdream;

struct FuzzedDac {
  explicit FuzzedDac(bool dims) : dac({}, {.use_intensity = dims}, output) {}

  void apply_event(std::uint8_t octet) {
    output.mark_sent(octet * 8u);
    output.room = octet % 16 == 0 ? 0 : 2000;
    output.is_rate_reached = octet % 3 != 0;
    answers.clear();
    if (octet % 32 == 1) dac.disconnect();
    if (octet % 32 == 2) dac.connect(answers);
    require(answers.size() == (octet % 32 == 2 ? kAnswerOctets : 0));
    now += std::chrono::milliseconds(octet);
    dac.advance(now);
  }

  void execute(const DacRequest& request) {
    answers.clear();
    dac.execute(request, answers);
    require(answers.size() ==
            (request.command == etherdream::DacCommand::Version ? kVersionOctets : kAnswerOctets));
  }

  void check() const {
    const DacStatus status = dac.status();
    require(status.buffer_fullness <= dac.firmware().buffer_capacity);
    require(output.queued <= 1799 + 100'000 / 250);
    require(status.light_engine == LightEngine::Ready || status.playback == DacPlayback::Idle);
    require(status.playback == DacPlayback::Playing || output.queued == 0);
    require((status.playback == DacPlayback::Playing) == (status.playback_flags == kShutterOpen));
  }

  test::FakeOutput output;
  Dac dac;
  std::vector<std::byte> answers;
  TimePoint now{};
};

}  // namespace

void run_etherdream(ConstBytes input) {
  FuzzedDac fuzzed(input.size() % 2 == 0);
  while (!input.empty()) {
    const Decoded next = decode_request(input);
    if (next.kind == Decoded::Kind::Incomplete) return;
    if (next.kind == Decoded::Kind::Unknown) {
      fuzzed.apply_event(next.request.octet);
      input = input.subspan(1);
    } else {
      require(next.request.octets >= 1 && next.request.octets <= input.size());
      fuzzed.execute(next.request);
      input = input.subspan(next.request.octets);
    }
    fuzzed.check();
  }
}

}  // namespace idn::fuzz
