// SPDX-License-Identifier: MIT
// A writer in another process changes a shared ring at random, as fast as it can, while this process plays it.
// Usage: shared_storm WRITES [SEED]: ends with 0 if nothing was read beyond the ring, no samples came from a
// writer that had been cut off, and a correct writer is played at the end.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>
#include <utility>

#include "idn/shared_ring.h"
#include "stream/send/shared_playback.hpp"

namespace {

using namespace idn;
using namespace std::chrono_literals;

constexpr stream::SharedRingGeometry kStormShape{.slot_count = 8, .slot_samples = 100};
constexpr SampleRate kStormRate{100'000};

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "shared_storm: %s\n", what);
  std::exit(1);
}

/// Shared by both processes besides the ring.
struct Progress {
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint32_t> round{0};  ///< incremented by the reader when it formats the ring again
};

/// Memory between two inaccessible guard pages; the ring ends where the second guard page begins.
struct GuardedRing {
  GuardedRing() {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t pages = (kStormShape.octets() + page - 1) / page * page;
    auto* const all =
        static_cast<std::byte*>(mmap(nullptr, pages + 2 * page, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    if (all == MAP_FAILED || mprotect(all + page, pages, PROT_READ | PROT_WRITE) != 0) give_up("no memory");
    octets = {all + page + pages - kStormShape.octets(), kStormShape.octets()};
  }
  std::span<std::byte> octets;
};

using Word = std::atomic<std::uint32_t>;
constexpr std::size_t kTaken = 64 / 4, kPublished = 128 / 4, kFirstSlot = 256 / 4;

/// Writes without the functions for writers, which read the geometry from the ring, where it is overwritten
/// too.
class HostileWriter {
 public:
  HostileWriter(std::span<std::byte> octets, Progress& progress, std::uint64_t seed)
      : words_(reinterpret_cast<Word*>(octets.data())), progress_(progress), random_(seed) {}

  /// Mostly changes samples, also of a block that is being played; often publishes a correct block, so that
  /// there is something to play; sometimes changes headers.
  void write_once() {
    const std::uint64_t dice = random_();
    const auto value = static_cast<std::uint32_t>(dice >> 32);
    const std::size_t slot = slot_of(static_cast<std::uint32_t>(dice / 256));
    if (dice % 256 < 200)
      set(slot + 4 + value % (kSlotWords - 4), value);
    else if (dice % 256 < 252)
      publish_by_rules(value);
    else if (value % 64 == 0)
      set(value / 64 % kFirstSlot, static_cast<std::uint32_t>(dice));
    else if (value % 64 == 1)
      set(slot + value / 64 % 4, static_cast<std::uint32_t>(dice % 97));
    else if (value % 64 == 2)
      set(kPublished, words_[kPublished] + value / 64 % 12 - 2);
  }

  [[noreturn]] void write_for_ever() {
    for (std::uint64_t i = 0;; ++i, write_once()) {
      if (i % 64 != 0) continue;
      progress_.writes.store(writes_, std::memory_order_relaxed);
      if (const std::uint32_t now = progress_.round.load(std::memory_order_acquire);
          std::exchange(round_, now) != now)
        number_ = 1;
    }
  }

 private:
  static constexpr std::size_t kSlotWords = 2240 / 4;  // 16 + 100 * 22, to the next 64

  static std::size_t slot_of(std::uint32_t number) {
    return kFirstSlot + (number - 1) % kStormShape.slot_count * kSlotWords;
  }
  void set(std::size_t word, std::uint32_t value) {
    words_[word].store(value, std::memory_order_release);
    ++writes_;
  }

  void publish_by_rules(std::uint32_t value) {
    const std::uint32_t in_use = number_ - words_[kTaken].load(std::memory_order_acquire);
    if (in_use > 2 * kStormShape.slot_count) set(kTaken, number_ - 1);  // kTaken itself was overwritten
    if (in_use > kStormShape.slot_count) return;
    constexpr std::uint32_t kFlags[] = {IDN_SHARED_SAMPLES, IDN_SHARED_PICTURE,
                                        IDN_SHARED_PICTURE | IDN_SHARED_WHOLE};
    const std::size_t slot = slot_of(number_);
    set(slot, ~number_);
    set(slot + 1, value % (kStormShape.slot_samples + 1));
    set(slot + 2, kFlags[value / 128 % 3]);
    set(slot, number_);
    set(kPublished, number_++);
  }

  Word* words_;
  Progress& progress_;
  std::mt19937_64 random_;
  std::uint32_t number_ = 1;
  std::uint32_t round_ = 0;
  std::uint64_t writes_ = 0;
};

struct Storm {
  GuardedRing ring;
  Progress* progress = nullptr;
  std::optional<stream::SharedPlayback> playback;
  LaserSample beam{};
  TimePoint due{1s};
  std::uint64_t ticks = 0, lit_ticks = 0, samples = 0, cut_off = 0;

  void renew() {
    format_shared_ring(ring.octets, kStormShape, {.rate = kStormRate, .limit = 300});
    playback.emplace(stream::SharedRingReader(ring.octets, kStormShape), 100ms);
    progress->round.fetch_add(1, std::memory_order_release);
  }

  void tick() {
    LaserSample out[102];
    const LaserSample mark{.x = 12'345, .z = 54};
    out[100] = out[101] = mark;
    due += 1us;  // about the time that take() needs
    const std::size_t count = playback->take(std::span(out).first(100), beam, kStormRate, due);
    if (count > 100 || out[100] != mark || out[101] != mark) give_up("more samples than were asked for");
    ++ticks;
    lit_ticks += count > 0;
    samples += count;
    if (count > 0) beam = out[count - 1];
    if (!playback->is_cut_off()) return;
    if (count > 0) give_up("samples of a writer that was cut off");
    ++cut_off;
    for (int i = 0; i < 3; ++i)
      if (playback->has_content(due) || playback->take(std::span(out).first(100), beam, kStormRate, due) > 0)
        give_up("something came behind the end");
    renew();
  }
};

bool plays_afterwards(Storm& storm) {
  storm.renew();
  idn_shared_t writer{};
  writer.ring = reinterpret_cast<idn_shared_ring_t*>(storm.ring.octets.data());
  writer.number = 1;
  idn_shared_sample_t* const room = idn_shared_begin(&writer);
  std::fill_n(room, 100, idn_shared_sample_t{});
  idn_shared_publish(&writer, 100, IDN_SHARED_SAMPLES);
  const std::uint64_t before = storm.samples;
  storm.tick();
  return storm.samples == before + 100 && !storm.playback->is_cut_off();
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t writes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  Storm storm;
  void* const shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) give_up("no memory");
  storm.progress = ::new (shared) Progress;
  storm.renew();
  const pid_t writer = fork();
  if (writer < 0) give_up("no process");
  if (writer == 0) HostileWriter(storm.ring.octets, *storm.progress, seed).write_for_ever();
  while (storm.progress->writes.load(std::memory_order_relaxed) < writes) {
    int status = 0;
    if (storm.ticks % 1024 == 0 && waitpid(writer, &status, WNOHANG) == writer) give_up("the writer has ended");
    storm.tick();
  }
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  if (!plays_afterwards(storm)) give_up("a writer that keeps to the rules is not played");
  std::printf("%llu writes, seed %llu: %llu ticks, %llu with samples (%llu), %llu writers cut off\n",
              static_cast<unsigned long long>(writes), static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(storm.ticks), static_cast<unsigned long long>(storm.lit_ticks),
              static_cast<unsigned long long>(storm.samples), static_cast<unsigned long long>(storm.cut_off));
}
