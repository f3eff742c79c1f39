// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <memory>

#include "viewer/model/source/open_file.hpp"
#include "viewer/qt/look.hpp"

namespace idn::viewer {

/// The input of a film export. It does not change during the export.
struct FilmOrder {
  struct Part {
    std::string stream;  ///< its name in the recording
    SampleTransform orientation{};
  };

  std::string path;
  std::shared_ptr<const Recording> recording;
  std::string file;  ///< read for the moments that `recording` does not hold
  FileOptions file_options{};
  std::vector<Part> parts;  ///< the streams, at least one
  PictureOptions picture;   ///< of the whole film
  TimePoint from, to;
  double pictures_per_second = 30;
};

/// Exports films in a thread of its own, one at a time.
class FilmExport : public QObject {
  Q_OBJECT

 public:
  explicit FilmExport(QObject* parent);
  ~FilmExport() override;

  bool is_running() const { return is_running_; }
  /// Must not be called while an export is running.
  void start(FilmOrder order);
  void cancel() noexcept { is_cancelled_ = true; }

 signals:
  void progressed(int percent);
  /// @param problem empty if the film is complete
  void finished(const QString& path, const QString& problem);

 private:
  QString make(const FilmOrder& order);

  bool is_running_ = false;
  std::atomic<bool> is_cancelled_{false};
  boost::asio::thread_pool thread_{1};
};

}  // namespace idn::viewer
