// SPDX-License-Identifier: MIT
#include "idn/io/send/realtime.hpp"

#include "io/platform/affinity.hpp"
#include "io/platform/system_requests.hpp"
#include "io/platform/thread_priority.hpp"

namespace idn::io {

std::string platform::list_of(const std::vector<unsigned>& processors) {
  std::string text;
  for (const unsigned processor : processors) text += (text.empty() ? "" : ", ") + std::to_string(processor);
  return text;
}

namespace {

std::string choice() {
  const std::vector<unsigned> usable = usable_processors();
  return usable.empty() ? "this system cannot bind threads to processors"
                        : "choose from " + platform::list_of(usable);
}

}  // namespace

struct RealtimeScope::Saved {
  platform::Affinity affinity;
  platform::SystemRequests requests;
  platform::ThreadPriority priority;

  Grant bind(const std::vector<unsigned>& processors) {
    const std::error_code error = affinity.bind(processors);
    if (!error) return {"processor", true, platform::list_of(processors)};
    return {"processor", false, platform::list_of(processors) + ": " + error.message() + "; " + choice()};
  }
};

RealtimeScope::RealtimeScope(const RealtimeOptions& options) : saved_(std::make_unique<Saved>()) {
  if (options.priority) grants_.push_back(saved_->priority.raise(options.role));
  if (!options.processors.empty()) grants_.push_back(saved_->bind(options.processors));
  for (Grant& grant : saved_->requests.make(options)) grants_.push_back(std::move(grant));
}

RealtimeScope::~RealtimeScope() = default;

void RealtimeScope::yield_priority() noexcept {
  saved_->priority.restore();
}

}  // namespace idn::io
