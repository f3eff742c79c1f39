// SPDX-License-Identifier: MIT
#include "idn_server/recorder/recorder.hpp"

#include "idn_server/recorder/udp_packet.hpp"

namespace idn::server {

void Recorder::received(const io::ReceivedDatagram& datagram) {
  write_answers_until(datagram.arrival);
  ++seen_;
  const std::size_t size = encode_udp_packet(datagram.from, datagram.to, datagram.bytes, packet_);
  file_.write(datagram.arrival, ConstBytes(packet_).first(size));
}

void Recorder::sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at) {
  ++seen_;
  if (has_failed()) return;
  const std::size_t size = encode_udp_packet(from, to, datagram, packet_);
  answers_.push_back({at, {packet_.begin(), packet_.begin() + static_cast<std::ptrdiff_t>(size)}});
}

void Recorder::settle() {
  write_answers_until(Duration::max());
}

void Recorder::flush() {
  file_.flush();
}

void Recorder::close() {
  settle();
  file_.close();
}

RecordingFacts Recorder::facts() const {
  return {path_, file_.packets(), file_.size(), seen_ - answers_.size() - file_.packets(), file_.fault()};
}

void Recorder::write_answers_until(Duration limit) {
  while (!answers_.empty() && answers_.front().at <= limit) {
    file_.write(answers_.front().at, answers_.front().packet);
    answers_.pop_front();
  }
}

}  // namespace idn::server
