// SPDX-License-Identifier: MIT
#include "viewer/qt/measurement.hpp"
#include "cli/json_text.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#ifdef __linux__
#include <unistd.h>
#endif

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Memory is sampled for a day at most.
constexpr std::size_t kMostMinutes = 1440;

nlohmann::json json_of(const FrameTimes& times) {
  return {{"p50", in_millis(times.quantile(0.5))},
          {"p99", in_millis(times.quantile(0.99))},
          {"max", in_millis(times.max())}};
}

nlohmann::json json_of(const Stream& stream) {
  return {{"name", stream.name},
          {"samples", stream.timeline.samples()},
          {"lost_datagrams", stream.numbers.lost},
          {"samples_too_late", stream.late_samples}};
}

}  // namespace

std::int64_t resident_kib() {
  long long total = 0, resident = 0;
#ifdef __linux__
  std::ifstream("/proc/self/statm") >> total >> resident;
  resident *= sysconf(_SC_PAGESIZE) / 1024;
#endif
  return resident;
}

void Measurement::add(TimePoint began, TimePoint ended) {
  work_.add(ended - began);
  if (last_) interval_.add(began - *last_);
  last_ = began;
  if (memory_.size() < kMostMinutes && began - begin_ >= memory_.size() * 1min)
    memory_.push_back({std::chrono::floor<std::chrono::seconds>(began - begin_).count(), resident_kib()});
}

std::string Measurement::report(const ViewSession& view_session, int width, int height, TimePoint now) const {
  const double seconds = in_seconds(now - begin_);
  nlohmann::json report = {
      {"seconds", seconds},         {"picture", {{"width", width}, {"height", height}}},
      {"frames", work_.count()},    {"frames_per_second", static_cast<double>(work_.count()) / seconds},
      {"frame_ms", json_of(work_)}, {"frame_interval_ms", json_of(interval_)}};
  for (const Memory& memory : memory_)
    report["memory"].push_back({{"second", memory.second}, {"resident_kib", memory.resident_kib}});
  if (const LiveSource* live = view_session.live()) {
    const LiveCounts counts = live->counts();
    report["live"] = {{"datagrams", counts.datagrams},
                      {"kernel_drops", counts.kernel_drops},
                      {"refused", counts.refused},
                      {"queue_drops", counts.queue_drops}};
  }
  for (const auto& stream : view_session.recording().streams()) report["streams"].push_back(json_of(*stream));
  return cli::json_page(report);
}

}  // namespace idn::viewer
