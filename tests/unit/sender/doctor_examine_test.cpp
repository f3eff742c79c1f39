// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sender/doctor/apply.hpp"
#include "sender/doctor/quota.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::sender::doctor;
using namespace std::chrono_literals;

namespace {

const std::vector<io::Grant> kAllGranted{{"real-time priority", true, "SCHED_FIFO 20"},
                                         {"memory lock", true, "all pages"},
                                         {"timer slack", true, "0 ns"},
                                         {"CPU latency", true, "0 us"}};

/// A folder that stands for the /sys and /proc of a machine.
struct SmallMachine {
  test::TemporaryFolder folder{};
  MachineFiles files{folder / ""};

  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(files.real(path).parent_path());
    std::ofstream(files.real(path)) << text << '\n';
  }
  Examination examine(const ExamineOptions& options = {},
                      const std::vector<unsigned>& processors = {0, 1, 2, 3},
                      const std::vector<io::Grant>& grants = kAllGranted) const {
    return doctor::examine(files, processors, grants, options);
  }
};

std::vector<std::string> names_of(const Examination& found) {
  std::vector<std::string> names;
  for (const Suspect& suspect : found.suspects) names.push_back(suspect.name);
  return names;
}

std::string remark_on(const std::string& name, const Examination& found) {
  const auto remark = std::ranges::find(found.remarks, name, &Remark::name);
  return remark == found.remarks.end() ? "" : remark->state;
}

const Suspect& suspect_of(const std::string& name, const Examination& found) {
  const auto suspect = std::ranges::find(found.suspects, name, &Suspect::name);
  REQUIRE(suspect != found.suspects.end());
  return *suspect;
}

const std::string kHalt = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
const std::string kLatencyOf1 = "/sys/devices/system/cpu/cpu1/power/pm_qos_resume_latency_us";
const std::string kGovernorOf0 = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";

struct RichMachine : SmallMachine {
  RichMachine() {
    put(kHalt, "0");
    put(kLatencyOf1, "0");
    put(kGovernorOf0, "powersave");
    put("/proc/irq/24/smp_affinity_list", "0-3");
    put("/proc/irq/30/smp_affinity_list", "1");
    put("/proc/irq/31/smp_affinity_list", "3");
    put("/proc/irq/default_smp_affinity", "f");
  }
};

}  // namespace

TEST_CASE("what a machine lacks is remarked and not counted", "[sender]") {
  const SmallMachine bare;
  const Examination found = bare.examine();
  CHECK(names_of(found) == std::vector<std::string>{"class", "round-robin", "slack", "lock", "latency", "pause",
                                                    "binding", "spinner"});
  CHECK(remark_on("governor", found) == "not here: no cpufreq");
  CHECK(remark_on("halt-poll", found) == "not here: no cpuidle-haltpoll");
  CHECK(remark_on("interrupts", found) == "none comes there");
  CHECK(remark_on("kernel", found) == "not here: cpufreq, powercap, osnoise, schedstat");
  CHECK(remark_on("quota", found) == "none");
}

TEST_CASE("what is not granted is remarked with the reason", "[sender]") {
  const SmallMachine bare;
  const Examination found = bare.examine({}, {0}, {{"real-time priority", false, "run as root"}});
  CHECK(names_of(found) == std::vector<std::string>{"pause", "spinner"});
  CHECK(remark_on("class", found) == "not granted: run as root");
  CHECK(remark_on("lock", found) == "not a feature of this system");
  CHECK(remark_on("binding", found) == "there is only one to run on");
  CHECK(remark_on("interrupts", found) == "there is no other processor for them");
}

TEST_CASE("settings of the whole machine are tried only where that is asked for", "[sender]") {
  const RichMachine machine;
  const Examination modest = machine.examine();
  for (const Suspect& suspect : modest.suspects) {
    CHECK(suspect.base.settings.empty());
    CHECK(suspect.changed.settings.empty());
  }
  CHECK(remark_on("halt-poll", modest).ends_with("add --system"));
  const Examination found = machine.examine({.system = true});
  CHECK(suspect_of("halt-poll", found).changed.settings == std::vector<Setting>{{kHalt, "200000"}});
  CHECK(suspect_of("halt-poll", found).base.settings == std::vector<Setting>{{kHalt, "0"}});
  CHECK(suspect_of("halt-poll", found).keeps_other == "echo 200000 > " + kHalt);
  CHECK(suspect_of("latency-cpu", found).changed.settings == std::vector<Setting>{{kLatencyOf1, "n/a"}});
  CHECK_FALSE(suspect_of("latency-cpu", found).changed.awake_processors);
  CHECK(suspect_of("governor", found).changed.settings == std::vector<Setting>{{kGovernorOf0, "performance"}});
}

TEST_CASE("interrupts are kept away from the sender's processor, and nowhere else", "[sender]") {
  const Examination found = RichMachine().examine({.system = true});
  CHECK(suspect_of("interrupts", found).changed.settings ==
        std::vector<Setting>{{"/proc/irq/24/smp_affinity_list", "0-2"},
                             {"/proc/irq/31/smp_affinity_list", "0-2"}});
  CHECK(suspect_of("interrupts", found).base.processor == 3U);
  const Examination other = RichMachine().examine({.system = true, .processor = 1});
  CHECK(suspect_of("interrupts", other).changed.settings ==
        std::vector<Setting>{{"/proc/irq/24/smp_affinity_list", "0,2-3"},
                             {"/proc/irq/30/smp_affinity_list", "0,2-3"}});
}

