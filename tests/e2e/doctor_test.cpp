// SPDX-License-Identifier: MIT
// idn_sender doctor on a folder that stands for /sys and /proc: it restores what it changed, however it ends.
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "e2e/udp_sink.hpp"
#include "support/catch.hpp"

using namespace idn::test;

namespace {

/// A folder for --root with one setting that the doctor can improve: haltpoll.
struct HaltingMachine {
  TemporaryFolder folder{};
  std::filesystem::path file =
      std::filesystem::path(folder / "") / "sys/module/haltpoll/parameters/guest_halt_poll_ns";

  HaltingMachine() {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << "0\n";
  }
  std::string value() const {
    std::string word;
    std::ifstream(file) >> word;
    return word;
  }
  bool becomes(const std::string& wanted) const {
    return eventually([&] { return value() == wanted; });
  }
  std::vector<std::string> applied(const std::vector<std::string>& command) const {
    std::vector<std::string> words{kSender, "doctor", "--root", folder / "", "--apply", "--"};
    words.insert(words.end(), command.begin(), command.end());
    return words;
  }
  /// A command that writes its process ID to the file `begun`, and on SIGTERM a note to `begun.end`.
  std::vector<std::string> patient_command() const {
    return applied({"sh", "-c",
                    "trap 'echo term > \"$0.end\"; kill $!; exit 5' TERM; sleep 600 & echo $$ > \"$0\"; wait",
                    folder / "begun"});
  }
  /// Waits for the command of patient_command(). @return its process ID; 0: it did not start
  pid_t begun() const {
    pid_t process = 0;
    return eventually([&] { return std::ifstream(folder / "begun") >> process && process > 0; }) ? process : 0;
  }
};

}  // namespace

TEST_CASE("doctor --apply sets, runs with the words as they are, tells the exit code, and restores", "[e2e]") {
  const HaltingMachine machine;
  const Finished done =
      run(machine.applied({"sh", "-c", "cat \"$0\"; printf '%s|' \"$@\"; exit 7", machine.file.string(),
                           "--json", "-x", "", "[a,b]", "--", "--rounds"}));
  CHECK(done.code == 7);
  CHECK(done.output == "200000\n--json|-x||[a,b]|--|--rounds|");
  CHECK(done.errors.find("guest_halt_poll_ns holds 200000") != std::string::npos);
  CHECK(machine.value() == "0");
}

TEST_CASE("doctor --apply passes SIGTERM on and restores", "[e2e]") {
  const HaltingMachine machine;
  Process doctor(machine.patient_command());
  REQUIRE(machine.begun() > 0);
  CHECK(machine.value() == "200000");
  doctor.signal(SIGTERM);
  CHECK(doctor.wait() == 5);
  CHECK(std::filesystem::exists(machine.folder / "begun.end"));
  CHECK(machine.value() == "0");
}

TEST_CASE("what doctor --apply has set is restored where it is killed", "[e2e]") {
  const HaltingMachine machine;
  Process doctor(machine.patient_command());
  const pid_t command = machine.begun();
  REQUIRE(command > 0);
  CHECK(machine.value() == "200000");
  doctor.kill();
  doctor.wait();
  CHECK(machine.becomes("0"));
  kill(command, SIGTERM);  // it still runs, since the doctor was killed
}

TEST_CASE("doctor --apply tells of a command that is not there", "[e2e]") {
  const HaltingMachine machine;
  const Finished done = run(machine.applied({"/no/such/program"}));
  CHECK(done.code == 127);
  CHECK(done.errors.find("cannot run /no/such/program: No such file") != std::string::npos);
  CHECK(machine.value() == "0");
}

TEST_CASE("doctor measures what it is asked to, and leaves the machine as it was", "[e2e]") {
  const HaltingMachine machine;
  const Finished done = run({kSender, "doctor", "--root", machine.folder / "", "--only", "pause,halt-poll,numa",
                             "--system", "--rounds", "9", "--duration", "10ms", "--seed", "3", "--json"});
  CHECK(done.code == 0);
  CHECK(done.errors.find("2 suspects, 9 rounds") == 0);
  const auto json = nlohmann::json::parse(done.output);
  REQUIRE(json["suspects"].size() == 2);
  for (const auto& suspect : json["suspects"]) {
    CHECK(suspect["refused"].is_null());
    CHECK(suspect["rounds_now"].size() >= 9);
    CHECK(suspect["rounds_other"].size() >= 9);
    for (const auto& round : suspect["rounds_now"]) CHECK(round["datagrams"] > 0);
  }
  CHECK(json["not_measured"][0]["name"] == "numa");
  CHECK(machine.value() == "0");
}

TEST_CASE("a doctor that is ended while it measures restores", "[e2e]") {
  const HaltingMachine machine;
  Process doctor({kSender, "doctor", "--root", machine.folder / "", "--only", "halt-poll", "--system",
                  "--rounds", "1000", "--duration", "20ms"});
  REQUIRE(machine.becomes("200000"));
  doctor.signal(SIGTERM);
  CHECK(doctor.wait() == 128 + SIGTERM);
  CHECK(machine.becomes("0"));
}

