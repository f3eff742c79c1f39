// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/trace_instance.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <system_error>

#include "cli/failure.hpp"

namespace idn::sender::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "idn_doctor_";
/// Buffer of each processor: some seconds of the events that are traced.
constexpr int kBufferKib = 2048;
constexpr int kLongestWaitMs = 100;
/// Limits one read, so that a flood of events cannot delay the end of the reader.
constexpr int kMostParts = 64;

/// Where tracefs is mounted; on some systems below debugfs only.
fs::path tracing() {
  for (const char* folder : {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}) {
    std::error_code error;
    if (fs::exists(fs::path(folder) / "instances", error)) return folder;
  }
  throw cli::Failure(
      cli::kEnvironment,
      "this kernel shows no events; run as root, after: mount -t tracefs none /sys/kernel/tracing");
}

bool write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  return out.good();
}

/// Instances whose processes no longer exist.
void remove_abandoned(const fs::path& instances) {
  std::error_code error;
  for (fs::directory_iterator entry(instances, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    int process = 0;
    if (!name.starts_with(kPrefix)) continue;
    std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), process);
    std::error_code busy;
    if (process > 0 && kill(process, 0) != 0 && errno == ESRCH) fs::remove(entry->path(), busy);
  }
}

}  // namespace

TraceInstance::TraceInstance() {
  const fs::path instances = tracing() / "instances";
  remove_abandoned(instances);
  folder_ = instances / fmt::format("{}{}", kPrefix, getpid());
  std::error_code error;
  fs::create_directory(folder_, error);
  if (error)
    throw cli::Failure(cli::kEnvironment,
                       "cannot have a trace of the kernel: " + error.message() + "; run as root");
  write_file(folder_ / "buffer_size_kb", std::to_string(kBufferKib));
  // The library's clock.
  const bool has_clock = write_file(folder_ / "trace_clock", "mono");
  pipe_ = open((folder_ / "trace_pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (has_clock && pipe_ >= 0) return;
  if (pipe_ >= 0) close(pipe_);
  fs::remove(folder_, error);
  throw cli::Failure(cli::kEnvironment,
                     "this kernel's trace has no monotonic clock or no pipe; use a newer kernel");
}

TraceInstance::~TraceInstance() {
  write_file(folder_ / "events" / "enable", "0");
  close(pipe_);
  std::error_code ignored;
  fs::remove(folder_, ignored);
}

/// Skips events that the kernel lacks: names of interrupt events differ between processor architectures.
void TraceInstance::enable(const std::string& event, const std::string& filter) {
  const fs::path folder = folder_ / "events" / event;
  std::error_code absent;
  if (!fs::exists(folder, absent)) return;
  if (!filter.empty() && !write_file(folder / "filter", filter)) return;
  write_file(folder / "enable", "1");
}

void TraceInstance::follow(int thread) {
  threads_.insert(thread);
  std::string switched, woken, own;
  for (const int each : threads_) {
    const char* const separator = own.empty() ? "" : " || ";
    switched += fmt::format("{}prev_pid == {} || next_pid == {}", separator, each, each);
    woken += fmt::format("{}pid == {}", separator, each);
    own += fmt::format("{}common_pid == {}", separator, each);
  }
  enable("sched/sched_switch", switched);
  enable("sched/sched_waking", woken);
  enable("timer/hrtimer_start", own);
  enable("exceptions/page_fault_user", own);
  enable("exceptions/page_fault_kernel", own);
  enable("power/cpu_idle");
  // Enables the end events first: an interrupt whose end is missing would seem to last.
  for (const char* interrupt :
       {"irq/irq_handler", "irq/softirq", "irq_vectors/local_timer", "irq_vectors/reschedule",
        "irq_vectors/call_function", "irq_vectors/call_function_single", "irq_vectors/irq_work"})
    for (const char* end : {"_exit", "_entry"}) enable(std::string(interrupt) + end);
}

void TraceInstance::wait_for_event() const {
  pollfd events{.fd = pipe_, .events = POLLIN, .revents = 0};
  poll(&events, 1, kLongestWaitMs);
}

bool TraceInstance::read(const std::function<void(std::string_view)>& take) {
  std::array<char, 65536> part;
  for (int parts = 0; parts < kMostParts; ++parts) {
    const ssize_t length = ::read(pipe_, part.data(), part.size());
    if (length <= 0) return false;
    rest_.append(part.data(), static_cast<std::size_t>(length));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
      take(std::string_view(rest_).substr(begin, end - begin));
    rest_.erase(0, begin);
  }
  return true;
}

}  // namespace idn::sender::doctor
