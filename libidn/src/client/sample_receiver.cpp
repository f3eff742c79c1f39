// SPDX-License-Identifier: MIT
#include "idn/client/sample_receiver.hpp"

#include <mutex>

#include "client/content/callback_scope.hpp"
#include "client/platform/process.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::client {
namespace {

constexpr Duration kLongestLatency = std::chrono::seconds(10);

wire::UnitId identity_of(const ReceiverOptions& options, const Endpoint& local) {
  return options.unit_id.is_valid() ? options.unit_id : io::derive_unit_id(io::machine_identity(), local);
}

}  // namespace

struct SampleReceiver::State final : stream::ReceiverListener {
  explicit State(OnSamples call) : on_samples_call(std::move(call)) {}

  void serve(const ReceiverOptions& options) {
    receiver.emplace(
        stream::ReceiverConfig{.unit_id = identity_of(options, socket->local()),
                               .host_name = options.name,
                               .services = stream::one_laser(),
                               .playout = stream::PlayoutConfig{.target_latency = options.latency}},
        *this);
    loop.serve(*socket, *receiver);
  }

  void on_datagram(const stream::DatagramReport& report) override {
    if (report.laser() == nullptr) return;
    const stream::SampleChunk& chunk = *report.laser();
    const auto micros = std::max<std::uint32_t>(chunk.duration_us, 1);
    const bool is_frame = chunk.mode == wire::ServiceMode::GraphicDiscrete;
    hand_over({.samples = is_frame ? shown(chunk.samples) : chunk.samples,
               .rate = {static_cast<std::uint32_t>((chunk.samples.size() * 1'000'000 + micros / 2) / micros)},
               .is_frame = is_frame,
               .arrival = chunk.arrival,
               .shown_at = chunk.playout,
               .from = report.session.key.source});
  }

  void hand_over(const ReceivedSamples& chunk) {
    if (has_thrown) return;
    auto thrown = guarded_call("on_samples", [&] { on_samples_call(chunk); });
    if (!thrown) return;
    has_thrown = true;
    report(*std::move(thrown));
  }

  /// Sample 0 of a frame is dark whatever colour it carries (section 2.7).
  std::span<const LaserSample> shown(std::span<const LaserSample> samples) {
    frame.assign(samples.begin(), samples.end());
    if (!frame.empty()) frame.front() = blanked(frame.front());
    return frame;
  }

  void report(Error what) {
    const std::lock_guard lock(mutex);
    last_fault = std::move(what);
  }

  const platform::HomeProcess home{};
  OnSamples on_samples_call;
  bool has_thrown = false;
  std::vector<LaserSample> frame;  ///< the one that is handed over
  mutable std::mutex mutex;        ///< guards last_fault
  std::optional<Error> last_fault;
  io::UnitLoop loop;
  std::optional<stream::Receiver> receiver;
  std::unique_ptr<io::UnitSocket> socket;
  jthread thread;  ///< last: uses all of the above
};

Result<SampleReceiver> SampleReceiver::open(const ReceiverOptions& options, OnSamples on_samples) {
  if (options.latency < Duration{0} || options.latency > kLongestLatency)
    return fail(Errc::BadOption, "latency", "give up to 10 s");
  auto state = std::make_unique<State>(std::move(on_samples));
  auto socket = io::UnitSocket::open(state->loop, {.address = options.address, .port = options.port});
  if (!socket)
    return fail(Errc::Network, "port " + std::to_string(options.port) + ": " + socket.error().message(),
                "end the program that uses it, or give another port");
  state->socket = *std::move(socket);
  state->serve(options);
  state->thread = jthread([state = state.get()](const stop_token& stop) {
    io::platform::set_up_thread("idn receiver");
    if (const std::error_code error = state->loop.run(stop))
      state->report({Errc::Network, "the receiver's socket failed: " + error.message(), "open it again"});
  });
  return SampleReceiver(std::move(state));
}

SampleReceiver::SampleReceiver(std::unique_ptr<State> state) : state_(std::move(state)) {}
SampleReceiver::~SampleReceiver() {
  if (state_ && !state_->home.is_here()) platform::leave(std::move(state_));
}
SampleReceiver::SampleReceiver(SampleReceiver&& other) noexcept = default;
SampleReceiver& SampleReceiver::operator=(SampleReceiver&& other) noexcept = default;

std::optional<Error> SampleReceiver::fault() const {
  const std::lock_guard lock(state_->mutex);
  return state_->last_fault;
}

Endpoint SampleReceiver::local() const {
  return state_->socket->local();
}

}  // namespace idn::client
