// SPDX-License-Identifier: MIT
// A projector that a search finds, in a network of its own.
#include "plugins/etherdream/rack_output.hpp"

#include <mutex>
#include <set>

#include "plugins/common/rack.hpp"
#include "support/counting_projector.hpp"
#include "support/private_network.hpp"

using namespace idn;
using etherdream::RackOutput;

namespace {

Venue settings_for(const std::string& target) {
  Venue venue;
  venue.projectors.push_back({.target = target, .name = {}, .settings = {}});
  return venue;
}

/// A unit that searches find, and the senders whose samples it got.
class NamedProjector {
 public:
  std::size_t senders() const {
    const std::lock_guard lock(mutex_);
    return ports_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::uint16_t> ports_;
  SampleReceiver receiver_ =
      SampleReceiver::open({.name = "Left", .address = 0x7F000001}, [this](const ReceivedSamples& chunk) {
        const std::lock_guard lock(mutex_);
        ports_.insert(chunk.from.port);
      }).value();
};

}  // namespace

TEST_CASE("Ether Dream: a projector that is found by name is played to by clients only",
          "[plugins][etherdream]") {
  const test::PrivateNetwork network;
  if (!network.exists()) {
    WARN("skipped: needs root and ip(8)");
    return;
  }
  plugins::Rack rack("test", settings_for("Left"), plugins::Arming::BySettings);
  RackOutput output(*rack.at(0));
  CHECK_FALSE(output.is_present());
  CHECK(rack.at(0)->problem().find("no such unit or host") != std::string::npos);
  CHECK(output.open().find("no such unit or host") != std::string::npos);

  const NamedProjector projector;
  REQUIRE(test::eventually([&] { return output.is_present(); }));
  CHECK_FALSE(rack.at(0)->is_open());
  REQUIRE(output.open().empty());
  CHECK(test::eventually([&] { return projector.senders() > 0; }));
  output.close();
  CHECK(projector.senders() == 1);  // datagrams of an earlier session would have come before
  CHECK(output.is_present());
  CHECK_FALSE(rack.at(0)->is_open());
}
