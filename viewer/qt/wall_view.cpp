// SPDX-License-Identifier: MIT
#include "viewer/qt/wall_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cmath>
#include <latch>
#include <limits>
#include <ranges>
#include <thread>

#include "viewer/model/picture/wall.hpp"
#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr double kMostZoom = 64;
/// The place of a new tile.
constexpr std::size_t kNoPlace = std::numeric_limits<std::size_t>::max();

}  // namespace

WallView::WallView(QWidget* parent)
    : QWidget(parent),
      render_threads_(
          std::make_unique<boost::asio::thread_pool>(std::max(std::thread::hardware_concurrency(), 2U) - 1)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(320, 240);
  setAccessibleName("picture");
}

WallView::~WallView() = default;

void WallView::show_streams(const std::vector<const Stream*>& streams, TimePoint at) {
  match(streams);
  render(at);
  repaint();
}

void WallView::set_look(const Look& look) {
  const auto [zoom, middle] = std::pair(look_.picture.zoom, look_.picture.middle);
  look_ = look;
  look_.picture.zoom = zoom;
  look_.picture.middle = middle;
  for (const auto& tile : tiles_) tile->set_look(look_);
  is_stale_ = true;
}

void WallView::zoom_by(double factor, Position fixed) {
  PictureOptions& picture = look_.picture;
  const double before = picture.zoom;
  picture.zoom = std::clamp(before * factor, 1.0, kMostZoom);
  const double share = before / picture.zoom;
  move_middle({fixed.x + (picture.middle.x - fixed.x) * share, fixed.y + (picture.middle.y - fixed.y) * share});
  emit zoomed();
}

/// The middle stays so far inside that the range of the beam fills the picture.
void WallView::move_middle(Position to) {
  const double reach = 1 - 1 / look_.picture.zoom;
  look_.picture.middle = {std::clamp(to.x, -reach, reach), std::clamp(to.y, -reach, reach)};
  set_look(look_);
}

void WallView::zoom_at(QPoint point, double factor) {
  if (const auto index = tile_at(point)) zoom_by(factor, tiles_[*index]->position_of(point));
}

void WallView::clear() {
  tiles_.clear();
  cells_ = selected_ = 0;
  cursor_.reset();
  update();
  emit selected_changed();
}

void WallView::set_hint(const QString& hint) {
  if (hint == hint_) return;
  hint_ = hint;
  update();
}

void WallView::set_notice(const QString& notice) {
  if (notice == notice_) return;
  notice_ = notice;
  update();
}

const Tile* WallView::selected() const {
  return tiles_.empty() ? nullptr : tiles_[selected_].get();
}

void WallView::select(std::size_t index) {
  if (index >= tiles_.size() || index == selected_) return;
  selected_ = index;
  cursor_.reset();
  arrange();
  emit selected_changed();
}

void WallView::set_orientation(const SampleTransform& orientation) {
  if (tiles_.empty()) return;
  tiles_[selected_]->set_orientation(orientation);
  orientations_[tiles_[selected_]->name()] = orientation;
  is_stale_ = true;
}

void WallView::set_alone(bool alone) {
  alone_ = alone;
  arrange();
}

/// Assigns streams to tiles by name, since the Stream object may be another one (a copy) by now.
void WallView::match(const std::vector<const Stream*>& streams) {
  const std::string chosen = tiles_.empty() ? "" : tiles_[selected_]->name();
  const auto tile_of = [this](const Stream* stream) {
    return std::ranges::find(tiles_, stream->name, &Tile::name);
  };
  const auto has_gone = [&](const auto& tile) {
    return std::ranges::find(streams, tile->name(), &Stream::name) == streams.end();
  };
  bool is_same = std::erase_if(tiles_, has_gone) == 0;
  for (const Stream* stream : streams) {
    if (const auto tile = tile_of(stream); tile != tiles_.end()) {
      (*tile)->set_stream(*stream);
      continue;
    }
    is_same = false;
    tiles_.push_back(std::make_unique<Tile>(*stream));
    tiles_.back()->set_place(kNoPlace);
    tiles_.back()->set_look(look_);
    if (const auto orientation = orientations_.find(stream->name); orientation != orientations_.end())
      tiles_.back()->set_orientation(orientation->second);
  }
  if (is_same) return;
  place_new_tiles();
  const auto again = std::ranges::find(tiles_, chosen, &Tile::name);
  selected_ = again == tiles_.end() ? 0 : static_cast<std::size_t>(again - tiles_.begin());
  arrange();
  emit selected_changed();
}

void WallView::place_new_tiles() {
  std::size_t free = 0;
  const auto is_taken = [&] { return std::ranges::find(tiles_, free, &Tile::place) != tiles_.end(); };
  for (const auto& tile : tiles_) {
    if (tile->place() != kNoPlace) continue;
    while (is_taken()) ++free;
    tile->set_place(free);
    cells_ = std::max(cells_, free + 1);
  }
  std::ranges::sort(tiles_, {}, &Tile::place);
}

