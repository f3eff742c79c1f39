// SPDX-License-Identifier: MIT
// Counters of polling and energy, read from folders that look like those of the kernel.
#include <fstream>

#include "bench/clients/system_costs.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::bench;
using namespace std::chrono_literals;
using idn::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

struct PaperSystem {
  void write(const std::string& path, const std::string& text) const {
    const fs::path file = root() / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  std::string read(const std::string& path) const {
    std::ifstream in(root() / path);
    std::string line;
    std::getline(in, line);
    return line;
  }
  fs::path root() const { return folder / "sys"; }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("polling is what the idle states of that name took, of the other processors", "[bench]") {
  const PaperSystem system;
  CHECK(polling_times(system.root()).empty());
  for (const std::string cpu : {"cpu0", "cpu1", "cpu12"}) {
    system.write("devices/system/cpu/" + cpu + "/cpuidle/state0/name", "POLL");
    system.write("devices/system/cpu/" + cpu + "/cpuidle/state0/time", "1000");
    system.write("devices/system/cpu/" + cpu + "/cpuidle/state1/name", "C1");
    system.write("devices/system/cpu/" + cpu + "/cpuidle/state1/time", "70000");
  }
  system.write("devices/system/cpu/cpufreq/cpuidle/state0/time", "5");
  const auto before = polling_times(system.root());
  CHECK(before == std::map<unsigned, Duration>{{0, 1ms}, {1, 1ms}, {12, 1ms}});
  system.write("devices/system/cpu/cpu0/cpuidle/state0/time", "4000");
  system.write("devices/system/cpu/cpu12/cpuidle/state0/time", "1500");
  const auto after = polling_times(system.root());
  CHECK(polled_elsewhere(before, after, 1) == 3500us);
  CHECK(polled_elsewhere(before, after, 0) == 500us);
}

TEST_CASE("energy is that of packages, and nothing where a counter began anew or is missing", "[bench]") {
  const PaperSystem system;
  CHECK(energy_counters(system.root()).empty());
  CHECK_FALSE(joules_between({}, {}));
  system.write("class/powercap/intel-rapl:0/name", "package-0");
  system.write("class/powercap/intel-rapl:0/energy_uj", "1000000");
  system.write("class/powercap/intel-rapl:0:0/name", "core");
  system.write("class/powercap/intel-rapl:0:0/energy_uj", "500000");
  const auto before = energy_counters(system.root());
  CHECK(before == EnergyCounters{{"intel-rapl:0", 1'000'000}});
  system.write("class/powercap/intel-rapl:0/energy_uj", "3500000");
  CHECK(joules_between(before, energy_counters(system.root())) == 2.5);
  system.write("class/powercap/intel-rapl:0/energy_uj", "7");
  CHECK_FALSE(joules_between(before, energy_counters(system.root())));
}

TEST_CASE("a request for one processor is taken back", "[bench]") {
  const PaperSystem system;
  const std::string file = "devices/system/cpu/cpu3/power/pm_qos_resume_latency_us";
  CHECK_FALSE(ProcessorRequest(3, system.root()).is_granted());
  system.write(file, "0");
  {
    const ProcessorRequest request(3, system.root());
    CHECK(request.is_granted());
    CHECK(system.read(file) == "n/a");
  }
  CHECK(system.read(file) == "0");
}
