// SPDX-License-Identifier: MIT
// Parsing of OSC messages; invalid ones are rejected. Golden octets are those of the specification,
// opensoundcontrol.org/spec-1_0-examples.html, and others written by hand after it.
#include "sender/osc/message.hpp"

#include <random>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/near.hpp"

using namespace idn;
using namespace idn::sender::osc;
using idn::test::from_hex;
using idn::test::Near;

namespace {

// "/oscillator/4/frequency" with the number 440.
constexpr const char* kFrequency =
    "2f 6f 73 63 69 6c 6c 61 74 6f 72 2f 34 2f 66 72 65 71 75 65 6e 63 79 00  2c 66 00 00  43 dc 00 00";
// "/foo" with 1000, -1, "hello", 1.234 and 5.678.
constexpr const char* kFoo =
    "2f 66 6f 6f 00 00 00 00  2c 69 69 73 66 66 00 00  00 00 03 e8  ff ff ff ff  68 65 6c 6c 6f 00 00 00"
    "3f 9d f3 b6  40 b5 b2 2d";
// "/a" without type tags; "/b" with T, F, N, I and a blob of three octets.
constexpr const char* kA = "2f 61 00 00";
constexpr const char* kB = "2f 62 00 00  2c 54 46 4e 49 62 00 00  00 00 00 03 01 02 03 00";

std::vector<std::byte> bundle(const std::vector<std::vector<std::byte>>& elements) {
  auto octets = from_hex("23 62 75 6e 64 6c 65 00  00 00 00 00 00 00 00 01");
  for (const auto& element : elements) {
    for (int shift = 24; shift >= 0; shift -= 8)
      octets.push_back(static_cast<std::byte>(element.size() >> shift));
    octets.insert(octets.end(), element.begin(), element.end());
  }
  return octets;
}

double number_at(const Message& message, std::size_t index) {
  return std::get<double>(message.arguments.at(index));
}

}  // namespace

TEST_CASE("the examples of the OSC specification are read", "[sender]") {
  const auto octets = from_hex(kFrequency);
  const auto one = decode(octets);
  REQUIRE(one);
  REQUIRE(one->size() == 1);
  CHECK(one->front().address == "/oscillator/4/frequency");
  CHECK(one->front().number() == 440.0);
  const auto other = from_hex(kFoo);
  const auto foo = decode(other);
  REQUIRE(foo);
  const Message& message = foo->front();
  CHECK(message.address == "/foo");
  REQUIRE(message.arguments.size() == 5);
  CHECK(number_at(message, 0) == 1000);
  CHECK(number_at(message, 1) == -1);
  CHECK(std::get<std::string_view>(message.arguments[2]) == "hello");
  CHECK(number_at(message, 3) == Near{1.234, 1e-7});
  CHECK(number_at(message, 4) == Near{5.678, 1e-7});
}

TEST_CASE("arguments without octets, blobs and old messages without type tags are read", "[sender]") {
  const auto a = from_hex(kA), b = from_hex(kB);
  CHECK(decode(a)->front().arguments.empty());
  CHECK_FALSE(decode(a)->front().number());
  const auto messages = decode(b);
  REQUIRE(messages);
  const auto& arguments = messages->front().arguments;
  REQUIRE(arguments.size() == 5);
  CHECK(std::get<double>(arguments[0]) == 1);
  CHECK(std::get<double>(arguments[1]) == 0);
  CHECK(std::holds_alternative<std::monostate>(arguments[2]));
  CHECK(std::holds_alternative<std::monostate>(arguments[3]));
  CHECK(std::ranges::equal(std::get<ConstBytes>(arguments[4]), from_hex("01 02 03")));
  const auto wide = from_hex("2f 61 00 00  2c 68 64 00  ff ff ff ff ff ff ff fe  c0 04 00 00 00 00 00 00");
  CHECK(number_at(decode(wide)->front(), 0) == -2);
  CHECK(number_at(decode(wide)->front(), 1) == -2.5);
}

TEST_CASE("a bundle is its messages in their order, in a bundle as well", "[sender]") {
  const auto octets = bundle({from_hex(kA), bundle({from_hex(kB), from_hex(kFoo)}), from_hex(kFrequency)});
  const auto messages = decode(octets);
  REQUIRE(messages);
  std::string addresses;
  for (const Message& message : *messages) addresses += std::string(message.address) + ' ';
  CHECK(addresses == "/a /b /foo /oscillator/4/frequency ");
  CHECK(decode(bundle({}))->empty());
}

