// SPDX-License-Identifier: MIT
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <utility>

#include "bind.hpp"
#include "idn/io/now.hpp"
#include "receiver_object.hpp"
#include "samples.hpp"
#include "seconds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {

void ChunkQueue::push(const client::ReceivedSamples& received) {
  const std::lock_guard lock(mutex_);
  chunks_.push_back({.samples = {received.samples.begin(), received.samples.end()},
                     .rate = received.rate.per_second,
                     .is_frame = received.is_frame,
                     .arrival = received.arrival,
                     .shown_at = received.shown_at,
                     .from = received.from});
  samples_ += received.samples.size();
  while (samples_ > capacity_ && chunks_.size() > 1) {
    samples_ -= chunks_.front().samples.size();
    dropped_ += chunks_.front().samples.size();
    chunks_.pop_front();
  }
  changed_.notify_one();
}

std::optional<ReceivedChunk> ChunkQueue::pop(TimePoint until) {
  std::unique_lock lock(mutex_);
  const auto wait = until - io::monotonic_now();
  changed_.wait_for(lock, wait, [this] { return closed_ || !chunks_.empty(); });
  if (chunks_.empty()) return std::nullopt;
  ReceivedChunk chunk = std::move(chunks_.front());
  chunks_.pop_front();
  samples_ -= chunk.samples.size();
  return chunk;
}

std::deque<ReceivedChunk> ChunkQueue::pop_all() {
  const std::lock_guard lock(mutex_);
  samples_ = 0;
  return std::exchange(chunks_, {});
}

void ChunkQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool ChunkQueue::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_ && chunks_.empty();
}

std::uint64_t ChunkQueue::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

namespace {

/// idn.ReceivedSamples
struct ReceivedObject {
  nb::object samples;
  std::uint32_t rate = 0;
  bool is_frame = false;
  double arrival = 0;
  double shown_at = 0;
  std::string source;
};

nb::object to_object(ReceivedChunk&& chunk) {
  ReceivedObject object{.samples = to_array(std::move(chunk.samples)),
                        .rate = chunk.rate,
                        .is_frame = chunk.is_frame,
                        .arrival = to_seconds(chunk.arrival),
                        .shown_at = to_seconds(chunk.shown_at),
                        .source = to_string(chunk.from)};
  return nb::cast(std::move(object));
}

std::string chunk_text(const ReceivedObject& chunk) {
  return "<idn.ReceivedSamples: " + std::to_string(nb::len(chunk.samples)) + " samples at " +
         std::to_string(chunk.rate) + " per second from " + chunk.source + ">";
}

std::uint32_t ipv4_of(const std::string& address) {
  return nb::cast<std::uint32_t>(nb::int_(nb::module_::import_("ipaddress").attr("IPv4Address")(address)));
}

/// Interval at which read() checks for Ctrl-C.
constexpr Duration kLongestRead = std::chrono::milliseconds(100);

}  // namespace

ReceiverObject::ReceiverObject(const client::ReceiverOptions& options, std::size_t capacity)
    : queue_(capacity) {
  Result<client::SampleReceiver> receiver = tl::unexpected(Error{});
  {
    const nb::gil_scoped_release release;
    receiver = client::SampleReceiver::open(
        options, [this](const client::ReceivedSamples& received) { queue_.push(received); });
  }
  receiver_ = value_of(std::move(receiver));
  local_ = receiver_->local();
}

ReceiverObject::~ReceiverObject() {
  const nb::gil_scoped_release release;
  receiver_.reset();
}

