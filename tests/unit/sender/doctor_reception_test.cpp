// SPDX-License-Identifier: MIT
// The doctor's view of a receiver: suspects of its direction, and how late it read by the timestamps of a
// stream.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sender/doctor/doctor_report.hpp"
#include "sender/doctor/kernel_setting.hpp"
#include "sender/doctor/reception.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::sender::doctor;
using namespace std::chrono_literals;

namespace {

const std::vector<io::Grant> kGranted{{"real-time priority", true, "SCHED_FIFO 10"},
                                      {"memory lock", true, "all pages"},
                                      {"CPU latency", true, "0 us"}};
const std::string kCard = "/sys/class/net/card/";

/// A folder that stands for /sys and /proc of a machine that receives by "card", which no real machine has.
struct ReceivingMachine {
  test::TemporaryFolder folder{};
  MachineFiles files{folder / ""};
  ArrivalDevice device{.name = "card", .is_polled = true, .granted = 16 << 20};

  ReceivingMachine() { put("/proc/sys/net/core/rmem_default", "212992"); }
  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(files.real(path).parent_path());
    std::ofstream(files.real(path)) << text << '\n';
  }
  Examination examine(const std::vector<unsigned>& processors = {0, 1}) const {
    return doctor::examine(files, processors, kGranted,
                           {.system = true, .direction = Direction::Receive, .device = device});
  }
};

std::string state_of(const std::string& name, const Examination& found) {
  const auto remark = std::ranges::find(found.remarks, name, &Remark::name);
  return remark == found.remarks.end() ? "" : remark->state;
}

const Suspect& receiving_suspect(const std::string& name, const Examination& found) {
  const auto suspect = std::ranges::find(found.suspects, name, &Suspect::name);
  REQUIRE(suspect != found.suspects.end());
  return *suspect;
}

}  // namespace

TEST_CASE("a receiver is suspected of its own, and what its device lacks is told", "[sender]") {
  ReceivingMachine machine;
  machine.device.is_polled = false;
  machine.put("/proc/sys/net/core/busy_poll", "0");
  const Examination found = machine.examine();
  std::vector<std::string> names;
  for (const Suspect& suspect : found.suspects) names.push_back(suspect.name);
  CHECK(names == std::vector<std::string>{"class", "lock", "latency", "binding", "spinner", "spin", "buffer"});
  CHECK(receiving_suspect("class", found).keeps_now == "idn_server does");
  CHECK(receiving_suspect("binding", found).keeps_other == "taskset -c 1 idn_server ...");
  CHECK(state_of("busy-poll", found) == "not here: card has no queue to poll");
  CHECK(state_of("coalescing", found).starts_with("not here"));
  CHECK(state_of("deferral", found).starts_with("not here"));
  CHECK(state_of("rps", found).starts_with("not here"));
  CHECK(state_of("stamps", found).ends_with("not here: stamps by its hardware"));
}

TEST_CASE("every name that --only knows for receivers is of a suspect or a remark", "[sender]") {
  const Examination found = ReceivingMachine().examine();
  const auto& known = suspect_names(Direction::Receive);
  CHECK(known.size() == found.suspects.size() + found.remarks.size());
  for (const Suspect& suspect : found.suspects) CHECK(std::ranges::count(known, suspect.name) == 1);
  for (const Remark& remark : found.remarks) CHECK(std::ranges::count(known, remark.name) == 1);
}

