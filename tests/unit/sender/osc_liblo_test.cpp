// SPDX-License-Identifier: MIT
// Messages written by liblo, an independent implementation of OSC, are read correctly.
#include <lo/lo.h>

#include <algorithm>
#include <memory>
#include <random>

#include "sender/osc/message.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender::osc;

namespace {

struct WrittenByLiblo {
  std::string address{};
  std::vector<double> numbers{};
  lo_message message = lo_message_new();
};

std::vector<std::byte> taken(void* memory, std::size_t size) {
  const std::unique_ptr<void, void (*)(void*)> owner(memory, std::free);
  const auto* const first = static_cast<const std::byte*>(memory);
  return {first, first + size};
}

WrittenByLiblo write_by_chance(std::mt19937& random) {
  WrittenByLiblo written;
  for (auto left = 1 + random() % 40; left > 0; --left)
    written.address += static_cast<char>('a' + random() % 26);
  written.address.insert(0, "/");
  for (auto left = random() % 12; left > 0; --left) {
    const auto value = static_cast<std::int32_t>(random());
    switch (random() % 4) {
      case 0:
        lo_message_add_int32(written.message, value);
        break;
      case 1:
        lo_message_add_int64(written.message, value);
        break;
      case 2:
        lo_message_add_double(written.message, value);
        break;
      default:
        lo_message_add_string(written.message, std::string(random() % 9, 's').c_str());
        continue;
    }
    written.numbers.push_back(value);
  }
  return written;
}

void check_equal(const Message& read, const WrittenByLiblo& written) {
  CHECK(read.address == written.address);
  std::vector<double> numbers;
  for (const Argument& argument : read.arguments)
    if (const double* const number = std::get_if<double>(&argument)) numbers.push_back(*number);
  CHECK(numbers == written.numbers);
}

}  // namespace

TEST_CASE("messages and bundles of liblo are read as they were meant", "[sender]") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 500; ++i) {
    std::vector<WrittenByLiblo> written;
    const lo_bundle bundle = lo_bundle_new({static_cast<std::uint32_t>(i + 1), 0});
    for (auto left = 1 + random() % 5; left > 0; --left) {
      written.push_back(write_by_chance(random));
      lo_bundle_add_message(bundle, written.back().address.c_str(), written.back().message);
    }
    std::size_t size = 0;
    void* memory =
        lo_message_serialise(written.front().message, written.front().address.c_str(), nullptr, &size);
    const auto alone = taken(memory, size);
    const auto message = decode(alone);
    REQUIRE(message);
    REQUIRE(message->size() == 1);
    check_equal(message->front(), written.front());
    memory = lo_bundle_serialise(bundle, nullptr, &size);
    const auto together = taken(memory, size);
    const auto messages = decode(together);
    REQUIRE(messages);
    REQUIRE(messages->size() == written.size());
    for (std::size_t k = 0; k < written.size(); ++k) check_equal((*messages)[k], written[k]);
    lo_bundle_free_recursive(bundle);
  }
}
