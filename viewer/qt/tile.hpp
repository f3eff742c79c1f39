// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
#include <QRect>
#include <QString>
#include <optional>

#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/model/output/png_file.hpp"
#include "viewer/model/picture/heat_map.hpp"
#include "viewer/model/recording.hpp"
#include "viewer/qt/look.hpp"

class QFontMetrics;
class QPainter;

namespace idn::viewer {

/// One stream on the wall.
class Tile {
 public:
  explicit Tile(const Stream& stream);

  /// The stream to show from now on: as before, or a copy of it.
  void set_stream(const Stream& stream);
  void set_look(const Look& look);
  /// @param scale pixels of the screen per unit of `area`
  void set_area(const QRect& area, double scale);
  /// How this source is turned; beside what the command line asks of all.
  void set_orientation(const SampleTransform& orientation);

  const QRect& area() const noexcept { return area_; }
  const SampleTransform& orientation() const noexcept { return orientation_; }
  /// Together with what the command line asks of all.
  const SampleTransform& whole_orientation() const noexcept { return picture_.options().beam.transform; }
  /// Valid until the source changes; the wall is then told of its streams anew.
  const Stream& stream() const noexcept { return *stream_; }
  const std::string& name() const noexcept { return name_; }

  /// Draws into memory what is to be seen at `at`. Threads: one at a time, any; tiles are independent.
  void render(TimePoint at);
  /// Brings what render() made to the screen, with the name and the reason of darkness. Does not look at the
  /// stream, which may be gone.
  void paint(QPainter& painter, bool is_selected) const;

  /// A line of text within the tile.
  struct Caption {
    QRect area;
    QColor colour;
    QString text;
  };
  /// What paint() writes: none over another, each within the tile, however small that is.
  std::vector<Caption> captions(const QFontMetrics& font, bool is_selected) const;

  /// Which cell of the wall is the tile's, row by row.
  std::size_t place() const noexcept { return place_; }
  void set_place(std::size_t place) noexcept { place_ = place; }

  Position position_of(QPoint point) const;
  /// As the last render() left it.
  PictureView picture() const;
  const std::optional<HeatMap::Spot>& hottest() const noexcept { return hottest_; }

 private:
  void renew_options();
  void render_heat(TimePoint at);

  const Stream* stream_;
  std::string name_;
  QString destination_;
  std::size_t place_ = 0;
  Look look_;
  SampleTransform orientation_;
  QRect area_;
  double scale_ = 1;
  Picture picture_;
  std::span<const std::uint32_t> pixels_;
  std::vector<std::uint32_t> heat_;
  std::optional<TimePoint> heat_at_;
  std::optional<HeatMap::Spot> hottest_;
  std::optional<DarkNote> dark_;
};

}  // namespace idn::viewer