std::vector<Tile*> WallView::shown() const {
  if (alone_ && !tiles_.empty()) return {tiles_[selected_].get()};
  std::vector<Tile*> all;
  for (const auto& tile : tiles_) all.push_back(tile.get());
  return all;
}

void WallView::arrange() {
  const auto tiles = shown();
  const std::size_t cells = alone_ ? 1 : std::max(cells_, std::size_t{1});
  const int across = columns_for(cells);
  const int down = (static_cast<int>(cells) + across - 1) / across;
  for (Tile* const tile : tiles) {
    const int cell = alone_ ? 0 : static_cast<int>(tile->place());
    const int column = cell % across, row = cell / across;
    const QPoint from(column * width() / across, row * height() / down);
    const QPoint to((column + 1) * width() / across, (row + 1) * height() / down);
    tile->set_area(QRect(from, QSize(to.x() - from.x(), to.y() - from.y())), devicePixelRatioF());
  }
  is_stale_ = true;
  update();
}

/// Renders the tiles in parallel.
void WallView::render(TimePoint at) {
  is_stale_ = false;
  const auto tiles = shown();
  if (tiles.empty()) return;
  std::latch others(static_cast<std::ptrdiff_t>(tiles.size() - 1));
  for (Tile* tile : tiles | std::views::drop(1)) {
    boost::asio::post(*render_threads_, [tile, at, &others] {
      tile->render(at);
      others.count_down();
    });
  }
  tiles.front()->render(at);
  others.wait();
}

void WallView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto tiles = shown();
  painter.fillRect(rect(), Qt::black);  // there may be cells without a tile
  for (const Tile* tile : tiles) tile->paint(painter, tiles_.size() > 1 && tile == selected());
  if (tiles.size() > 1) {
    painter.setPen(theme::kLine);
    for (const Tile* tile : tiles) painter.drawRect(tile->area().adjusted(-1, -1, 0, 0));
    painter.setPen(theme::kAccent);
    painter.drawRect(selected()->area().adjusted(0, 0, -1, -1));
  }
  if (!notice_.isEmpty()) {
    painter.setPen(theme::kText);
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, notice_);
  }
  if (!tiles.empty()) return;
  painter.setPen(theme::kFaint);
  painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, hint_);
}

void WallView::resizeEvent(QResizeEvent*) {
  arrange();
}

std::optional<std::size_t> WallView::tile_at(QPoint point) const {
  if (alone_ && !tiles_.empty()) return selected_;
  const auto found =
      std::ranges::find_if(tiles_, [point](const auto& tile) { return tile->area().contains(point); });
  if (found == tiles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - tiles_.begin());
}

void WallView::mousePressEvent(QMouseEvent* event) {
  if (const auto index = tile_at(event->pos())) select(*index);
  dragged_from_ = event->pos();
}

void WallView::wheelEvent(QWheelEvent* event) {
  constexpr double kStep = 1.2, kNotch = 120;
  zoom_at(event->position().toPoint(), std::pow(kStep, event->angleDelta().y() / kNotch));
  event->accept();
}

/// Pinching on a touchpad.
bool WallView::event(QEvent* event) {
  if (event->type() != QEvent::NativeGesture) return QWidget::event(event);
  const auto* const gesture = static_cast<QNativeGestureEvent*>(event);
  if (gesture->gestureType() != Qt::ZoomNativeGesture) return false;
  zoom_at(gesture->position().toPoint(), std::max(0.1, 1 + gesture->value()));
  return true;
}

void WallView::mouseDoubleClickEvent(QMouseEvent*) {
  emit alone_requested();
}

void WallView::mouseMoveEvent(QMouseEvent* event) {
  const auto index = tile_at(event->pos());
  if (event->buttons().testFlag(Qt::LeftButton) && dragged_from_ && !tiles_.empty()) {
    const Tile& tile = *tiles_[selected_];
    const Position from = tile.position_of(*dragged_from_), to = tile.position_of(event->pos());
    move_middle({look_.picture.middle.x + from.x - to.x, look_.picture.middle.y + from.y - to.y});
    dragged_from_ = event->pos();
  }
  cursor_.reset();
  if (index == selected_) cursor_ = tiles_[selected_]->position_of(event->pos());
}

void WallView::leaveEvent(QEvent*) {
  cursor_.reset();
}

QImage WallView::picture() const {
  const double scale = devicePixelRatioF();
  QImage image(size() * scale, QImage::Format_RGB32);
  image.fill(Qt::black);
  QPainter painter(&image);
  for (const Tile* tile : shown()) {
    const PictureView view = tile->picture();
    if (view.pixels.empty()) continue;
    const QImage part(reinterpret_cast<const uchar*>(view.pixels.data()), view.width, view.height,
                      4 * view.width, QImage::Format_RGB32);
    painter.drawImage(tile->area().topLeft() * scale, part);
  }
  return image;
}

std::vector<FilmOrder::Part> WallView::film_parts() const {
  std::vector<FilmOrder::Part> parts;
  for (const Tile* tile : shown()) parts.push_back({tile->name(), tile->orientation()});
  return parts;
}

}  // namespace idn::viewer
