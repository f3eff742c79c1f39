// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/event_words.hpp"

#include <span>

#include "idn/wire/acknowledge.hpp"

namespace idn::viewer {
namespace {

struct Word {
  std::uint16_t bit;
  const char* text;
};

constexpr Word kInput[] = {{wire::input_event::kOrder, "order"},
                           {wire::input_event::kSequence, "sequence"},
                           {wire::input_event::kSequenceDuplicate, "duplicate"},
                           {wire::input_event::kSequenceMissing, "missing"},
                           {wire::input_event::kMessageInvalid, "invalid message"},
                           {wire::input_event::kOverrun, "overrun"},
                           {wire::input_event::kLate, "late"},
                           {wire::input_event::kTooOld, "too old"},
                           {wire::input_event::kChannelClosed, "channel closed"},
                           {wire::input_event::kResources, "no resources"}};

constexpr Word kPipeline[] = {{wire::pipeline_event::kClosed, "closed"},
                              {wire::pipeline_event::kServiceUnknown, "service unknown"},
                              {wire::pipeline_event::kServiceBusy, "service busy"},
                              {wire::pipeline_event::kFragment, "fragment"},
                              {wire::pipeline_event::kConfiguration, "configuration"},
                              {wire::pipeline_event::kChunkType, "chunk type"},
                              {wire::pipeline_event::kMatchValue, "match value"},
                              {wire::pipeline_event::kContinuity, "continuity"},
                              {wire::pipeline_event::kChunkTooShort, "chunk too short"},
                              {wire::pipeline_event::kRange, "range"},
                              {wire::pipeline_event::kPayload, "payload"},
                              {wire::pipeline_event::kDevice, "device"},
                              {wire::pipeline_event::kInternal, "internal"}};

void append(std::string& words, std::span<const Word> table, std::uint16_t bits) {
  for (const auto& [bit, text] : table) {
    if ((bits & bit) == 0) continue;
    if (!words.empty()) words += ", ";
    words += text;
  }
}

}  // namespace

std::string event_words(std::uint16_t input_events, std::uint16_t pipeline_events) {
  std::string words;
  append(words, kInput, input_events);
  append(words, kPipeline, pipeline_events);
  return words;
}

}  // namespace idn::viewer
