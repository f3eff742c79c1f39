// SPDX-License-Identifier: MIT
#include "idn_server/recorder/recorder.hpp"

#include <condition_variable>
#include <mutex>

#include "idn/capture/udp_packet.hpp"
#include "idn/io/now.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Polling period of the thread that writes: neither side wakes the other.
constexpr Duration kWriterRest = 20ms;

}  // namespace

Recorder::Recorder(const RecordingOptions& options, std::size_t queue)
    : path_(options.path),
      waiting_(queue),
      files_(options),
      writer_([this](std::stop_token stop) { write_files(std::move(stop)); }) {}

void Recorder::received(const io::ReceivedDatagram& datagram) noexcept {
  write_answers_until(datagram.arrival.since_1970);
  const std::size_t size = capture::encode_udp_packet(datagram.from, datagram.to, datagram.bytes, packet_);
  write(datagram.arrival.since_1970, ConstBytes(packet_).first(size));
}

void Recorder::sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at) noexcept {
  const ConstBytes packet = ConstBytes(packet_).first(capture::encode_udp_packet(from, to, datagram, packet_));
  if (answers_.push(at, packet)) return;
  flush();  // so many answers at once: rather out of order than lost
  if (!answers_.push(at, packet)) write(at, packet);
}

void Recorder::write(Duration at, ConstBytes packet) noexcept {
  if (!waiting_.push(at, packet)) ++too_slow_;
}

void Recorder::write_answers_until(Duration limit) noexcept {
  for (auto answer = answers_.front(); answer && answer->at <= limit; answer = answers_.front()) {
    write(answer->at, answer->octets);
    answers_.pop();
  }
}

void Recorder::write_files(std::stop_token stop) {
  std::mutex unshared;
  std::condition_variable_any rest;
  for (bool is_last = false; !is_last;) {
    is_last = stop.stop_requested();
    write_waiting();
    files_.flush(io::monotonic_now());
    publish();
    std::unique_lock lock(unshared);
    if (!is_last) rest.wait_for(lock, stop, kWriterRest, [] { return false; });
  }
  files_.close();
  publish();
}

void Recorder::write_waiting() {
  while (const auto packet = waiting_.front()) {
    files_.write(packet->at, packet->octets);
    waiting_.pop();
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

}  // namespace idn::server
