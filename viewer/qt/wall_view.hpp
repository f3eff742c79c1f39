// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <vector>

#include "viewer/qt/film_export.hpp"
#include "viewer/qt/tile.hpp"

namespace boost::asio {
class thread_pool;
}

namespace idn::viewer {

/// The streams side by side. One of them is selected: the instruments show it.
class WallView : public QWidget {
  Q_OBJECT

 public:
  explicit WallView(QWidget* parent = nullptr);
  ~WallView() override;

  /// What is to be seen at `at`, drawn at once. A stream keeps its cell while others come and go; a new one
  /// takes the first free cell, and cells that become free stay, so that no picture moves or changes its size
  /// but where more are needed. The streams are looked at until the next call.
  void show_streams(const std::vector<const Stream*>& streams, TimePoint at);
  /// The source is another one; nothing is shown until the next show_streams().
  void clear();
  /// Something but the time has changed: what is shown has to be drawn anew.
  bool is_stale() const noexcept { return is_stale_; }
  void set_look(const Look& look);
  const Look& look() const noexcept { return look_; }
  /// Shown where there is no stream.
  void set_hint(const QString& hint);

  std::size_t count() const noexcept { return tiles_.size(); }
  /// Null where there is no stream.
  const Tile* selected() const;
  std::size_t selected_index() const noexcept { return selected_; }
  /// From 0; what is beyond the last one is ignored.
  void select(std::size_t index);
  void set_orientation(const SampleTransform& orientation);
  /// The selected stream alone, or all of them.
  void set_alone(bool alone);
  bool is_alone() const noexcept { return alone_; }

  /// Where the mouse points to in the selected stream's picture.
  std::optional<Position> cursor() const noexcept { return cursor_; }
  /// All that is shown, without texts, in pixels of the screen.
  QImage picture() const;
  /// The same for a film.
  std::vector<FilmOrder::Part> film_parts() const;

 signals:
  void selected_changed();
  void alone_requested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void match(const std::vector<const Stream*>& streams);
  void place_new_tiles();
  void arrange();
  std::vector<Tile*> shown() const;
  void render(TimePoint at);
  std::optional<std::size_t> tile_at(QPoint point) const;

  std::unique_ptr<boost::asio::thread_pool> helpers_;  ///< draw all tiles but the first
  std::vector<std::unique_ptr<Tile>> tiles_;           ///< in the order of their cells
  std::map<std::string, SampleTransform>
      orientations_;       ///< by the name of the stream, of tiles that were turned
  std::size_t cells_ = 0;  ///< that the wall has had room for since clear()
  std::size_t selected_ = 0;
  bool alone_ = false;
  Look look_;
  QString hint_;
  bool is_stale_ = true;
  std::optional<Position> cursor_;
};

}  // namespace idn::viewer
