// SPDX-License-Identifier: MIT
// Programs that do not close their devices: the C interface blanks the laser when the process ends or the
// library is unloaded.
#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

namespace {

bool has_lit(const UdpSink& sink) {
  return std::ranges::any_of(sink.datagrams, [](const auto& datagram) {
    const WavePacket packet(datagram);
    return !packet.samples.empty() && !std::ranges::all_of(samples_of(datagram), &LaserSample::is_dark);
  });
}

}  // namespace

TEST_CASE("a program in C that closes nothing ends dark, and so does a library that is unloaded", "[e2e]") {
  for (const std::string way : {"return", "callback", "unload"}) {
    UdpSink sink;
    const auto done = run({IDN_C_FORGETFUL, IDN_C_LIBRARY, sink.address(), way});
    CAPTURE(way, done.errors);
    CHECK(done.code == 0);
    sink.drain();
    CHECK(has_lit(sink));
    check_dark_end(sink);
  }
}
