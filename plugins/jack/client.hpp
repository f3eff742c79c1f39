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
  std::string name = "idn";         ///< as other programs see it; JACK adds a number where it is taken
  std::string server;               ///< empty: the usual one
  std::vector<Signal> extra_ports;  ///< beside x, y, r, g and b
  bool follow_transport = false;    ///< dark while the transport does not roll
  std::uint32_t rate = 0;           ///< see Client::other_rate(); 0: as the server says
};

/// A client of a JACK server that runs, with input ports for laser signals. Threads: one, but for the input.
class Client {
 public:
  /// Never starts a server. @return why there is none, a sentence fragment
  static tl::expected<std::unique_ptr<Client>, std::string> open(const ClientOptions& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  std::string name() const;
  SampleRate rate() const noexcept { return rate_; }
  /// Samples of a period, which a server may change.
  std::uint32_t period() const noexcept { return period_.load(std::memory_order_relaxed); }
  InputRing& input() noexcept { return *input_; }

  /// The server has ended, has thrown us out, or has another rate than at first: nothing comes any more.
  bool is_gone() const noexcept { return is_gone_.load(std::memory_order_acquire) || other_rate() != 0; }
  /// What the server's rate has become; 0: it has not changed. PipeWire tells who has just come what that has
  /// asked for by pw-jack -s, and its own rate once samples flow.
  std::uint32_t other_rate() const noexcept { return other_rate_.load(std::memory_order_acquire); }
  /// Once for each time that ports have come since.
  bool has_new_ports() noexcept { return has_new_ports_.exchange(false); }

  /// Connects the five ports out_x, out_y, out_r, out_g and out_b, as openlase calls them, of a client; of
  /// "libol", else of the first that has them all, where `source` is empty.
  /// @return the client's name; empty where there is none
  std::string connect(const std::string& source);

 private:
  Client(jack_client_t* client, const ClientOptions& options);
  bool begin(const ClientOptions& options);
  bool add_port(Signal signal);
  bool set_callbacks();
  std::vector<std::string> sources() const;

  void take(jack_nframes_t count) noexcept;
  static Client& of(void* self) noexcept { return *static_cast<Client*>(self); }

  jack_client_t* client_;
  SampleRate rate_;
  const bool follow_transport_;
  std::unique_ptr<InputRing> input_;
  std::array<jack_port_t*, kSignals> ports_{};
  std::atomic<std::uint32_t> period_, other_rate_{0};
  std::atomic<bool> is_gone_{false}, has_new_ports_{true}, freewheel_{false};
};

}  // namespace idn::jack
