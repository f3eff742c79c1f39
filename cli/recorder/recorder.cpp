// SPDX-License-Identifier: MIT
#include "cli/recorder/recorder.hpp"

#include <fmt/core.h>

#include <mutex>

#include "cli/failure.hpp"
#include "idn/capture/pcap_writer.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::cli {
namespace {

using namespace std::chrono_literals;

/// Period at which the writing thread polls the queue: no other thread wakes it.
constexpr Duration kWriterPeriod = 20ms;

std::string packets_text(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "packet" : "packets");
}

}  // namespace

Recorder::Recorder(const RecordingOptions& options, std::size_t queue)
    : path_(options.path),
      queue_(queue),
      files_(options),
      writer_([this](stop_token stop) { write_files(std::move(stop)); }) {}

void Recorder::received(const io::ReceivedDatagram& datagram) noexcept {
  enqueue_answers_until(datagram.arrival.since_1970);
  const std::size_t size = capture::encode_udp_packet(datagram.from, datagram.to, datagram.bytes, packet_);
  enqueue(datagram.arrival.since_1970, ConstBytes(packet_).first(size));
}

void Recorder::sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at) noexcept {
  const ConstBytes packet = ConstBytes(packet_).first(capture::encode_udp_packet(from, to, datagram, packet_));
  if (answers_.push(at, packet)) return;
  flush();  // so many answers at once: rather out of order than lost
  if (!answers_.push(at, packet)) enqueue(at, packet);
}

void Recorder::enqueue(Duration at, ConstBytes packet) noexcept {
  if (!queue_.push(at, packet)) ++too_slow_;
}

void Recorder::enqueue_answers_until(Duration limit) noexcept {
  for (auto answer = answers_.front(); answer && answer->at <= limit; answer = answers_.front()) {
    enqueue(answer->at, answer->octets);
    answers_.pop();
  }
}

void Recorder::write_files(stop_token stop) {
  std::mutex unshared;
  condition_variable_any wake_up;  // by a stop request only
  for (bool is_last = false; !is_last;) {
    is_last = stop.stop_requested();
    write_queued();
    files_.flush(io::monotonic_now());
    publish();
    std::unique_lock lock(unshared);
    if (!is_last) wake_up.wait_for(lock, stop, kWriterPeriod, [] { return false; });
  }
  files_.close();
  publish();
}

void Recorder::write_queued() {
  while (const auto packet = queue_.front()) {
    files_.write(packet->at, packet->octets);
    queue_.pop();
    ++taken_;
  }
}

void Recorder::publish() noexcept {
  packets_ = files_.packets();
  octets_ = files_.size();
  unwritten_ = taken_ - files_.packets();
  file_count_ = files_.files();
  fault_ = files_.fault().value();
}

void Recorder::close() {
  flush();
  writer_.request_stop();
  if (writer_.joinable()) writer_.join();
}

RecordingFacts Recorder::facts() const {
  const int fault = fault_;
  return {.path = path_,
          .files = file_count_,
          .packets = packets_,
          .octets = octets_,
          .missing = too_slow_ + unwritten_,
          .too_slow = too_slow_,
          .fault = fault == 0 ? std::error_code() : std::error_code(fault, std::generic_category())};
}

std::string to_string(const RecordingFacts& recording) {
  std::string text = fmt::format("recording {}: {}, {} octets", recording.path, packets_text(recording.packets),
                                 recording.octets);
  if (recording.files > 1) text += fmt::format(" in {} files", recording.files);
  if (recording.missing > 0) text += fmt::format(", INCOMPLETE: {} missing", packets_text(recording.missing));
  if (recording.fault) text += fmt::format(" ({})", recording.fault.message());
  if (recording.too_slow > 0) text += fmt::format(", {} since the disk was too slow", recording.too_slow);
  return text;
}

std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& remedy) try {
  return options.path.empty() ? nullptr : std::make_unique<Recorder>(options);
} catch (const std::system_error& error) {
  throw Failure(kEnvironment,
                fmt::format("cannot write {}: {}; {}", options.path, error.code().message(), remedy));
}

}  // namespace idn::cli