TEST_CASE("each suspect changes one thing", "[sender]") {
  const Examination found = RichMachine().examine({.system = true});
  for (const Suspect& suspect : found.suspects) {
    CAPTURE(suspect.name);
    const Setup &a = suspect.base, &b = suspect.changed;
    const int changes = int{a.scheduling != b.scheduling} + int{a.timer_slack != b.timer_slack} +
                        int{a.lock_memory != b.lock_memory} + int{a.hint != b.hint} +
                        int{a.processor != b.processor} + int{a.idle_spinner != b.idle_spinner} +
                        int{a.awake_processors != b.awake_processors || a.settings != b.settings};
    CHECK(changes == 1);
  }
}

TEST_CASE("only what was named is examined", "[sender]") {
  const Examination found = RichMachine().examine({.only = {"pause", "numa"}});
  CHECK(names_of(found) == std::vector<std::string>{"pause"});
  REQUIRE(found.remarks.size() == 1);
  CHECK(found.remarks[0].name == "numa");
}

TEST_CASE("every name that --only knows is of a suspect or a remark", "[sender]") {
  const Examination found = RichMachine().examine({.system = true});
  std::size_t known = 0;
  for (const std::string& name : suspect_names(Direction::Send)) {
    CAPTURE(name);
    const bool is_there = !remark_on(name, found).empty() || std::ranges::count(names_of(found), name) > 0;
    CHECK(is_there);
    known += is_there ? 1U : 0U;
  }
  CHECK(known == found.suspects.size() + found.remarks.size());
}

TEST_CASE("applied is what helps in general; what has a price only where it is named", "[sender]") {
  const auto applied = [](const ExamineOptions& options, const std::string& halt = "0") {
    const RichMachine machine;
    machine.put(kHalt, halt);
    return choose(machine.examine(options), options);
  };
  const AppliedSettings usual = applied({.system = true});
  CHECK(usual.settings == std::vector<Setting>{{kHalt, "200000"}, {kGovernorOf0, "performance"}});
  CHECK(usual.awake_processors);
  CHECK_FALSE(usual.spinner);
  CHECK(applied({.system = true}, "50000").settings == std::vector<Setting>{{kGovernorOf0, "performance"}});
  CHECK(applied({.system = true, .processor = 1}).settings.size() == 4);
  const AppliedSettings named = applied({.only = {"spinner", "latency-cpu"}, .system = true});
  CHECK(named.spinner == 3U);
  CHECK_FALSE(named.awake_processors);
  CHECK(named.settings == std::vector<Setting>{{kLatencyOf1, "n/a"}});
}

TEST_CASE("the tightest quota on the way to the root counts, in either version", "[sender]") {
  const SmallMachine machine;
  CHECK_FALSE(find_quota(machine.files));
  machine.put("/proc/self/cgroup", "1:cpu,cpuacct:/x\n0::/a/b");
  machine.put("/sys/fs/cgroup/a/b/cpu.max", "max 100000");
  CHECK_FALSE(find_quota(machine.files));
  machine.put("/sys/fs/cgroup/a/cpu.max", "150000 100000");
  machine.put("/sys/fs/cgroup/a/cpu.stat", "nr_throttled 2\nthrottled_usec 8000");
  REQUIRE(find_quota(machine.files));
  CHECK(find_quota(machine.files)->quota.runtime == Duration(150ms));
  CHECK(throttled(machine.files, *find_quota(machine.files)).times == 2);
  machine.put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "20000");
  machine.put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "50000");
  CHECK(find_quota(machine.files)->group == "/sys/fs/cgroup/cpu,cpuacct");
  CHECK(remark_on("quota", machine.examine())
            .starts_with("20 ms in each 50 ms, which stopped the group 0 times"));
}

TEST_CASE("nodes, preemption and throttling are told as they are", "[sender]") {
  const SmallMachine machine;
  machine.put("/proc/version", "Linux version 6.1 (x) #1 SMP PREEMPT_DYNAMIC Debian");
  machine.put("/proc/sys/kernel/sched_rt_runtime_us", "950000");
  machine.put("/proc/sys/kernel/sched_rt_period_us", "1000000");
  machine.put("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "4");
  machine.put("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "5");
  for (const char* node : {"node0", "node1", "nodes"})
    machine.put("/sys/devices/system/node/" + std::string(node) + "/cpulist", "0");
  const Examination found = machine.examine();
  CHECK(remark_on("preemption", found).starts_with("PREEMPT_DYNAMIC, chosen"));
  CHECK(remark_on("throttling", found) ==
        "real-time threads are stopped above 95 % of a processor; heat: slowed down 9 times since the start");
  CHECK(remark_on("numa", found).starts_with("2 nodes, automatic balancing off"));
  machine.put("/sys/kernel/debug/sched/preempt", "none voluntary (full)");
  CHECK(remark_on("preemption", machine.examine()).starts_with("full; "));
}
