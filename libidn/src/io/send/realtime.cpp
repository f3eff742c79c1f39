// SPDX-License-Identifier: MIT
#include "idn/io/send/realtime.hpp"

#include "io/platform/affinity.hpp"
#include "io/platform/system_requests.hpp"
#include "io/platform/thread_priority.hpp"

namespace idn::io {
namespace {

std::string list(const std::vector<unsigned>& processors) {
  std::string text;
  for (const unsigned processor : processors) text += (text.empty() ? "" : ", ") + std::to_string(processor);
  return text.empty() ? "this system cannot bind threads to processors" : "choose from " + text;
}

}  // namespace

struct RealtimeScope::Saved {
  platform::Affinity affinity;
  platform::SystemRequests requests;
  platform::ThreadPriority priority;

  Grant bind(unsigned processor) {
    const std::error_code error = affinity.bind(processor);
    const std::string name = std::to_string(processor);
    if (!error) return {"processor", true, name};
    return {"processor", false, name + ": " + error.message() + "; " + list(usable_processors())};
  }
};

RealtimeScope::RealtimeScope(const RealtimeOptions& options) : saved_(std::make_unique<Saved>()) {
  if (options.priority) grants_.push_back(saved_->priority.raise(options.role));
  if (options.processor) grants_.push_back(saved_->bind(*options.processor));
  for (Grant& grant : saved_->requests.make(options)) grants_.push_back(std::move(grant));
}

RealtimeScope::~RealtimeScope() = default;

void RealtimeScope::yield_priority() noexcept {
  saved_->priority.restore();
}

}  // namespace idn::io
