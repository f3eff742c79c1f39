// SPDX-License-Identifier: MIT
#include "plugins/etherdream/client_connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace idn::etherdream {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::size_t kMostOctetsPerRead = 65536;

}  // namespace

ClientConnection::ClientConnection(Socket socket, Dac& dac, std::function<void()> on_executed,
                                   std::function<void()> on_end)
    : socket_(std::move(socket)),
      pause_(socket_.get_executor()),
      dac_(dac),
      on_executed_(std::move(on_executed)),
      on_end_(std::move(on_end)) {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);  // clients wait for each answer
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
}

void ClientConnection::start() {
  dac_.connect(answers_);
  write();
}

void ClientConnection::close() {
  has_ended_ = true;
  pause_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

void ClientConnection::end() {
  if (std::exchange(has_ended_, true)) return;
  pause_.cancel();
  error_code ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  on_end_();
}

void ClientConnection::read() {
  if (incoming_.size() < received_ + kMostOctetsPerRead) incoming_.resize(received_ + kMostOctetsPerRead);
  const auto room = std::span(incoming_).subspan(received_);
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](error_code error, std::size_t count) {
                            if (self->has_ended_) return;
                            if (error) return self->end();
                            self->on_read(count);
                          });
}

void ClientConnection::on_read(std::size_t count) {
  received_ += count;
  last_received_ = Clock::now();
  schedule_execute();
}

void ClientConnection::schedule_execute() {
  if (dac_.needs_points() && has_change()) return execute();
  pause_.expires_after(kPause);
  pause_.async_wait([self = shared_from_this()](error_code error) {
    if (!error && !self->has_ended_) self->execute();
  });
}

/// Whether a command that has been received completely changes something, or is unknown.
bool ClientConnection::has_change() const {
  auto octets = std::span(incoming_).first(received_);
  for (;;) {
    const Decoded next = decode_request(octets);
    if (next.kind != Decoded::Kind::Complete) return next.kind == Decoded::Kind::Unknown;
    if (!next.request.changes_nothing()) return true;
    octets = octets.subspan(next.request.octets);
  }
}

/// Carries out all commands that have been received completely.
void ClientConnection::execute() {
  const auto octets = std::span(std::as_const(incoming_)).first(received_);
  std::size_t done = 0;
  while (!ends_after_answers_) {
    const Decoded next = decode_request(octets.subspan(done));
    if (next.kind == Decoded::Kind::Incomplete) break;
    if (next.kind == Decoded::Kind::Unknown) {
      ends_after_answers_ = true;  // where the next command begins is unknown
      break;
    }
    dac_.execute(next.request, answers_);
    done += next.request.octets;
  }
  std::copy(incoming_.begin() + static_cast<std::ptrdiff_t>(done),
            incoming_.begin() + static_cast<std::ptrdiff_t>(received_), incoming_.begin());
  received_ -= done;
  on_executed_();
  write();
}

void ClientConnection::write() {
  if (answers_.empty()) return ends_after_answers_ ? end() : read();
  asio::async_write(socket_, asio::buffer(answers_),
                    [self = shared_from_this()](error_code error, std::size_t) {
                      if (self->has_ended_) return;
                      if (error || self->ends_after_answers_) return self->end();
                      self->answers_.clear();
                      self->read();
                    });
}

}  // namespace idn::etherdream
