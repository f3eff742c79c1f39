// SPDX-License-Identifier: MIT
// An application that writes samples to another program as fast as the pipe takes them.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>

#include "cli/failure.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "idn/wire/sample_codec.hpp"
#include "latency/measure/application.hpp"
#include "latency/model/marker.hpp"

#ifdef _WIN32
#define IDN_POPEN _popen
#define IDN_PCLOSE _pclose
constexpr const char* kWriteMode = "wb";
#else
#define IDN_POPEN ::popen
#define IDN_PCLOSE ::pclose
constexpr const char* kWriteMode = "w";
#endif

namespace idn::latency {
namespace {

void replace_all(std::string& text, std::string_view name, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size())
    text.replace(at, name.size(), value);
}

std::string command_line(const PathOptions& options, const std::string& target) {
  if (options.producer == Producer::Live) {
    std::string line = fmt::format("exec '{}' live --target {} --rate {} --samples-per-packet {}",
                                   options.sender, target, options.rate, options.samples_per_datagram());
    if (options.latency > Duration{0}) line += fmt::format(" --latency {}us", in_micros(options.latency));
    return line + " >/dev/null";
  }
  std::string line = options.command;
  replace_all(line, "{target}", target);
  replace_all(line, "{rate}", fmt::format("{}", options.rate));
  replace_all(line, "{latency}", fmt::format("{}us", in_micros(options.queue_latency())));
  return line;
}

class PipeApplication final : public Application {
 public:
  PipeApplication(const PathOptions& options, const std::string& target, TriggerInbox& inbox)
      : inbox_(inbox),
        pattern_({options.rate}),
        samples_(options.samples_per_datagram()),
        octets_(samples_.size() * layout_.sample_size()) {
#ifndef _WIN32
    std::signal(SIGPIPE, SIG_IGN);  // then fwrite() fails if the other program has ended
#endif
    const std::string line = command_line(options, target);
    std::fflush(nullptr);
    pipe_ = IDN_POPEN(line.c_str(), kWriteMode);
    if (pipe_ == nullptr) throw cli::Failure(cli::kEnvironment, "cannot start: " + line);
    std::setvbuf(pipe_, nullptr, _IONBF, 0);
    thread_ = jthread([this](const stop_token& stop) { run(stop); });
  }
  ~PipeApplication() override { finish(); }

  std::vector<AnsweredTrigger> stop() override {
    finish();
    return std::move(answers_);
  }

  std::string failure() const override {
    return producer_ended_.load(std::memory_order_relaxed) ? "the producer has ended; see its messages" : "";
  }

 private:
  /// Closing the pipe ends the other program, since its input ends.
  void finish() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    if (pipe_ != nullptr) IDN_PCLOSE(std::exchange(pipe_, nullptr));
  }

  void run(const stop_token& stop) {
    while (!stop.stop_requested()) {
      if (!pattern_.in_marker())
        if (const auto trigger = inbox_.take()) {
          pattern_.begin(trigger->number);
          answers_.push_back({*trigger, io::monotonic_now()});
        }
      pattern_.draw(samples_);
      layout_.encode(samples_, octets_);
      if (std::fwrite(octets_.data(), 1, octets_.size(), pipe_) == octets_.size()) continue;
      producer_ended_.store(true, std::memory_order_relaxed);
      return;
    }
  }

  TriggerInbox& inbox_;
  MarkerPattern pattern_;
  wire::SampleCodec layout_{wire::SampleFormat::Xyrgb16};
  std::vector<LaserSample> samples_;
  std::vector<std::byte> octets_;
  std::FILE* pipe_ = nullptr;
  std::atomic<bool> producer_ended_{false};
  std::vector<AnsweredTrigger> answers_;
  jthread thread_;
};

}  // namespace

std::unique_ptr<Application> start_pipe(const PathOptions& options, const std::string& target,
                                        TriggerInbox& inbox) {
  return std::make_unique<PipeApplication>(options, target, inbox);
}

}  // namespace idn::latency
