// SPDX-License-Identifier: MIT
#include "plugins/jack/client.hpp"

#include <jack/transport.h>

#include <algorithm>

#include "idn/io/now.hpp"

namespace idn::jack {
namespace {

struct FreeNames {
  void operator()(const char** names) const noexcept { jack_free(static_cast<void*>(names)); }
};
using Names = std::unique_ptr<const char*[], FreeNames>;

/// The library would write several lines to standard error at each attempt to find a server.
void silence_jack_messages() {
  jack_set_error_function([](const char*) {});
  jack_set_info_function([](const char*) {});
}

std::string reason_of(jack_status_t status, const std::string& server) {
  const std::string who = server.empty() ? "JACK server" : "JACK server \"" + server + '"';
  if ((status & (JackServerFailed | JackServerError)) != 0) return "no " + who;
  if ((status & JackVersionError) != 0) return who + " is of another version than this machine's library";
  return who + " takes no client (status " + std::to_string(status) + ')';
}

std::string client_of(const std::string& port) {
  return port.substr(0, port.rfind(':'));
}

std::string output_of(const std::string& client, std::size_t signal) {
  return client + ":out_" + std::string(to_string(static_cast<Signal>(signal)));
}

}  // namespace

tl::expected<std::unique_ptr<Client>, std::string> Client::open(const ClientOptions& options) {
  silence_jack_messages();
  jack_status_t status{};
  const auto named = static_cast<jack_options_t>(JackNoStartServer | JackServerName);
  jack_client_t* const opened =
      options.server.empty() ? jack_client_open(options.name.c_str(), JackNoStartServer, &status)
                             : jack_client_open(options.name.c_str(), named, &status, options.server.c_str());
  if (opened == nullptr) return tl::unexpected(reason_of(status, options.server));
  std::unique_ptr<Client> client(new Client(opened, options));
  if (!client->begin(options)) return tl::unexpected(std::string("the JACK server refuses ports or callbacks"));
  return client;
}

/// The input ring holds one second; at least 65536 samples, for long periods.
Client::Client(jack_client_t* client, const ClientOptions& options)
    : client_(client),
      rate_{options.rate != 0 ? options.rate : jack_get_sample_rate(client)},
      follow_transport_(options.follow_transport),
      input_(std::make_unique<InputRing>(std::max<std::size_t>(rate_.per_second, 65'536), rate_)),
      period_(jack_get_buffer_size(client)) {}

Client::~Client() {
  jack_client_close(client_);
}

std::string Client::name() const {
  return jack_get_client_name(client_);
}

bool Client::begin(const ClientOptions& options) {
  for (std::size_t i = 0; i < kUsualSignals; ++i)
    if (!add_port(static_cast<Signal>(i))) return false;
  if (!std::ranges::all_of(options.extra_ports, [this](Signal signal) { return add_port(signal); }))
    return false;
  return rate_.is_valid() && set_callbacks() && jack_activate(client_) == 0;
}

bool Client::add_port(Signal signal) {
  jack_port_t*& port = ports_[static_cast<std::size_t>(signal)];
  if (port != nullptr) return true;
  const std::string name(to_string(signal));
  port = jack_port_register(client_, name.c_str(), JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  return port != nullptr;
}

/// Only the process callback runs on JACK's real-time thread.
bool Client::set_callbacks() {
  jack_on_shutdown(
      client_, [](void* self) { of(self).is_shut_down_.store(true, std::memory_order_release); }, this);
  return jack_set_process_callback(
             client_,
             [](jack_nframes_t count, void* self) {
               of(self).process(count);
               return 0;
             },
             this) == 0 &&
         jack_set_xrun_callback(
             client_,
             [](void* self) {
               of(self).input_->add_xrun();
               return 0;
             },
             this) == 0 &&
         jack_set_buffer_size_callback(
             client_,
             [](jack_nframes_t count, void* self) {
               of(self).period_.store(count, std::memory_order_relaxed);
               return 0;
             },
             this) == 0 &&
         jack_set_sample_rate_callback(
             client_,
             [](jack_nframes_t rate, void* self) {
               if (rate != of(self).rate_.per_second)
                 of(self).other_rate_.store(rate, std::memory_order_release);
               return 0;
             },
             this) == 0 &&
         jack_set_freewheel_callback(
             client_, [](int starting, void* self) { of(self).freewheel_.store(starting != 0); }, this) == 0 &&
         jack_set_port_registration_callback(
             client_,
             [](jack_port_id_t, int registered, void* self) {
               if (registered != 0) of(self).has_new_ports_.store(true);
             },
             this) == 0;
}

/// On JACK's real-time thread: no heap, lock, log or system call (the clock is read without one). Periods of
/// freewheeling, which JACK processes faster than real time, cannot be shown and are ignored.
void Client::process(jack_nframes_t count) noexcept {
  if (freewheel_.load(std::memory_order_relaxed)) {
    input_->restart();
    return;
  }
  Period period{.frame = jack_last_frame_time(client_), .count = count, .arrival = io::monotonic_now()};
  for (std::size_t i = 0; i < kSignals; ++i)
    if (ports_[i] != nullptr)
      period.levels[i] = static_cast<const float*>(jack_port_get_buffer(ports_[i], count));
  period.dark = follow_transport_ && jack_transport_query(client_, nullptr) != JackTransportRolling;
  input_->push_period(period);
}

/// Names of the clients that have all five output ports.
std::vector<std::string> Client::sources() const {
  std::vector<std::string> found;
  const Names names(jack_get_ports(client_, ":out_x$", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput));
  for (std::size_t i = 0; names && names[i] != nullptr; ++i) {
    const std::string client = client_of(names[i]);
    bool has_all = true;
    for (std::size_t signal = 0; signal < kUsualSignals; ++signal)
      has_all = has_all && jack_port_by_name(client_, output_of(client, signal).c_str()) != nullptr;
    if (has_all) found.push_back(client);
  }
  return found;
}

std::string Client::connect(const std::string& source) {
  const auto found = sources();
  auto chosen = std::ranges::find(found, source.empty() ? "libol" : source);
  if (chosen == found.end() && source.empty()) chosen = found.begin();
  if (chosen == found.end()) return {};
  for (std::size_t i = 0; i < kUsualSignals; ++i) {
    // The error EEXIST means that they are connected already.
    (void)jack_connect(client_, output_of(*chosen, i).c_str(), jack_port_name(ports_[i]));
  }
  return *chosen;
}

}  // namespace idn::jack
