// SPDX-License-Identifier: MIT
#include "viewer/qt/dark_colour.hpp"

#include "viewer/qt/theme.hpp"

namespace idn::viewer {

QColor colour_of(DarkReason reason) {
  switch (reason) {
    case DarkReason::Underrun:
    case DarkReason::ConfigurationLost:
      return theme::kWarning;
    case DarkReason::Silence:
    case DarkReason::LinkLost:
    case DarkReason::Aborted:
      return theme::kBad;
    case DarkReason::EmptyFrame:
    case DarkReason::Closed:
    case DarkReason::Rerouted:
      break;
  }
  return theme::kFaint;
}

}  // namespace idn::viewer
