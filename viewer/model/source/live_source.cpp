// SPDX-License-Identifier: MIT
#include "viewer/model/source/live_source.hpp"

#include <boost/asio/ip/host_name.hpp>
#include <functional>
#include <mutex>

#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "viewer/model/source/client_receivers.hpp"

namespace idn::viewer {
namespace {

/// A unit ID that is the same for every run with this port on this computer, so that senders recognise it. Its
/// MAC address is marked as locally administered.
wire::UnitId unit_id(const Endpoint& local) {
  boost::system::error_code ignored;
  std::uint64_t hash = std::hash<std::string>{}(boost::asio::ip::host_name(ignored)) + local.port;
  std::array<std::uint8_t, 6> address{0x02};
  for (std::size_t i = 1; i < address.size(); ++i, hash >>= 8) address[i] = static_cast<std::uint8_t>(hash);
  return wire::UnitId::eui48(address);
}

}  // namespace

/// Everything that the receiving thread uses.
class LiveSource::Unit final : private io::UnitHandler {
 public:
  Unit(const LiveOptions& options, OnEvent on_event, Counters& counters)
      : socket_(
            cli::open_unit_socket(loop_, {.address = options.address, .port = options.port}, "to listen to")),
        receivers_(options.name, unit_id(socket_->local()), std::move(on_event), options.services),
        counters_(counters) {}

  Endpoint local() const { return socket_->local(); }

  /// If the socket fails, nothing more is received, and frames go dark as after the loss of the link.
  void run() {
    loop_.serve(*socket_, *this);
    loop_.run();
  }
  /// Threads: any.
  void stop() { loop_.stop(); }

  /// @return the recorder before. Threads: any.
  std::unique_ptr<cli::Recorder> replace_recorder(std::unique_ptr<cli::Recorder> recorder) {
    const std::lock_guard lock(recording_);
    std::swap(recorder_, recorder);
    return recorder;
  }
  /// Threads: any.
  std::optional<cli::RecordingFacts> recording() {
    const std::lock_guard lock(recording_);
    return recorder_ ? std::optional(recorder_->facts()) : std::nullopt;
  }

 private:
  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    const std::lock_guard lock(recording_);
    for (const auto& datagram : batch) take(datagram);
    counters_.datagrams += batch.size();
    counters_.kernel_drops = socket_->dropped();
    counters_.refused = receivers_.refused();
  }
  TimePoint next_deadline() const noexcept override { return receivers_.next_deadline(); }
  void on_deadline(TimePoint now) override { receivers_.on_deadline(now); }
  void on_drained() override {
    const std::lock_guard lock(recording_);
    if (recorder_) recorder_->flush();
  }

  void take(const io::ReceivedDatagram& datagram) {
    if (recorder_) recorder_->received(datagram);
    receivers_.on_datagram(datagram.bytes, datagram.from, datagram.local, datagram.arrival.at);
    const auto answer = receivers_.poll_transmit();
    if (!answer) return;
    // Taken before sending, so that in the recording the reply of a quick client never seems to come first.
    const Duration now = io::since_1970();
    // Errors are ignored: a client repeats its request if no answer arrives.
    if (!socket_->send(answer->bytes, answer->to, datagram.local) && recorder_)
      recorder_->sent(answer->bytes, datagram.local, answer->to, now);
  }

  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  ClientReceivers receivers_;
  Counters& counters_;
  std::mutex recording_;  ///< the window replaces the recorder, and looks at it
  std::unique_ptr<cli::Recorder> recorder_;
};

LiveSource::LiveSource(const LiveOptions& options)
    : name_(options.name), services_(options.services), queue_(options.queue) {
  const auto enqueue = [this](const StreamEvent& event) {
    if (!queue_.push(event)) ++counters_.queue_drops;
  };
  unit_ = std::make_unique<Unit>(options, enqueue, counters_);
  local_ = unit_->local();
  thread_ = std::thread([this] { unit_->run(); });
}

LiveSource::~LiveSource() {
  unit_->stop();
  thread_.join();
  stop_recording();
}

void LiveSource::record(const std::string& path) {
  stop_recording();
  unit_->replace_recorder(cli::open_recorder({.path = path}, "choose another file"));
}

std::optional<cli::RecordingFacts> LiveSource::recording() const {
  return unit_->recording();
}

std::optional<cli::RecordingFacts> LiveSource::stop_recording() {
  const auto recorder = unit_->replace_recorder(nullptr);
  if (!recorder) return std::nullopt;
  recorder->close();
  return recorder->facts();
}

std::size_t LiveSource::poll(Recording& recording) {
  const std::size_t events = queue_.consume_all([&](const StreamEvent& event) { recording.apply(event); });
  recording.extend(now());
  for (const auto& stream : recording.streams()) {
    stream->unit_name = name_;
    const std::size_t service = stream->routing ? stream->routing->asked_service_id() : 0;
    if (service >= 1 && service <= services_.size()) stream->service_name = services_[service - 1];
  }
  return events;
}

TimePoint LiveSource::now() noexcept {
  return io::monotonic_now();
}

LiveCounts LiveSource::counts() const noexcept {
  return {counters_.datagrams, counters_.kernel_drops, counters_.refused, counters_.queue_drops};
}

}  // namespace idn::viewer
