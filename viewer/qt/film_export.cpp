// SPDX-License-Identifier: MIT
#include "viewer/qt/film_export.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cmath>

#include "viewer/model/output/film.hpp"
#include "viewer/model/picture/wall.hpp"

namespace idn::viewer {
namespace {

Wall make_wall(const FilmOrder& order) {
  std::vector<Wall::Tile> tiles;
  for (const auto& part : order.parts) {
    const auto found = std::ranges::find(order.recording->streams(), part.stream,
                                         [](const auto& stream) { return stream->name; });
    if (found == order.recording->streams().end()) continue;
    const Stream& stream = **found;
    tiles.push_back(
        {&stream.timeline, stream.layout ? primaries_of(*stream.layout) : standard_primaries(), part.turn});
  }
  return Wall(order.picture, tiles);
}

}  // namespace

FilmExport::FilmExport(QObject* parent) : QObject(parent) {}

FilmExport::~FilmExport() {
  cancel();
  thread_.join();
}

void FilmExport::start(FilmOrder order) {
  is_cancelled_ = false;
  is_running_ = true;
  boost::asio::post(thread_, [this, order = std::move(order)] {
    const auto deliver = [this, path = QString::fromStdString(order.path), problem = make(order)] {
      is_running_ = false;
      emit finished(path, problem);
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

QString FilmExport::make(const FilmOrder& order) try {
  const auto [width, height] = std::pair(order.picture.width, order.picture.height);
  Film film(order.path, width, height, order.pictures_per_second);
  Wall wall = make_wall(order);
  const std::chrono::duration<double> length = order.to - order.from;
  const auto count = static_cast<int>(std::ceil(length.count() * order.pictures_per_second));
  for (int i = 0; i < count; ++i) {
    if (is_cancelled_) return "ended before it was complete";
    const std::chrono::duration<double> passed((i + 1) / order.pictures_per_second);
    film.add({width, height, wall.show(order.from + std::chrono::round<Duration>(passed))});
    emit progressed(100 * (i + 1) / count);
  }
  film.finish();
  return {};
} catch (const std::exception& problem) {
  return problem.what();
}

}  // namespace idn::viewer