TEST_CASE("what a device has of interrupts and queues is tried the other way", "[sender]") {
  const ReceivingMachine machine;
  machine.put("/proc/sys/net/core/busy_poll", "0");
  machine.put("/proc/sys/net/core/busy_read", "0");
  machine.put(kCard + "gro_flush_timeout", "20000");
  machine.put(kCard + "napi_defer_hard_irqs", "2");
  machine.put(kCard + "queues/rx-0/rps_cpus", "00000000,00000000");
  machine.put(kCard + "queues/tx-0/xps_cpus", "1");
  const Examination found = machine.examine({0, 1, 2, 33});
  const Suspect& polled = receiving_suspect("busy-poll", found);
  CHECK(polled.changed.settings == std::vector<Setting>{{"/proc/sys/net/core/busy_poll", "2000"},
                                                        {"/proc/sys/net/core/busy_read", "2000"}});
  CHECK(polled.changed.scheduling == SchedulingClass::Ordinary);
  CHECK(polled.base.scheduling == SchedulingClass::RealTime);
  CHECK(polled.is_before_stamp);
  const Suspect& deferred = receiving_suspect("deferral", found);
  CHECK(deferred.now == "gro_flush_timeout 20000 ns");
  CHECK(deferred.base.settings ==
        std::vector<Setting>{{kCard + "gro_flush_timeout", "20000"}, {kCard + "napi_defer_hard_irqs", "2"}});
  CHECK(deferred.keeps_other ==
        "echo 0 > " + kCard + "gro_flush_timeout\necho 0 > " + kCard + "napi_defer_hard_irqs");
  const Suspect& steered = receiving_suspect("rps", found);
  CHECK(steered.changed.settings == std::vector<Setting>{{kCard + "queues/rx-0/rps_cpus", "7"}});
  CHECK(steered.base.processor == 33U);
  CHECK_FALSE(steered.is_before_stamp);
  CHECK(steered.counts_median());
  machine.put(kCard + "queues/rx-0/rps_cpus", "2");
  CHECK(receiving_suspect("rps", machine.examine()).changed.settings ==
        std::vector<Setting>{{kCard + "queues/rx-0/rps_cpus", "0"}});
}

TEST_CASE("what takes another processor is not tried on a single one", "[sender]") {
  const ReceivingMachine machine;
  machine.put("/proc/sys/net/core/busy_poll", "0");
  machine.put(kCard + "queues/rx-0/rps_cpus", "0");
  const Examination found = machine.examine({0});
  for (const char* name : {"spin", "busy-poll", "rps", "binding", "interrupts"})
    CHECK_FALSE(state_of(name, found).empty());
}

TEST_CASE("a receive buffer that the system does not grant is told with the remedy", "[sender]") {
  ReceivingMachine machine;
  CHECK(receiving_suspect("buffer", machine.examine()).now == "16384 KiB");
  CHECK(receiving_suspect("buffer", machine.examine()).changed.receive_buffer == 106496);
  machine.device.granted = 106496;
  CHECK(state_of("buffer", machine.examine()) ==
        "104 KiB of 16384 KiB are granted; sysctl -w net.core.rmem_max=16777216, or CAP_NET_ADMIN");
}

TEST_CASE("interrupt coalescing is a setting by the words of ethtool, and loopback has none", "[sender]") {
  CHECK(command_of({"ethtool -C eth0 rx-usecs", "50"}) == "ethtool -C eth0 rx-usecs 50");
  CHECK(command_of({"/sys/a", "50"}) == "echo 50 > /sys/a");
  const ReceivingMachine machine;
  for (const char* name :
       {"ethtool -C lo rx-usecs", "ethtool -C no_such_device_here adaptive-rx", "ethtool -C "}) {
    CHECK_FALSE(read_setting(machine.files, name));
    CHECK(write_setting(machine.files, {name, "0"}));
  }
  CHECK_FALSE(offers_hardware_stamps("lo"));
}

TEST_CASE("media time is that of datagrams with samples alone", "[sender]") {
  const auto wave = media_time(test::vector_file("idn/11-wave-next.hex"));
  REQUIRE(wave);
  CHECK(wave->channel == 0);
  CHECK(wave->at == WireMicros{0x00989A68});
  CHECK(media_time(test::vector_file("idn/21-frame-first-fragment.hex")));
  for (const char* other : {"22-frame-sequel-middle", "12-keepalive-void-message", "13-keepalive-empty-packet",
                            "01-scan-request", "18-session-abort"})
    CHECK_FALSE(media_time(test::vector_file("idn/" + std::string(other) + ".hex")));
  CHECK_FALSE(media_time({}));
}