TEST_CASE("doctor --receive reads what it sends itself", "[e2e]") {
  const Finished done = run({kSender, "doctor", "--receive", "--only", "buffer,stamps", "--rounds", "9",
                             "--duration", "10ms", "--json"});
  CHECK(done.code == 0);
  const auto json = nlohmann::json::parse(done.output);
  CHECK(json["device"] == "lo");
  REQUIRE(json["suspects"].size() == 1);
  CHECK(json["suspects"][0]["rounds_now"].size() >= 9);
  for (const auto& round : json["suspects"][0]["rounds_other"]) {
    CHECK(round["datagrams"] > 0);
    CHECK(round["p99_us"] > 0);  // the stamp is of a moment before the reading
    CHECK(round["p50_us"] < 1'000'000);
  }
  CHECK(json["not_measured"][0]["name"] == "stamps");
}

TEST_CASE("doctor --receive --port reads what another program streams, by its timestamps too, and restores",
          "[e2e]") {
  const TemporaryFolder root;
  const auto timeout = std::filesystem::path(root / "") / "sys/class/net/lo/gro_flush_timeout";
  std::filesystem::create_directories(timeout.parent_path());
  std::ofstream(timeout) << "500\n";
  // The other setting of this suspect can be read, but nobody may write it.
  std::filesystem::create_symlink("/proc/sys/kernel/ostype", timeout.parent_path() / "napi_defer_hard_irqs");
  const std::uint16_t port = UdpSink().port();
  Process stream({kSender, "pattern", "circle", "--target", "127.0.0.1:" + std::to_string(port), "--quiet"});
  const Finished done =
      run({kSender, "doctor", "--receive", "--port", std::to_string(port), "--root", root / "", "--system",
           "--only", "deferral", "--rounds", "9", "--duration", "20ms", "--json"});
  stream.interrupt();
  CHECK(done.code == 0);
  CHECK(done.errors.find("What arrives at port " + std::to_string(port) + " by lo") != std::string::npos);
  const auto json = nlohmann::json::parse(done.output);
  REQUIRE(json["suspects"].size() == 1);
  CHECK(json["suspects"][0]["by_timestamps"] == true);
  CHECK(json["suspects"][0]["left_out"].get<std::string>().find("1 of 2 settings") == 0);
  for (const auto& round : json["suspects"][0]["rounds_now"]) CHECK(round["datagrams"] > 0);
  CHECK(json["by_timestamps"]["datagrams"] > 0);
  std::string value;
  std::ifstream(timeout) >> value;
  CHECK(value == "500");
}

TEST_CASE("doctor watch sees the thread that streams, where the kernel shows events, and leaves no trace",
          "[e2e]") {
  const UdpSink sink;
  const Finished done = run({kSender, "doctor", "watch", "--json", "--", kSender, "pattern", "circle",
                             "--target", sink.address(), "--duration", "100ms"});
  if (done.code == 3) {
    CHECK(done.errors.starts_with("idn_sender: "));
    return;
  }
  CHECK(done.code == 0);
  const auto json = nlohmann::json::parse(done.output.substr(done.output.rfind("{\"schema\"")));
  CHECK(json["threads"] == 1);
  for (const auto& tick : json["late_ticks"]) CHECK(tick["late_us"] >= 0);
}

TEST_CASE("doctor refuses what makes no sense with the remedy", "[e2e]") {
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.begin(), {kSender, "doctor"});
    const Finished done = run(words);
    CHECK(done.code == 2);
    return done.errors;
  };
  CHECK(refused({"--only", "nothing"}).find("\"nothing\" is none of class, round-robin") != std::string::npos);
  CHECK(refused({"--tick", "100us"}).find("200us to 10ms") != std::string::npos);
  CHECK(refused({"--duration", "1ms"}).find("10 ticks") != std::string::npos);
  CHECK(refused({"--apply"}).find("needs a command") != std::string::npos);
  CHECK(refused({"--port", "7255"}).find("is for --receive") != std::string::npos);
  CHECK(refused({"--receive", "--only", "slack"}).find("\"slack\" is none of class, lock") !=
        std::string::npos);
  CHECK(refused({"--receive", "--apply", "--", "true"}).find("leave out --receive") != std::string::npos);
  CHECK(refused({"--cpu", "8000"}).find("choose from") != std::string::npos);
}

TEST_CASE("doctor --receive tells that a stream has ended", "[e2e]") {
  const std::uint16_t port = UdpSink().port();
  Process stream({kSender, "pattern", "circle", "--target", "127.0.0.1:" + std::to_string(port), "--quiet",
                  "--duration", "1s"});
  const Finished done = run({kSender, "doctor", "--receive", "--port", std::to_string(port), "--only", "buffer",
                             "--rounds", "1000", "--duration", "10ms"});
  CHECK(done.code == 3);
  CHECK(done.errors.find("nothing arrives at port " + std::to_string(port)) != std::string::npos);
  CHECK(done.output.empty());
}

TEST_CASE("doctor --receive tells of a port that another program has", "[e2e]") {
  const UdpSink taken;
  const Finished done = run({kSender, "doctor", "--receive", "--port", std::to_string(taken.port())});
  CHECK(done.code == 3);
  CHECK(done.errors.find("choose another port with --port") != std::string::npos);
}
