// SPDX-License-Identifier: MIT
#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/sized.hpp"

namespace idn::c {
namespace {

int read(const idn_receiver_options_t& known, client::ReceiverOptions& options) {
  if (known.port > IDN_ANY_PORT) return fail(IDN_ERR_BAD_OPTION, "port; give 1 to 65535, or IDN_ANY_PORT");
  if (known.port != 0) options.port = static_cast<std::uint16_t>(known.port % IDN_ANY_PORT);
  if (known.latency != 0) options.latency = Duration(known.latency);
  if (known.name != nullptr) options.name = known.name;
  options.address = known.address;
  return IDN_OK;
}

void call_on_samples(const idn_receiver_t* receiver, idn_samples_fn on_samples, void* user,
                     const client::ReceivedSamples& received) {
  const InProgress call;
  if (!call) return;
  const InCallback inside(receiver);
  const idn_chunk_t chunk{.struct_size = sizeof(idn_chunk_t),
                          .rate = received.rate.per_second,
                          .samples = reinterpret_cast<const idn_sample_t*>(received.samples.data()),
                          .count = received.samples.size(),
                          .arrival = received.arrival.time_since_epoch().count(),
                          .shown_at = received.shown_at.time_since_epoch().count(),
                          .is_frame = received.is_frame ? 1U : 0U,
                          .from_address = received.from.ipv4_address(),
                          .from_port = received.from.port,
                          .reserved = 0};
  try {
    on_samples(user, &chunk);
  } catch (...) {  // thrown by a C++ program; there is no call that could return this error
    fail(IDN_ERR_CALLBACK, "on_samples threw an exception");
  }
}

int open(const idn_receiver_options_t* given, idn_samples_fn on_samples, void* user, idn_receiver_t** out) {
  const auto known = read_options(given);
  if (!known) return IDN_ERR_STRUCT_SIZE;
  client::ReceiverOptions options;
  if (const int wrong = read(*known, options); wrong != IDN_OK) return wrong;
  auto handle = std::make_unique<idn_receiver>();
  auto receiver = client::SampleReceiver::open(
      options, [of = handle.get(), on_samples, user](const client::ReceivedSamples& received) {
        call_on_samples(of, on_samples, user, received);
      });
  if (!receiver) return fail(receiver.error());
  handle->receiver.emplace(*std::move(receiver));
  *out = Handles::all().add(std::move(handle));
  return IDN_OK;
}

}  // namespace
}  // namespace idn::c

using namespace idn::c;

int idn_receiver_open(const idn_receiver_options_t* options, idn_samples_fn on_samples, void* user,
                      idn_receiver_t** receiver) {
  if (receiver != nullptr) *receiver = nullptr;
  if (on_samples == nullptr || receiver == nullptr) return null_argument();
  return guarded([&] { return open(options, on_samples, user, receiver); });
}

int idn_receiver_port(idn_receiver_t* receiver) {
  if (receiver == nullptr) return null_argument();
  return guarded([&] { return static_cast<int>(receiver->receiver->local().port); });
}

int idn_receiver_close(idn_receiver_t* receiver) {
  return guarded([&]() -> int {
    if (InCallback::is_of(receiver) && receiver != nullptr)
      return fail(IDN_ERR_IN_CALLBACK, "idn_receiver_close from within its on_samples");
    if (receiver != nullptr) Handles::all().remove(receiver);
    return IDN_OK;
  });
}