TEST_CASE("lateness by timestamps is what exceeds the least, also where they wrap", "[sender]") {
  MediaLateness lateness;
  const TimePoint begin{7s};
  lateness.add(WireMicros{0xFFFF'FC18}, begin + 50us);  // 1000 us before the wrap
  lateness.add(WireMicros{0}, begin + 1ms + 20us);
  lateness.add(WireMicros{1000}, begin + 2ms + 370us);
  CHECK(lateness.take() == std::vector<Duration>{30us, 0us, 350us});
  CHECK(lateness.take().empty());
}

TEST_CASE("by timestamps the median counts, and where it contradicts the tail there is no advice", "[sender]") {
  const auto rounds = [](Duration p50, Duration p99) {
    return std::vector<Lateness>(9, {.datagrams = 500, .p50 = p50, .p99 = p99});
  };
  SuspectResult finding{.suspect = {.is_before_stamp = true},
                        .measured = {rounds(280us, 900us), rounds(15us, 900us)}};
  CHECK(final_judgement(finding).better == Better::Other);
  CHECK(final_judgement(finding).p50.median == 265.0);
  finding.measured.changed = rounds(15us, 2ms);
  CHECK(final_judgement(finding).better == Better::Depends);
  finding.suspect = {.delays_each = true};
  CHECK(final_judgement(finding).better == Better::Depends);
  finding.suspect = {};
  CHECK(final_judgement(finding).better == Better::Now);
}

TEST_CASE("a report of a receiver tells drops, the stamps and what was left out", "[sender]") {
  const auto rounds = [](Duration p99, std::size_t dropped) {
    return std::vector<Lateness>(9, {.datagrams = 500, .p50 = 5us, .p99 = p99, .dropped = dropped});
  };
  DoctorReport report;
  report.options.examine = {.direction = Direction::Receive, .device = {.name = "card"}};
  report.findings = {
      {.suspect = {.name = "buffer", .what = "receive buffer", .now = "16384 KiB", .other = "104 KiB"},
       .measured = {rounds(20us, 0), rounds(500ms, 4)}},
      {.suspect = {.name = "coalescing",
                   .what = "interrupt coalescing",
                   .now = "rx-usecs 500",
                   .other = "rx-usecs 0",
                   .is_before_stamp = true},
       .measured = {rounds(320us, 0), rounds(20us, 0)},
       .left_out = "1 of 2 settings, such as /a: no"}};
  const std::string text = doctor_text(report);
  CHECK(text.find("read late, from the kernel's stamp, as it is: p50 5.0 us, p99 20.0 us\n") == 0);
  CHECK(text.find("timestamps of the stream (*), as it is: p50 5.0 us, p99 320.0 us\n") != std::string::npos);
  CHECK(text.find("dropped for want of buffer: 0 so, 36 the other way\n") != std::string::npos);
  CHECK(text.find("\n* interrupt coalescing (coalescing): rx-usecs 500\n  better: rx-usecs 0\n") !=
        std::string::npos);
  CHECK(text.find("    without 1 of 2 settings, such as /a: no\n") != std::string::npos);
  const auto json = nlohmann::json::parse(doctor_json(report));
  CHECK(json["device"] == "card");
  CHECK(json["by_timestamps"]["p99_us"] == 320.0);
  CHECK(json["suspects"][0]["rounds_other"][0]["dropped"] == 4);
  CHECK(json["suspects"][1]["left_out"] == "1 of 2 settings, such as /a: no");
  CHECK(announcement({.trial = {.port = 7255}, .examine = report.options.examine}, 2)
            .ends_with("What arrives at port 7255 by card"));
}
