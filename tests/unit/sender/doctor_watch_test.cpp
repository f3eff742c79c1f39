// SPDX-License-Identifier: MIT
// Lines as the kernel writes them (Documentation/trace/ftrace.rst), about the watched thread 42.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "sender/doctor/watch/watch_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender::doctor;
using namespace std::chrono_literals;

namespace {

/// Events around a tick that is due at 100.000000 s, on processor 1; times in us from there.
class Trace {
 public:
  Trace& line(int us, const std::string& who, const std::string& event) {
    const std::string text =
        fmt::format("{:>16}-{:<7} [001] d..2. {}.{:06}: {}", who.substr(0, who.rfind('-')),
                    who.substr(who.rfind('-') + 1), us < 0 ? 99 : 100, us < 0 ? 1'000'000 + us : us, event);
    const auto parsed = parse_trace_line(text);
    CAPTURE(text);
    REQUIRE(parsed);
    finder_.add(*parsed);
    return *this;
  }
  Trace& leaves(int us, const std::string& state, const std::string& to, int priority = 120) {
    return line(
        us, "tick-42",
        fmt::format("sched_switch: prev_comm=tick prev_pid=42 prev_prio=79 prev_state={} ==> next_comm={} "
                    "next_pid={} next_prio={}",
                    state, to, to == "swapper/1" ? 0 : 7, priority));
  }
  Trace& comes(int us, const std::string& from, int priority = 49) {
    return line(
        us, from + "-7",
        fmt::format("sched_switch: prev_comm={} prev_pid={} prev_prio={} prev_state=R ==> next_comm=tick "
                    "next_pid=42 next_prio=79",
                    from, from == "swapper/1" ? 0 : 7, priority));
  }
  Trace& woken(int us) { return line(us, "<idle>-0", "sched_waking: comm=tick pid=42 prio=79 target_cpu=001"); }
  /// The thread sleeps from long before, with a timer for the tick.
  Trace& sleeps(int slack_us = 0) {
    line(-500, "tick-42",
         fmt::format(
             "hrtimer_start: hrtimer=00000000a1 function=hrtimer_wakeup expires={} softexpires=100000000000 "
             "mode=ABS was_armed=0",
             100'000'000'000 + slack_us * 1000LL));
    return leaves(-499, "S", "swapper/1").line(-498, "<idle>-0", "cpu_idle: state=1 cpu_id=1");
  }
  LateTick late(int us, int called_us = -600) {
    line(us + 1, "tick-42",
         fmt::format("tracing_mark_write: idn_late due=100000000000 called={} woke={}",
                     100'000'000'000 + called_us * 1000LL, 100'000'000'000 + us * 1000LL));
    const auto found = finder_.take();
    REQUIRE(found.size() == 1);
    CHECK(found[0].late == us * 1us);
    return found[0];
  }

 private:
  LateTickFinder finder_;
};

void check_cause(const LateTick& tick, Cause cause, const std::string& detail = "") {
  CHECK(to_string(tick.cause) == to_string(cause));
  CHECK(tick.detail == detail);
}

}  // namespace

TEST_CASE("a thread that is taken off its processor is preempted by the next one", "[sender]") {
  const LateTick tick =
      Trace().comes(-300, "swapper/1").leaves(-20, "R+", "hog", 49).comes(900, "hog").late(901);
  check_cause(tick, Cause::Preempted, "hog");
  CHECK(tick.share == 900us);
}

TEST_CASE("a thread that is woken and waits is preempted by who runs", "[sender]") {
  check_cause(Trace()
                  .sleeps()
                  .line(0, "<idle>-0", "cpu_idle: state=4294967295 cpu_id=1")
                  .woken(2)
                  .comes(700, "hog")
                  .late(701),
              Cause::Preempted, "hog");
}

TEST_CASE("a thread that waits for a less urgent one is held up, and an ordinary one beside another is not",
          "[sender]") {
  check_cause(Trace().sleeps().woken(2).comes(700, "ld", 130).late(701), Cause::HeldUp, "ld");
  // An ordinary thread (no real-time priority) that waits for another ordinary one counts as preempted.
  const auto ordinary = parse_trace_line(
      "              ld-7       [001] d..2. 100.000700: sched_switch: prev_comm=ld prev_pid=7 prev_prio=130 "
      "prev_state=R "
      "==> next_comm=tick next_pid=42 next_prio=120");
  const auto asleep = parse_trace_line(
      "            tick-42      [001] d..2. 99.999700: sched_switch: prev_comm=tick prev_pid=42 prev_prio=120 "
      "prev_state=S "
      "==> next_comm=ld next_pid=7 next_prio=130");
  const auto woken = parse_trace_line(
      "              ld-7       [001] d.h2. 100.000001: sched_waking: comm=tick pid=42 prio=120 "
      "target_cpu=001");
  REQUIRE((ordinary && asleep && woken));
  const Wait wait{42, TimePoint(100s), TimePoint(99s), TimePoint(100s + 701us)};
  check_cause(explain(wait, {*asleep, *woken, *ordinary}), Cause::Preempted, "ld");
  CHECK(explain(wait, {*asleep, *woken, *ordinary}).is_ordinary);
}

TEST_CASE("an ordinary thread whose group was stopped meanwhile was not preempted", "[sender]") {
  const LateTick ordinary{
      .late = 900us, .cause = Cause::Preempted, .detail = "hog", .share = 800us, .is_ordinary = true};
  const auto with = [](LateTick tick, Duration stopped) {
    apply_quota(tick, stopped);
    return tick;
  };
  check_cause(with(ordinary, 400us), Cause::Throttled, "quota");
  check_cause(with(ordinary, 399us), Cause::Preempted, "hog");
  LateTick realtime = ordinary;
  realtime.is_ordinary = false;
  check_cause(with(realtime, 5ms), Cause::Preempted, "hog");
  LateTick outside = ordinary;
  outside.cause = Cause::Outside;
  check_cause(with(outside, 5ms), Cause::Outside, "hog");
  CHECK_FALSE(Trace().comes(-300, "a").late(700).is_ordinary);
}

// Recorded on Linux 6.18 in a virtual machine: no interrupt arrived while another thread computed.
TEST_CASE("a timer that no interrupt announced is late from outside", "[sender]") {
  LateTickFinder finder;
  for (const char* line :
       {"      clang++-19-28229   [000] d.h2. 64447.833889: sched_waking: comm=idn_sender pid=29511 prio=79 "
        "target_cpu=000",
        "      clang++-19-28229   [000] dNh.. 64447.833897: local_timer_exit: vector=236",
        "      clang++-19-28229   [000] d..2. 64447.833900: sched_switch: prev_comm=clang++-19 prev_pid=28229 "
        "prev_prio=130 "
        "prev_state=R ==> next_comm=idn_sender next_pid=29511 next_prio=79",
        "      idn_sender-29511   [000] ..s1. 64447.833924: softirq_entry: vec=3 [action=NET_RX]",
        "      idn_sender-29511   [000] ..s1. 64447.833928: softirq_exit: vec=3 [action=NET_RX]",
        "      idn_sender-29511   [000] d..1. 64447.833931: hrtimer_start: hrtimer=00000000763f2fe1 "
        "function=hrtimer_wakeup "
        "expires=64447834864535 softexpires=64447834864535 mode=ABS was_armed=0",
        "      idn_sender-29511   [000] d..2. 64447.833939: sched_switch: prev_comm=idn_sender prev_pid=29511 "
        "prev_prio=79 "
        "prev_state=S ==> next_comm=clang++-19 next_pid=28366 next_prio=130",
        "      clang++-19-28366   [000] d.h.. 64447.839556: local_timer_entry: vector=236",
        "      clang++-19-28366   [000] d.h2. 64447.839559: sched_waking: comm=idn_sender pid=29511 prio=79 "
        "target_cpu=000",
        "      clang++-19-28366   [000] dNh.. 64447.839585: local_timer_exit: vector=236",
        "      clang++-19-28366   [000] .Ns.. 64447.839586: softirq_entry: vec=9 [action=RCU]",
        "      clang++-19-28366   [000] .Ns.. 64447.839586: softirq_exit: vec=9 [action=RCU]",
        "      clang++-19-28366   [000] d..2. 64447.839589: sched_switch: prev_comm=clang++-19 prev_pid=28366 "
        "prev_prio=130 "
        "prev_state=R ==> next_comm=idn_sender next_pid=29511 next_prio=79",
        "      idn_sender-29511   [000] ...1. 64447.839609: tracing_mark_write: idn_late due=64447834913859 "
        "called=64447833929494 woke=64447839596564"}) {
    const auto event = parse_trace_line(line);
    CAPTURE(line);
    REQUIRE(event);
    finder.add(*event);
  }
  const auto found = finder.take();
  REQUIRE(found.size() == 1);
  check_cause(found[0], Cause::Outside);
  CHECK(found[0].share > 4600us);
}

TEST_CASE("a ready thread beside an idle processor, or a less urgent thread, is throttled", "[sender]") {
  check_cause(Trace().comes(-300, "a").leaves(-20, "R", "swapper/1").comes(900, "swapper/1").late(901),
              Cause::Throttled);
  check_cause(Trace().comes(-300, "a").leaves(-20, "R", "hog", 120).comes(900, "hog").late(901),
              Cause::Throttled);
}

TEST_CASE("an interrupt on the thread's processor is named, not what it begins meanwhile", "[sender]") {
  check_cause(Trace()
                  .comes(-300, "swapper/1")
                  .line(-1, "tick-42", "irq_handler_entry: irq=38 name=virtio2-input.0")
                  .line(5, "tick-42", "local_timer_entry: vector=236")
                  .line(6, "tick-42", "local_timer_exit: vector=236")
                  .line(300, "tick-42", "irq_handler_exit: irq=38 ret=handled")
                  .late(301),
              Cause::Interrupt, "interrupt of virtio2-input.0");
  check_cause(Trace()
                  .comes(-300, "swapper/1")
                  .line(-1, "tick-42", "softirq_entry: vec=3 [action=NET_RX]")
                  .line(300, "tick-42", "softirq_exit: vec=3 [action=NET_RX]")
                  .late(301),
              Cause::Interrupt, "softirq NET_RX");
}

// Recorded on Linux 6.18 in a virtual machine, which writes no switch from the idle thread to another one.
TEST_CASE("a flood of datagrams delays a thread that is woken up meanwhile, who else was there or not",
          "[sender]") {
  for (const bool is_idle : {true, false}) {
    LateTickFinder finder;
    const std::string other = is_idle ? "          <idle>-0    " : "      clang++-19-10230";
    std::vector<std::string> lines{
        "      idn_sender-10284   [003] d..1. 73544.190854: hrtimer_start: hrtimer=00000000ff04cdb1 "
        "function=hrtimer_wakeup expires=73544191806307 softexpires=73544191806307 mode=ABS was_armed=0",
        "      idn_sender-10284   [003] d..2. 73544.190862: sched_switch: prev_comm=idn_sender prev_pid=10284 "
        "prev_prio=79 prev_state=S ==> " +
            std::string(is_idle ? "next_comm=swapper/3 next_pid=0 next_prio=120"
                                : "next_comm=clang++-19 next_pid=10230 next_prio=135"),
        other + "   [003] .Ns1. 73544.191005: softirq_entry: vec=3 [action=NET_RX]",
        other + "   [003] dNH1. 73544.191814: local_timer_entry: vector=236",
        other + "   [003] dNH3. 73544.191814: sched_waking: comm=idn_sender pid=10284 prio=79 target_cpu=003",
        other + "   [003] dNH1. 73544.191820: local_timer_exit: vector=236",
        other + "   [003] .Ns1. 73544.192419: softirq_exit: vec=3 [action=NET_RX]"};
    if (!is_idle)
      lines.push_back(other +
                      "   [003] d..2. 73544.192421: sched_switch: prev_comm=clang++-19 prev_pid=10230 "
                      "prev_prio=135 prev_state=R ==> next_comm=idn_sender next_pid=10284 next_prio=79");
    lines.push_back(
        "      idn_sender-10284   [003] ...1. 73544.192431: tracing_mark_write: idn_late due=73544191848735 "
        "called=73544190853929 woke=73544192422116");
    for (const std::string& line : lines) {
      const auto event = parse_trace_line(line);
      CAPTURE(line);
      REQUIRE(event);
      finder.add(*event);
    }
    const auto found = finder.take();
    REQUIRE(found.size() == 1);
    check_cause(found[0], Cause::Interrupt, "softirq NET_RX");
    CHECK(found[0].share > 560us);
  }
}

TEST_CASE("softirqs that the kernel leaves to ksoftirqd count as an interrupt", "[sender]") {
  Trace ordinary;
  const std::string switches =
      "sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state=R ==> "
      "next_comm={} next_pid={} next_prio=120";
  ordinary.line(-20, "tick-42", fmt::format(fmt::runtime(switches), "tick", 42, "ksoftirqd/1", 7))
      .line(-19, "ksoftirqd/1-7", "softirq_entry: vec=3 [action=NET_RX]")
      .line(900, "ksoftirqd/1-7", "softirq_exit: vec=3 [action=NET_RX]")
      .line(901, "ksoftirqd/1-7", fmt::format(fmt::runtime(switches), "ksoftirqd/1", 7, "tick", 42));
  check_cause(ordinary.late(902), Cause::Interrupt, "softirq NET_RX");
}

TEST_CASE("a thread that is woken up for another processor waits for the interrupts of that one", "[sender]") {
  std::vector<TraceEvent> events;
  for (const char* line :
       {"            tick-42      [001] d..1. 99.999000: hrtimer_start: hrtimer=00000000a1 "
        "function=hrtimer_wakeup "
        "expires=100000000000 softexpires=100000000000 mode=ABS",
        "            tick-42      [001] d..2. 99.999001: sched_switch: prev_comm=tick prev_pid=42 prev_prio=79 "
        "prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120",
        "          <idle>-0       [002] ..s1. 99.999500: softirq_entry: vec=4 [action=BLOCK]",
        "          <idle>-0       [001] d.h3. 100.000001: sched_waking: comm=tick pid=42 prio=79 "
        "target_cpu=002",
        "          <idle>-0       [002] ..s1. 100.000700: softirq_exit: vec=4 [action=BLOCK]"}) {
    const auto event = parse_trace_line(line);
    CAPTURE(line);
    REQUIRE(event);
    events.push_back(*event);
  }
  const Wait wait{42, TimePoint(100s), TimePoint(99s + 999ms), TimePoint(100s + 702us)};
  check_cause(explain(wait, events), Cause::Interrupt, "softirq BLOCK");
}

TEST_CASE("a page fault that waits for the disk may have begun before the thread could spin", "[sender]") {
  const std::string fault = "page_fault_user: address=0x7f0000001000 ip=0x55d error_code=0x4";
  const auto begun_early = [&](const std::string& state) {
    return Trace()
        .comes(-4900, "swapper/1")
        .line(-4800, "tick-42", fault)
        .leaves(-4790, state, "swapper/1")
        .woken(2990)
        .comes(3000, "swapper/1")
        .late(3001, 2999);
  };
  check_cause(begun_early("D"), Cause::PageFault);
  check_cause(begun_early("S"), Cause::Outside);
}

TEST_CASE("a page fault explains the time until the thread goes on, asleep or not", "[sender]") {
  const std::string fault = "page_fault_user: address=0x7f0000001000 ip=0x55d error_code=0x4";
  check_cause(Trace().comes(-300, "a").line(-10, "tick-42", fault).late(400), Cause::PageFault);
  check_cause(Trace()
                  .comes(-300, "a")
                  .line(-10, "tick-42", fault)
                  .leaves(-5, "D", "swapper/1")
                  .comes(3000, "swapper/1")
                  .late(3001),
              Cause::PageFault);
  // An event from before the thread went to sleep does not count.
  check_cause(Trace().line(-900, "tick-42", fault).sleeps().woken(300).comes(301, "swapper/1").late(302),
              Cause::IdleExit);
}

TEST_CASE("a timer that was allowed to come later is slack", "[sender]") {
  check_cause(Trace().sleeps(5000).woken(4900).comes(4910, "swapper/1").late(4911), Cause::TimerSlack);
}

TEST_CASE("an idle processor that is back soon was idle, one that is back late was outside", "[sender]") {
  check_cause(Trace().sleeps().woken(250).comes(260, "swapper/1").late(261), Cause::IdleExit);
  check_cause(Trace().sleeps().woken(2500).comes(2510, "swapper/1").late(2511), Cause::Outside);
  check_cause(Trace().sleeps().woken(1).comes(260, "swapper/1").late(261), Cause::IdleExit);
}

TEST_CASE("a thread that runs and gets nowhere is delayed from outside, or by its own work", "[sender]") {
  check_cause(Trace().comes(-300, "a").late(700), Cause::Outside);
  check_cause(Trace().comes(-300, "a").late(700, 690), Cause::Work);
}

TEST_CASE("the largest part names the cause", "[sender]") {
  const LateTick tick = Trace()
                            .sleeps()
                            .woken(120)
                            .comes(130, "swapper/1")
                            .leaves(131, "R", "hog", 49)
                            .comes(900, "hog")
                            .late(901);
  check_cause(tick, Cause::Preempted, "hog");
  CHECK(tick.share == 769us);
}

TEST_CASE("a producer that is late, and a thread that is there, say so", "[sender]") {
  LateTickFinder finder;
  const auto mark = [&](const std::string& text) {
    return finder.add(
        *parse_trace_line("            tick-42      [001] ..... 100.000005: tracing_mark_write: " + text));
  };
  CHECK(mark("idn_thread") == 42);
  CHECK_FALSE(mark("idn_starved"));
  CHECK_FALSE(mark("idn_late due=5 called=x woke=7"));
  CHECK_FALSE(mark("idn_late due=7 called=1 woke=5"));
  const auto found = finder.take();
  REQUIRE(found.size() == 1);
  check_cause(found[0], Cause::Producer);
  CHECK(finder.take().empty());
}

TEST_CASE("what lies before a gap of the trace is unknown", "[sender]") {
  LateTickFinder finder;
  finder.lost(TimePoint(100s));
  finder.add(
      *parse_trace_line("            tick-42      [001] ..... 100.000005: tracing_mark_write: idn_late "
                        "due=99999000000 called=1 woke=100000000000"));
  CHECK(finder.take().at(0).cause == Cause::Unknown);
}

TEST_CASE("names of threads may look like anything", "[sender]") {
  const auto event = parse_trace_line(
      "   a] 1.0: x: [0-7       [003] d..2. 5.000001: sched_switch: prev_comm=a prev_pid=9 =b prev_pid=42 "
      "prev_prio=120 "
      "prev_state=R+ ==> next_comm=x ==> y next_pid=8 next_prio=49");
  REQUIRE(event);
  CHECK(event->thread == 7);
  CHECK(event->processor == 3);
  CHECK(event->at == TimePoint(5s + 1us));
  CHECK(event->from_thread == 42);
  CHECK(event->from == "a prev_pid=9 =b");
  CHECK(event->to_thread == 8);
  CHECK(event->to_priority == 49);
}

TEST_CASE("lines of a trace may be any bytes", "[sender]") {
  const std::string good =
      "            tick-42      [001] d..2. 100.000005: sched_switch: prev_comm=tick prev_pid=42 prev_prio=79 "
      "prev_state=R ==> next_comm=hog next_pid=7 next_prio=49";
  REQUIRE(parse_trace_line(good));
  LateTickFinder finder;
  const auto feed = [&](const std::string& line) {
    if (const auto event = parse_trace_line(line)) finder.add(*event);
  };
  for (std::size_t length = 0; length <= good.size(); ++length) feed(good.substr(0, length));
  std::mt19937 random(3);
  for (int i = 0; i < 30'000; ++i) {
    std::string line = good;
    for (int changes = 0; changes < 4; ++changes) line[random() % line.size()] = static_cast<char>(random());
    feed(line);
  }
  feed("            tick-42      [001] ..... 100.000009: tracing_mark_write: idn_late due=-5 called=9 woke=1");
  feed(
      "            tick-42      [001] ..... 100.000009: tracing_mark_write: idn_late due=99999990000 called=0 "
      "woke=100000000009");
  feed(
      "            tick-42      [001] ..... 100.000009: hrtimer_start: function=hrtimer_wakeup "
      "expires=9223372036854775807 softexpires=-9223372036854775808 mode=ABS");
  feed(
      "            tick-42      [001] ..... 100.000010: tracing_mark_write: idn_late due=9223372036854775800 "
      "called=1 woke=9223372036854775807");
  CHECK(finder.take().size() <= 1);
}

TEST_CASE("what was watched is told by cause and worst first, names made printable", "[sender]") {
  WatchReport report{.ticks = {{TimePoint(1s), 200us, Cause::Preempted, "h\x1bg", 150us},
                               {TimePoint(2s), 900us, Cause::Outside, "", 800us},
                               {TimePoint(3s), 300us, Cause::Preempted, "h\x1bg", 250us}},
                     .threads = 1,
                     .lost = 2};
  CHECK(watch_text(report, 1) ==
        "3 late ticks of 1 thread; the trace has 2 gaps\n"
        "       2  preempted by h?g, worst 300 us\n"
        "       1  outside, worst 900 us\n"
        "\nthe worst\n"
        "  at 2.000000 s: 900 us late, 800 us of them outside\n");
  const auto json = nlohmann::json::parse(watch_json(report));
  CHECK(json["late_ticks"].size() == 3);
  CHECK(json["causes"][0]["ticks"] == 2);
  CHECK(watch_text({}, 5).starts_with("no thread to watch"));
}
