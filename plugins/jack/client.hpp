// SPDX-License-Identifier: MIT
#pragma once

#include <jack/jack.h>

#include <atomic>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "plugins/jack/input_ring.hpp"

namespace idn::jack {

struct ClientOptions {
  std::string name = "idn";         ///< of the client; JACK appends a number if the name is in use
  std::string server;               ///< empty: the default server
  std::vector<Signal> extra_ports;  ///< besides x, y, r, g and b
  bool follow_transport = false;    ///< dark while the transport does not roll
  std::uint32_t rate = 0;           ///< see Client::other_rate(); 0: the rate that the server reports
};

/// A client of a running JACK server, with input ports for laser signals. Threads: one, except for input().
class Client {
 public:
  /// Connects to a server, but never starts one. Errors: the reason, part of a sentence as "no JACK server".
  static tl::expected<std::unique_ptr<Client>, std::string> open(const ClientOptions& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  std::string name() const;
  SampleRate rate() const noexcept { return rate_; }
  /// Samples per period; the server may change it.
  std::uint32_t period() const noexcept { return period_.load(std::memory_order_relaxed); }
  InputRing& input() noexcept { return *input_; }

  /// The server has ended, has removed this client, or has changed its rate: a new client must be opened.
  bool needs_reopen() const noexcept {
    return is_shut_down_.load(std::memory_order_acquire) || other_rate() != 0;
  }
  /// The new rate, if the server has changed it; else 0. PipeWire reports to a new client the rate that it has
  /// requested by pw-jack -s, and its own rate only when samples flow.
  std::uint32_t other_rate() const noexcept { return other_rate_.load(std::memory_order_acquire); }
  /// Whether a port of any client was registered since the last call. True at the first call.
  bool has_new_ports() noexcept { return has_new_ports_.exchange(false); }

  /// Connects the ports out_x, out_y, out_r, out_g and out_b (openlase's names) of the client `source`. If
  /// `source` is empty: of "libol", or else of the first client that has all five.
  /// @return the name of that client; empty if there is none
  std::string connect(const std::string& source);

 private:
  Client(jack_client_t* client, const ClientOptions& options);
  bool begin(const ClientOptions& options);
  bool add_port(Signal signal);
  bool set_callbacks();
  std::vector<std::string> sources() const;

  void process(jack_nframes_t count) noexcept;
  static Client& of(void* self) noexcept { return *static_cast<Client*>(self); }

  jack_client_t* client_;
  SampleRate rate_;
  const bool follow_transport_;
  std::unique_ptr<InputRing> input_;
  std::array<jack_port_t*, kSignals> ports_{};
  std::atomic<std::uint32_t> period_, other_rate_{0};
  std::atomic<bool> is_shut_down_{false}, has_new_ports_{true}, freewheel_{false};
};

}  // namespace idn::jack
