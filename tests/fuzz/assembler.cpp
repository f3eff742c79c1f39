// SPDX-License-Identifier: MIT
// Two frame assemblers that share the memory budget of one session. Input: operations of six octets; the
// content of fragments is taken from a pattern, so that small inputs can use up the budget.
#include <array>
#include <vector>

#include "fuzz/target.hpp"
#include "stream/receive/frame_assembler.hpp"

namespace idn::fuzz {
namespace {

using stream::Fragment;
using stream::FragmentBudget;
using Outcome = stream::FrameAssembler::Outcome;

std::vector<std::byte> make_pattern() {
  std::vector<std::byte> octets(0x10000);
  std::uint32_t state = 1;
  for (auto& octet : octets) octet = static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24);
  return octets;
}

/// One assembler and its expected content.
struct Queue {
  explicit Queue(FragmentBudget& room) : assembler(room) {}

  void start(const Fragment& first, TimePoint now) {
    expected.assign(first.octets.begin(), first.octets.end());
    fragments = 1;
    first_stamp = static_cast<std::uint32_t>(first.timestamp);
    last_sequence = first.sequence;
    const bool stored = assembler.start(first, now) == Outcome::Incomplete;
    require(stored == assembler.in_progress());
    if (stored) require(assembler.deadline() == now + stream::FrameAssembler::kMaxAge);
  }

  void append(const Fragment& sequel, bool last) {
    const bool was_in_progress = assembler.in_progress();
    const Outcome outcome = assembler.append(sequel, last);
    if (outcome == Outcome::Failed) return require(!assembler.in_progress());
    require(was_in_progress && last == (outcome == Outcome::Complete));
    const auto ahead = static_cast<std::uint32_t>(sequel.timestamp) - first_stamp;
    require(ahead == fragments ||
            (ahead == 0 && sequel.sequence == static_cast<std::uint16_t>(last_sequence + 1)));
    expected.insert(expected.end(), sequel.octets.begin(), sequel.octets.end());
    ++fragments;
    last_sequence = sequel.sequence;
    if (last) require(std::ranges::equal(assembler.octets(), expected));
  }

  void check() const {
    if (!assembler.in_progress()) return require(assembler.deadline() == kNever);
    require(assembler.octets().size() == expected.size());
  }
  std::size_t used() const { return assembler.in_progress() ? expected.size() : 0; }

  stream::FrameAssembler assembler;
  std::vector<std::byte> expected;
  std::uint32_t fragments = 0;
  std::uint32_t first_stamp = 0;
  std::uint16_t last_sequence = 0;
};

struct Operation {
  bool first_queue, starts, drops, last;
  Fragment fragment;

  static Operation read(ByteReader& in) {
    static const std::vector<std::byte> pattern = make_pattern();
    const auto kind = in.read<std::uint8_t>();
    const std::size_t size = in.read<std::uint16_t>();
    const std::size_t begin = in.read<std::uint8_t>();
    const auto stamp = in.read<std::int8_t>();  // near zero, so that timestamps wrap
    const auto sequence = in.read<std::int8_t>();
    return {(kind & 1) == 0,
            (kind & 2) != 0,
            (kind & 0x1C) == 0x1C,
            (kind & 0x20) != 0,
            {ConstBytes(pattern).subspan(begin, std::min(size, pattern.size() - begin)), wrap(stamp),
             static_cast<std::uint16_t>(sequence)}};
  }
};

}  // namespace

void run_assembler(ConstBytes input) {
  stream::FragmentBufferPool pool;
  FragmentBudget room{pool};
  {
    std::array<Queue, 2> queues{Queue(room), Queue(room)};
    ByteReader in(input);
    for (TimePoint now{}; in.remaining() >= 6; now += std::chrono::milliseconds(1)) {
      const Operation operation = Operation::read(in);
      Queue& queue = queues[operation.first_queue ? 0 : 1];
      if (operation.drops)
        queue.assembler.drop();
      else if (operation.starts)
        queue.start(operation.fragment, now);
      else
        queue.append(operation.fragment, operation.last);
      queue.check();
      require(room.used == queues[0].used() + queues[1].used());
      require(room.used <= FragmentBudget::kMaxOctets);
    }
  }
  require(room.used == 0);
}

}  // namespace idn::fuzz
