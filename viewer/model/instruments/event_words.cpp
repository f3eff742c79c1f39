// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/event_words.hpp"

#include <bit>

#include "idn/wire/acknowledge.hpp"

namespace idn::viewer {
namespace {

template <class Name>
void append(std::string& words, std::uint16_t bits, Name name) {
  for (; bits != 0; bits = static_cast<std::uint16_t>(bits & (bits - 1))) {
    if (!words.empty()) words += ", ";
    words += name(static_cast<unsigned>(std::countr_zero(bits)));
  }
}

}  // namespace

std::string event_words(std::uint16_t input_events, std::uint16_t pipeline_events) {
  std::string words;
  append(words, input_events & ~wire::input_event::kNew, wire::input_event_name);
  append(words, pipeline_events & ~wire::pipeline_event::kRouted, wire::pipeline_event_name);
  return words;
}

}  // namespace idn::viewer