nb::object ReceiverObject::read(std::optional<double> timeout) {
  const TimePoint until =
      timeout ? deadline_after(io::monotonic_now(), from_seconds(*timeout, "timeout")) : kNever;
  for (;;) {
    std::optional<ReceivedChunk> chunk;
    {
      const nb::gil_scoped_release release;
      chunk = queue_.pop(std::min(until, io::monotonic_now() + kLongestRead));
    }
    if (chunk) return to_object(*std::move(chunk));
    if (const auto fault = reception_fault()) raise(*fault);
    if (queue_.is_closed() || io::monotonic_now() >= until) return nb::none();
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

std::optional<Error> ReceiverObject::reception_fault() const {
  return receiver_ ? receiver_->fault() : std::nullopt;
}

nb::object ReceiverObject::take() {
  std::vector<LaserSample> samples;
  for (const ReceivedChunk& chunk : queue_.pop_all())
    samples.insert(samples.end(), chunk.samples.begin(), chunk.samples.end());
  return to_array(std::move(samples));
}

void ReceiverObject::close() {
  auto receiver = std::exchange(receiver_, std::nullopt);
  const nb::gil_scoped_release release;
  receiver.reset();
  queue_.close();
}

void bind_receiver(nb::module_& module) {
  nb::class_<ReceivedObject>(module, "ReceivedSamples", "One wave chunk or one frame.")
      .def_ro("samples", &ReceivedObject::samples, nb::sig("def samples(self) -> idn._samples.SampleArray"),
              "Shape (n,), of sample_dtype; the first one of a frame is dark.")
      .def_ro("rate", &ReceivedObject::rate, "Samples per second.")
      .def_ro("is_frame", &ReceivedObject::is_frame)
      .def_ro("arrival", &ReceivedObject::arrival,
              "In seconds of time.monotonic(), from the kernel's time stamp if there is one.")
      .def_ro("shown_at", &ReceivedObject::shown_at,
              "When the first sample is due at the output, by that clock.")
      .def_ro("source", &ReceivedObject::source, "Address and port of the sender.")
      .def("__repr__", &chunk_text);

  nb::class_<ReceiverObject>(
      module, "SampleReceiver",
      R"(An emulated laser projector, which delivers the samples that it receives as arrays.

Searches find it, and senders stream to it. It receives, answers and acknowledges on a thread that
never runs Python. Up to `capacity` samples wait to be read; beyond that the oldest are dropped and
counted. Use it in a `with` statement, or call close(). Iteration yields one chunk after the other.)")
      .def(
          "__init__",
          [](ReceiverObject* self, const std::string& name, std::uint16_t port, const std::string& address,
             double latency, std::size_t capacity) {
            new (self) ReceiverObject({.name = name,
                                       .port = port,
                                       .address = ipv4_of(address),
                                       .latency = from_seconds(latency, "latency")},
                                      capacity);
          },
          "name"_a = "libidn", nb::kw_only(), "port"_a = kIdnPort, "address"_a = "0.0.0.0", "latency"_a = 0.04,
          "capacity"_a = std::size_t{4'000'000},
          R"(name: shown by searches, up to 20 octets of UTF-8.
port: UDP port; 0: any free one.
address: IPv4 address to listen on; "0.0.0.0": every interface.
latency: target latency of the playout in seconds, which acknowledges report. Chunks that arrive after
    their time at the output are left out: to get those too, give more than any delay of the network
    and of both computers.
capacity: the most samples that wait to be read.)")
      .def("read", &ReceiverObject::read, "timeout"_a = nb::none(),
           nb::sig("def read(self, timeout: float | None = None) -> ReceivedSamples | None"),
           R"(Returns the next chunk. Waits for it, for `timeout` seconds at most; then returns None, as it does
after close() when no chunk is left. Raises Fault after an error that has ended reception.)")
      .def("take", &ReceiverObject::take, nb::sig("def take(self) -> idn._samples.SampleArray"),
           "Returns the samples of all chunks that wait, shape (n,). Does not wait.")
      .def_prop_ro(
          "address", [](const ReceiverObject& self) { return to_string(self.local()); }, "\"0.0.0.0:7255\"")
      .def_prop_ro("port", [](const ReceiverObject& self) { return self.local().port; })
      .def_prop_ro("dropped", &ReceiverObject::dropped,
                   "Samples that were dropped because they were not read in time.")
      .def("__repr__",
           [](const ReceiverObject& self) {
             return "<idn.SampleReceiver at " + to_string(self.local()) + (self.is_open() ? ">" : ", closed>");
           })
      .def("close", &ReceiverObject::close, "Ends reception. Chunks that wait can still be read.")
      .def(
          "__iter__", [](nb::object self) { return self; }, nb::sig("def __iter__(self) -> SampleReceiver"))
      .def(
          "__next__",
          [](ReceiverObject& self) {
            nb::object chunk = self.read(std::nullopt);
            if (chunk.is_none()) throw nb::stop_iteration();
            return chunk;
          },
          nb::sig("def __next__(self) -> ReceivedSamples"))
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> SampleReceiver"))
      .def(
          "__exit__", [](ReceiverObject& self, const nb::args&) { self.close(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

}  // namespace idn::python
