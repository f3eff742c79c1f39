// SPDX-License-Identifier: MIT
// Triggers: their meaning, their options on the command line, and the response time of streams.
#include <limits>

#include "cli/command_line.hpp"
#include "sender/trigger/response_meter.hpp"
#include "sender/trigger/trigger_input.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;
using idn::test::from_hex;

namespace {

constexpr Action kDark{Action::Kind::Dark}, kLight{Action::Kind::Light}, kNext{Action::Kind::Next};

constexpr Action cue(std::uint32_t number) {
  return {Action::Kind::Cue, number};
}

std::string trigger_refusal(const std::string& text) {
  try {
    parse_trigger_input(text);
    return "accepted";
  } catch (const cli::WrongValue& wrong) {
    return wrong.what();
  }
}

osc::Message osc_message(std::string_view address, std::optional<double> number = {}) {
  osc::Message message{.address = address};
  if (number) message.arguments.emplace_back(*number);
  return message;
}

}  // namespace

TEST_CASE("actions have names", "[sender]") {
  CHECK(parse_action("dark") == kDark);
  CHECK(parse_action(" light\r") == kLight);
  CHECK(parse_action("next") == kNext);
  CHECK(parse_action("cue 1") == cue(1));
  CHECK(parse_action("cue65535") == cue(65535));
  CHECK(parse_action("dark 2") == Action{.kind = Action::Kind::Dark, .stream = 2});
  CHECK(parse_action("light 12") == Action{.kind = Action::Kind::Light, .stream = 12});
  CHECK(parse_action("brightness 0") == Action{Action::Kind::Brightness, 0});
  CHECK(parse_action("brightness 100") == Action{Action::Kind::Brightness, 100});
  CHECK(parse_action("brighter") == Action{Action::Kind::Brighter});
  CHECK(parse_action("dimmer") == Action{Action::Kind::Dimmer});
  for (const char* const text :
       {"", " ", "Dark", "dark 0", "dark x", "brightness", "brightness 101", "cue", "cue 0", "cue -1",
        "cue 65536", "cue 1x", "cue 1 2", "cue 99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_action(text));
  }
}

TEST_CASE("OSC addresses ask for what they say, or are bound to", "[sender]") {
  const TriggerInput input = parse_trigger_input("osc:9000,/1/push1=dark,/go=next,/intro=cue 3");
  CHECK(input.kind == TriggerInput::Kind::Osc);
  CHECK(input.address == 0x7F000001);
  CHECK(input.port == 9000);
  CHECK(input.read(osc_message("/dark")).action == kDark);
  CHECK(input.read(osc_message("/light")).action == kLight);
  CHECK(input.read(osc_message("/next", 1)).action == kNext);
  CHECK(input.read(osc_message("/cue", 12)).action == cue(12));
  CHECK(input.read(osc_message("/1/push1", 1)).action == kDark);
  CHECK(input.read(osc_message("/go")).action == kNext);
  CHECK(input.read(osc_message("/intro", 1)).action == cue(3));
  CHECK_FALSE(input.read(osc_message("/other")).action);
  for (const double bad : {-1.0, 0.5, 65536.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
    CHECK_FALSE(input.read(osc_message("/cue", bad)).action);
  CHECK_FALSE(input.read(osc_message("/cue")).action);
}

TEST_CASE("OSC names one stream by the address, and lights none by a number that may be meant for one",
          "[sender]") {
  const TriggerInput input = parse_trigger_input("osc:9000");
  CHECK(input.read(osc_message("/dark/2")).action == Action{.kind = Action::Kind::Dark, .stream = 2});
  CHECK(input.read(osc_message("/light/3", 1)).action == Action{.kind = Action::Kind::Light, .stream = 3});
  CHECK(input.read(osc_message("/light/3", 0)).action == Action{.kind = Action::Kind::Dark, .stream = 3});
  for (const char* const address : {"/dark/", "/light/0", "/light/x", "/dark/2/3", "/cue/2"}) {
    CAPTURE(address);
    CHECK_FALSE(input.read(osc_message(address)).action);
  }
  CHECK_FALSE(input.read(osc_message("/light", 4)).action);
  CHECK_FALSE(input.read(osc_message("/dark", 2)).action);
}

TEST_CASE("a fader by OSC is the brightness, also where it is at its end", "[sender]") {
  const TriggerInput input =
      parse_trigger_input("osc:9000,/1/fader1=brightness,/half=brightness 50,/left=dark 1");
  for (const char* const address : {"/brightness", "/1/fader1"}) {
    CHECK(input.read(osc_message(address, 0)).action == Action{Action::Kind::Brightness, 0});
    CHECK(input.read(osc_message(address, 0.254)).action == Action{Action::Kind::Brightness, 25});
    CHECK(input.read(osc_message(address, 1)).action == Action{Action::Kind::Brightness, 100});
    for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
      CHECK_FALSE(input.read(osc_message(address, bad)).action);
    CHECK_FALSE(input.read(osc_message(address)).action);
  }
  CHECK(input.read(osc_message("/half", 1)).action == Action{Action::Kind::Brightness, 50});
  CHECK(input.read(osc_message("/half", 0)).is_release);
  CHECK(input.read(osc_message("/left")).action == Action{.kind = Action::Kind::Dark, .stream = 1});
}

TEST_CASE("a button that is let go lights nothing and calls nothing", "[sender]") {
  const TriggerInput input = parse_trigger_input("osc:9000,/intro=cue 3");
  CHECK(input.read(osc_message("/light", 0)).action == kDark);
  for (const char* const address : {"/dark", "/next", "/cue", "/intro"}) {
    CAPTURE(address);
    CHECK_FALSE(input.read(osc_message(address, 0)).action);
    CHECK(input.read(osc_message(address, 0)).is_release);
  }
}

TEST_CASE("lines of text ask for what they say, or are bound to", "[sender]") {
  const TriggerInput input = parse_trigger_input("udp:0.0.0.0:9001,GO=next,black out=dark,a=b=light");
  CHECK(input.kind == TriggerInput::Kind::Udp);
  CHECK(input.address == 0);
  CHECK(input.port == 9001);
  CHECK(input.read("dark").action == kDark);
  CHECK(input.read("cue 7").action == cue(7));
  CHECK(input.read("GO").action == kNext);
  CHECK(input.read("black out").action == kDark);
  CHECK(input.read("a=b").action == kLight);
  CHECK_FALSE(input.read("go").action);
}

TEST_CASE("a line may have a time and an ID at its end", "[sender]") {
  const TriggerInput input = parse_trigger_input("udp:9001,GO @home=next,black out=dark");
  const Reading timed = input.read("cue 7 @1700000000.5 #show-3\r");
  CHECK(timed.action == cue(7));
  CHECK(timed.at == Duration(1'700'000'000s + 500ms));
  CHECK(timed.id == "show-3");
  CHECK(input.read("black out #a @2023-11-14T22:13:20Z ").at == Duration(1'700'000'000s));
  CHECK(input.read("black out #a").action == kDark);
  CHECK_FALSE(input.read("dark").at);
  CHECK(input.read("dark").id.empty());
  CHECK(input.read("GO @home").action == kNext);
  const std::string longest(64, 'x');
  CHECK(input.read("dark #" + longest).id == longest);
  for (const std::string& wrong :
       {std::string("dark @"), std::string("dark @noon"), std::string("dark #"), "dark #" + longest + "x",
        std::string("dark #a #b"), std::string("#a"), std::string("@1700000000"), std::string("dark @1 @2")})
    CHECK_FALSE(input.read(wrong).action);
}

TEST_CASE("an action is read as it is printed", "[sender]") {
  for (const char* const text : {"dark", "light", "next", "previous", "cue 12", "brightness 50", "brighter",
                                 "dimmer", "dark 2", "light 3"})
    CHECK(to_string(*parse_action(text)) == text);
}

TEST_CASE("notes ask for what they are bound to when they begin, and for nothing else", "[sender]") {
  const TriggerInput input = parse_trigger_input("midi:nano,36=dark,037=light,0x26=next,40=cue 2");
  CHECK(input.kind == TriggerInput::Kind::Midi);
  CHECK(input.name == "nano");
  CHECK(input.read_midi(from_hex("90 24 7f")).action == kDark);
  CHECK(input.read_midi(from_hex("9f 25 01")).action == kLight);
  CHECK(input.read_midi(from_hex("93 26 40")).action == kNext);
  CHECK(input.read_midi(from_hex("90 28 40")).action == cue(2));
  for (const char* const released : {"80 24 40", "90 25 00"}) {
    CHECK(input.read_midi(from_hex(released)).is_release);
    CHECK_FALSE(input.read_midi(from_hex(released)).action);
  }
  for (const char* const other :
       {"", "90", "90 24", "90 27 7f", "b0 24 7f", "90 a4 7f", "90 24 ff", "90 24 7f 00", "f8"}) {
    CAPTURE(other);
    CHECK_FALSE(input.read_midi(from_hex(other)).action);
    CHECK_FALSE(input.read_midi(from_hex(other)).is_release);
  }
}

TEST_CASE("what --on cannot mean is refused with what it can", "[sender]") {
  CHECK(trigger_refusal("osc:0") == "accepted");
  CHECK(trigger_refusal("udp:10.0.0.1:9") == "accepted");
  for (const char* const text : {"", "osc", "osc:", "tcp:9000", ":9000", "9000", "udp:9000,dark"})
    CHECK(trigger_refusal(text).find("give osc:PORT, udp:PORT or midi:NAME") != std::string::npos);
  CHECK(trigger_refusal("osc:65536").find("no UDP port") != std::string::npos);
  CHECK(trigger_refusal("osc:here:9000").find("\"here\" is no IPv4 address") != std::string::npos);
  CHECK(trigger_refusal("osc:9000,go=next").find("begins with a slash") != std::string::npos);
  CHECK(trigger_refusal("udp:9000,go=jump").find("one of dark, light, next, previous, cue N, brightness N") !=
        std::string::npos);
  CHECK(trigger_refusal("midi:nano").find("say what notes mean") != std::string::npos);
  CHECK(trigger_refusal("midi:nano,128=dark").find("0 to 127") != std::string::npos);
  CHECK(trigger_refusal("midi:nano,C3=dark").find("0 to 127") != std::string::npos);
}

TEST_CASE("the time to the next datagram of all streams is measured, trigger by trigger", "[sender]") {
  std::uint64_t left = 0, right = 0;
  ResponseMeter meter({[&] { return left; }, [&] { return right; }});
  TimePoint now{10s};
  CHECK_FALSE(meter.begin(now));  // no stream yet
  left = 5;
  right = 7;
  REQUIRE(meter.begin(now));
  CHECK_FALSE(meter.begin(now + 50us));
  meter.poll(now + 100us);
  ++left;
  meter.poll(now + 300us);
  CHECK(meter.times().count() == 0);
  CHECK(meter.next_poll() == now + 400us);
  ++right;
  meter.poll(now + 350us);  // too early
  CHECK(meter.times().count() == 0);
  meter.poll(now + 400us);
  CHECK(meter.times().count() == 1);
  CHECK(meter.times().longest() == 400us);
  CHECK(meter.next_poll() == kNever);
  // Streams that have ended.
  REQUIRE(meter.begin(now + 1s));
  meter.poll(now + 2s);
  CHECK(meter.next_poll() != kNever);
  meter.poll(now + 2s + 100us);
  CHECK(meter.next_poll() == kNever);
  CHECK(meter.times().count() == 1);
}
