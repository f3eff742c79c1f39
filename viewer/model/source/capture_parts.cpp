// SPDX-License-Identifier: MIT
#include "viewer/model/source/capture_parts.hpp"

#include <algorithm>

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Read at a time where the end is looked for.
constexpr std::size_t kAtOnce = 1 << 16;

}  // namespace

CaptureParts::CaptureParts(const std::string& path, const FileOptions& options)
    : path_(path), options_(options), part_(open_file(path, options)), begin_(part_.begin()) {
  if (!part_.held.is_whole()) index_.emplace(open_reader(path), options.port);
}

const Recording& CaptureParts::at(TimePoint at) {
  if (part_.held.contains(at)) return part_;
  while (index_->end() < at + 1s && index_on(kAtOnce)) {
  }
  part_ = Recording();  // before the next one, so that two parts are never in memory
  part_ = read_part(path_, options_, *index_, at);
  return part_;
}

TimePoint CaptureParts::end() {
  while (index_on(kAtOnce)) {
  }
  return known_end();
}

bool CaptureParts::reaches(TimePoint at) {
  while (known_end() < at && index_on(kAtOnce)) {
  }
  return at <= known_end();
}

bool CaptureParts::index_on(std::size_t datagrams) {
  return index_ && index_->read_on(datagrams);
}

TimePoint CaptureParts::known_end() const noexcept {
  return index_ ? std::max(index_->end(), part_.end()) : part_.end();
}

std::vector<std::string> CaptureParts::notes() const {
  auto notes = part_.notes;
  if (!index_) return notes;
  for (auto& note : damage_notes(index_->damages()))
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace idn::viewer