TEST_CASE("messages have the time of their bundle, and of the inner one", "[sender]") {
  const auto timed = [](std::vector<std::byte> octets, const char* tag) {
    std::ranges::copy(from_hex(tag), octets.begin() + 8);
    return octets;
  };
  // 2023-11-14T22:13:20.25Z, and the first second after the 32 bits end in 2036, by RFC 5905.
  const auto inner = timed(bundle({from_hex(kB)}), "00 00 00 01 00 00 00 00");
  const auto messages = decode(timed(bundle({from_hex(kA), inner}), "e8 fe 6f 80 40 00 00 00"));
  REQUIRE(messages);
  using namespace std::chrono_literals;
  CHECK(messages->at(0).at == Duration(1'700'000'000s + 250ms));
  CHECK(messages->at(1).at == Duration(2'085'978'497s));
  CHECK_FALSE(decode(bundle({from_hex(kA)}))->front().at);
  CHECK_FALSE(decode(from_hex(kA))->front().at);
}

TEST_CASE("a datagram of which any part is no OSC is left out as a whole", "[sender]") {
  const char* const bad = GENERATE("",                                          // nothing
                                   "61 62 63 00",                               // an address without slash
                                   "2f 61 62 63",                               // one that does not end
                                   "2f 61 62",                                  // nor is padded
                                   "2f 61 00 00  69 00 00 00  00 00 00 01",     // type tags without a comma
                                   "2f 61 00 00  2c 69 00 00",                  // no argument
                                   "2f 61 00 00  2c 69 00 00  00 00 00",        // a part of one
                                   "2f 61 00 00  2c 69 00 00  00 00 00 01 00",  // one octet more
                                   "2f 61 00 00  2c 71 00 00  00 00 00 01",     // an unknown type
                                   "2f 61 00 00  2c 62 00 00  ff ff ff ff",  // a blob that is longer than all
                                   "2f 61 00 00  2c 62 00 00  00 00 00 01 07",  // one without its padding
                                   "23 62 75 6e 64 6c 65",                      // a piece of a bundle
                                   "23 62 75 6e 64 6c 65 00  00 00 00 00");     // half a time
  CAPTURE(bad);
  const auto octets = from_hex(bad);
  CHECK_FALSE(decode(octets));
  CHECK_FALSE(decode(bundle({from_hex(kA), octets})));
}

TEST_CASE("bundles in bundles end somewhere", "[sender]") {
  const auto nested = [](int depth) {
    std::vector<std::byte> octets = from_hex(kA);
    for (int i = 0; i < depth; ++i) octets = bundle({octets});
    return octets;
  };
  const auto deepest = nested(8);
  CHECK(decode(deepest)->size() == 1);
  CHECK_FALSE(decode(nested(9)));
  CHECK_FALSE(decode(nested(3000)));
}

TEST_CASE("changed and cut OSC is read within its bounds", "[sender]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto whole = bundle({from_hex(kFoo), from_hex(kB), bundle({from_hex(kFrequency)})});
  for (int i = 0; i < 20'000; ++i) {
    // Allocated with the exact size, so that sanitizers detect accesses beyond it.
    std::vector<std::byte> octets(whole.begin(),
                                  whole.begin() + static_cast<std::ptrdiff_t>(random() % (whole.size() + 1)));
    for (int changes = static_cast<int>(random() % 4); changes > 0 && !octets.empty(); --changes)
      octets[random() % octets.size()] = static_cast<std::byte>(random());
    const auto messages = decode(octets);
    if (!messages) continue;
    std::size_t seen = 0;
    for (const Message& message : *messages) {
      seen += message.address.size();
      for (const Argument& argument : message.arguments) {
        if (const auto* const blob = std::get_if<ConstBytes>(&argument))
          for (const std::byte octet : *blob) seen += std::to_integer<std::size_t>(octet) & 1;
      }
    }
    CHECKED_ELSE(seen < 256 * 1024) {
      FAIL("more than there was");
    }
  }
}
