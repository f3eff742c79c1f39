// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "viewer/model/picture/picture.hpp"
#include "viewer/model/source/open_file.hpp"

namespace idn::viewer {

/// When an eye has seen a picture.
inline constexpr Duration kGlance = std::chrono::milliseconds(100);

enum class WindowPanel : std::uint8_t { Stream, Picture, Samples, None };

/// What concerns the window alone.
struct WindowOptions {
  bool no_settings = false;
  std::optional<std::pair<int, int>> size{};  ///< width and height on the screen, of the whole window
  std::optional<WindowPanel> panel{};         ///< beside the picture; none: as the window was left
  std::optional<Duration> close_after{};
  std::vector<std::string> press{};  ///< keys such as "F1", pressed in the middle of close_after
  std::string screenshot;            ///< PNG of the window when it closes
  std::string measure;               ///< JSON about drawing and receiving when it closes, "-": standard output
};

struct Options {
  std::string file;                     ///< empty: listen, or an empty window
  std::optional<std::uint16_t> listen;  ///< UDP port, 0 for a free one
  FileOptions source;
  PictureOptions picture;
  std::optional<std::size_t> stream;  ///< from 1; none: all of them, as tiles
  WindowOptions window;
  // Without a window. Empty: not asked for.
  std::string render;            ///< PNG of one moment
  std::string render_frames;     ///< folder for PNGs
  std::string film;              ///< MP4 or animated PNG
  std::optional<Duration> at{};  ///< of render; none: kGlance, or the end of what is shorter
  Duration from{};               ///< of the others
  std::optional<Duration> to{};
  double pictures_per_second = 30;
  bool heat_map = false;  ///< instead of the picture
  bool hottest = false;   ///< print where the beam dwells most

  bool is_offscreen() const noexcept {
    return hottest || !render.empty() || !render_frames.empty() || !film.empty();
  }
};

/// What the command line asks for, or the exit code of a program that is done with it.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

}  // namespace idn::viewer
