// SPDX-License-Identifier: MIT
#include "idn_server/recorder/recorder.hpp"

#include <condition_variable>
#include <mutex>

#include "idn/capture/pcap_writer.hpp"
#include "idn/io/now.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Period at which the writing thread polls the queue: no other thread wakes it.
constexpr Duration kWriterPeriod = 20ms;

}  // namespace

Recorder::Recorder(const RecordingOptions& options, std::size_t queue)
    : path_(options.path),
      queue_(queue),
      files_(options),
      writer_([this](std::stop_token stop) { write_files(std::move(stop)); }) {}

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

void Recorder::write_files(std::stop_token stop) {
  std::mutex unshared;
  std::condition_variable_any wake_up;  // by a stop request only
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

}  // namespace idn::server
