// SPDX-License-Identifier: MIT
// The search over loopback, with the emulated receiver.
#include "idn/io/find/discovery.hpp"

#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>

#include "idn_server/server.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kLoopback = 0x7F000001;

struct Silent : Reporter {
  void listening(const UnitFacts&) override {}
  void stream_started(const StreamFacts&) override {}
  void went_dark(const StreamFacts&, const DarkEvent&) override {}
  void progress(std::span<const StreamTable* const>, Duration) override {}
  void recording_failed(const cli::RecordingFacts&) override {}
  void finished(const ServerFacts&) override {}
};

/// A server with two services on a free port of loopback, in its own thread.
class Unit {
 public:
  explicit Unit(std::uint8_t number = 1)
      : server_(options(number), reporter_), done_(std::async(std::launch::async, [this] { server_.run(); })) {}
  ~Unit() { server_.stop(); }

  Endpoint endpoint() { return server_.local(); }

 private:
  static Options options(std::uint8_t number) {
    Options options;
    options.no_realtime = true;
    UnitOptions& unit = options.units.emplace_back();
    unit.port = 0;
    unit.address = kLoopback;
    unit.name = "Beam";
    unit.unit_id = wire::UnitId::eui48({2, 0, 0, 0, 0, number});
    unit.services = {*parse_service("1:laser:Left"), *parse_service("5:dmx:Fog")};
    mark_default_services(unit.services);
    return options;
  }

  Silent reporter_;
  Server server_;
  std::future<void> done_;
};

#ifdef __linux__
/// Configuration of a search on this port, on loopback only, with rounds that are just long enough for
/// loopback.
io::DiscoveryOptions search_for(const Endpoint& unit) {
  io::DiscoveryOptions options{.interfaces = {"lo"}};
  options.search.port = unit.port;
  options.search.addresses = {unit};
  options.search.round = 250ms;
  options.search.search_interval = 20ms;
  return options;
}

/// Stores reports, so that the test can wait for one that fulfils a condition.
class Reports {
 public:
  void operator()(const io::DiscoveryReport& report) {
    {
      const std::lock_guard lock(mutex_);
      last_ = report;
      ++rounds_;
    }
    changed_.notify_all();
  }
  unsigned rounds() {
    const std::lock_guard lock(mutex_);
    return rounds_;
  }
  bool eventually_ends_a_round_after(unsigned rounds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, test::kTestTimeout, [&] { return rounds_ > rounds; });
  }
  bool eventually_finds(std::size_t units) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, test::kTestTimeout,
                             [&] { return last_ && last_->found.units.size() == units; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<io::DiscoveryReport> last_;
  unsigned rounds_ = 0;
};

TEST_CASE("a search finds the running server with name, services and round trip", "[server][io]") {
  Unit unit;
  const auto report = io::discover(search_for(unit.endpoint()));
  CHECK(report.problems.empty());
  REQUIRE(report.found.units.size() == 1);
  const auto& found = report.found.units[0];
  CHECK(found.key.id.is_valid());
  CHECK(found.host_name == "Beam");
  CHECK(found.status == wire::ScanResponse::kRealtime);
  REQUIRE(found.addresses.size() == 1);
  CHECK(found.addresses[0].endpoint == unit.endpoint());
  CHECK(found.addresses[0].interface_name == "lo");
  CHECK(found.addresses[0].answers_unicast);
  REQUIRE(found.addresses[0].round_trip);
  CHECK(*found.addresses[0].round_trip > 0ns);
  REQUIRE(found.services.size() == 2);
  CHECK(found.services[0].name.view() == "Left");
  CHECK(found.services[1].service_id == 5);
}

TEST_CASE("two servers on one host are two units, or one that is reached in two ways", "[server][io]") {
  const auto number = GENERATE(as<std::uint8_t>(), 1, 2);
  Unit first(1), second(number);
  auto options = search_for(first.endpoint());
  options.search.addresses.push_back(second.endpoint());
  CHECK(io::discover(options).found.units.size() == number);
}

TEST_CASE("a watcher sees a unit come and, three rounds after its end, go", "[server][io]") {
  std::optional<Unit> unit(std::in_place);
  Reports reports;
  const io::UnitWatcher watcher(search_for(unit->endpoint()), std::ref(reports), 1ms);
  REQUIRE(reports.eventually_finds(1));
  CHECK(watcher.latest()->found.units.size() == 1);
  unit.reset();
  CHECK(reports.eventually_finds(0));
  CHECK(watcher.latest()->found.units.empty());
}

TEST_CASE("a watcher that is told to searches now, not at its next time", "[server][io]") {
  std::optional<Unit> unit(std::in_place);
  Reports reports;
  io::UnitWatcher watcher(search_for(unit->endpoint()), std::ref(reports), 1h);
  REQUIRE(reports.eventually_finds(1));
  unit.reset();
  const unsigned missed = search_for({}).search.missed_rounds;
  for (unsigned i = 0; i < missed; ++i) {
    const unsigned before = reports.rounds();
    watcher.search_now();
    REQUIRE(reports.eventually_ends_a_round_after(before));
  }
  CHECK(watcher.latest()->found.units.empty());
}

TEST_CASE("an interface that does not exist finds nothing, and breaks nothing", "[server][io]") {
  Unit unit;
  auto options = search_for(unit.endpoint());
  options.interfaces = {"no such interface"};
  options.search.round = 20ms;
  CHECK(io::discover(options).found.units.empty());
}
#endif

TEST_CASE("a watcher ends at once in the middle of a round and in the pause after it", "[server][io]") {
  io::DiscoveryOptions options{.interfaces = {"no such interface"}};
  options.search.round = GENERATE(Duration(1h), Duration(1ms));
  std::promise<void> in_pause;
  const bool waits_for_pause = options.search.round < 1s;
  auto watcher = std::make_unique<io::UnitWatcher>(
      options,
      [&](const io::DiscoveryReport&) {
        if (waits_for_pause) in_pause.set_value();
      },
      1h);
  CHECK(watcher->latest()->found.units.empty());
  if (waits_for_pause) in_pause.get_future().wait();
  watcher.reset();
  SUCCEED("came back");
}

}  // namespace
}  // namespace idn::server
