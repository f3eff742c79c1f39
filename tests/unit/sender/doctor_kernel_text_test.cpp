// SPDX-License-Identifier: MIT
#include <random>

#include "cli/machine_time.hpp"
#include "sender/doctor/kernel_text.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender::doctor;
using namespace std::chrono_literals;

namespace {

void parse_all(std::string_view text) {
  static_cast<void>(parse_cpu_max(text));
  static_cast<void>(parse_cpu_stat(text));
  static_cast<void>(cli::parse_machine_time(text));
  for (const char* controller : {"", "cpu"})
    if (const auto group = parse_cgroup(text, controller)) {
      CHECK(group->starts_with('/'));
      CHECK(group->find("..") == std::string::npos);
    }
  if (const auto processors = parse_processor_list(text)) CHECK(processors->size() <= 8192);
}

}  // namespace

// Texts as Linux 6.x prints them; see Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/, proc(5).
TEST_CASE("the quota of a control group is read in both versions", "[sender]") {
  CHECK_FALSE(parse_cpu_max("max 100000")->runtime);
  CHECK(parse_cpu_max("50000 100000")->runtime == Duration(50ms));
  CHECK(parse_cpu_max("50000 100000")->period == 100ms);
  for (const char* wrong : {"", "max", "max ", "50000", "x 100000", "50000 0", "-1 100000", "50000 100000 1",
                            "50000 -5", "99999999999999999999 1", "max 99999999999999"})
    CHECK_FALSE(parse_cpu_max(wrong));
  CHECK_FALSE(cpu_quota(-1, 100'000)->runtime);
  CHECK(cpu_quota(20'000, 100'000)->runtime == Duration(20ms));
  CHECK_FALSE(cpu_quota(20'000, 0));
}

TEST_CASE("how often a quota stopped a group is read in both versions", "[sender]") {
  const Throttled two = parse_cpu_stat(
      "usage_usec 9\nuser_usec 5\nsystem_usec 4\nnr_periods 7\nnr_throttled 3\nthrottled_usec 1500\nnr_bursts "
      "0\n");
  CHECK(two.times == 3);
  CHECK(two.time == 1500us);
  const Throttled one = parse_cpu_stat("nr_periods 7\nnr_throttled 2\nthrottled_time 1500\n");
  CHECK(one.times == 2);
  CHECK(one.time == 1500ns);
  CHECK(parse_cpu_stat("").times == 0);
  CHECK(parse_cpu_stat("nr_throttled x\nthrottled_usec -1").time == 0ns);
  CHECK(parse_cpu_stat("throttled_usec 18446744073709551615").time > 0ns);
}

TEST_CASE("the group of a process is read, and none that leads elsewhere", "[sender]") {
  const std::string both = "3:cpuset:/\n1:cpu,cpuacct:/a/b\n0::/user.slice\n";
  CHECK(parse_cgroup(both) == "/user.slice");
  CHECK(parse_cgroup(both, "cpu") == "/a/b");
  CHECK(parse_cgroup(both, "cpuacct") == "/a/b");
  CHECK_FALSE(parse_cgroup(both, "memory"));
  CHECK_FALSE(parse_cgroup(both, "cp"));
  CHECK_FALSE(parse_cgroup("0::/../../etc"));
  CHECK_FALSE(parse_cgroup("0::relative"));
  CHECK_FALSE(parse_cgroup(""));
}

TEST_CASE("lists of processors are read and written", "[sender]") {
  CHECK(parse_processor_list("0-3,7") == std::vector<unsigned>{0, 1, 2, 3, 7});
  CHECK(parse_processor_list("7,1,1-2") == std::vector<unsigned>{1, 2, 7});
  CHECK(parse_processor_list("8191") == std::vector<unsigned>{8191});
  for (const char* wrong : {"", ",", "1,", "3-1", "-1", "1-", "8192", "0-99999999999", "a", "1 2", "1;2"})
    CHECK_FALSE(parse_processor_list(wrong));
  CHECK(processor_list({0, 1, 2, 3, 7, 9, 10}) == "0-3,7,9-10");
  CHECK(processor_list({}).empty());
  CHECK(processor_mask({0, 1, 5}) == "23");
  CHECK(processor_mask({0, 33}) == "2,00000001");
  CHECK(processor_mask({}) == "0");
}

TEST_CASE("texts of the kernel may be any bytes", "[sender]") {
  std::mt19937 random(5);
  const std::string alphabet =
      "0123456789-,:/. \nmaxcpu\0\xff" + std::string("nr_throttled throttled_usec 0::/");
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 40, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    parse_all(text);
  }
  const std::string whole = "0::/a\n50000 100000\nnr_throttled 4\n0-3,5\ncpu  1 2 3 4 5 6 7 8\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) parse_all(whole.substr(0, length));
}
