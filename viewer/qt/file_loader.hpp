// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <string>

#include "viewer/model/source/capture_parts.hpp"

namespace idn::viewer {

/// Reads files in a thread of its own, and then the parts of a long capture. A new file cancels the delivery of
/// what was requested before. Everything is delivered in the thread of this object.
class FileLoader : public QObject {
 public:
  struct Outcome {
    std::string path;
    std::shared_ptr<Recording> recording;  ///< the file, or its first part; null if there is a problem
    std::string problem;                   ///< with its remedy
    int exit_code = 0;                     ///< exit code of the program for this problem
  };
  /// How far a long capture is indexed, and can be shown.
  struct Extent {
    TimePoint end;
    bool is_complete = false;
    std::vector<std::string> damages;  ///< one line each, when it is complete
  };
  using OnOutcome = std::function<void(Outcome)>;

  explicit FileLoader(QObject* parent);
  ~FileLoader() override;

  /// @param on_extent called repeatedly after `done` if the file does not fit into one part
  void load(const std::string& path, const FileOptions& options, OnOutcome done,
            std::function<void(Extent)> on_extent);
  /// Reads the part around a moment of the file loaded last, which has to be within its extent.
  void load_part(TimePoint at, OnOutcome done);
  /// Destroys it in the thread: a part has 100 000 blocks of memory.
  void destroy(std::shared_ptr<Recording> part);
  /// Cancels the delivery of the file that is being read.
  void forget() { ++last_request_; }

 private:
  struct Opened;

  template <class Deliver>
  void deliver(int number, Deliver call);
  void index_on(const std::shared_ptr<Opened>& opened);

  std::atomic<int> last_request_{0};  ///< number of the last request
  std::shared_ptr<Opened> opened_;    ///< used by the thread only
  boost::asio::thread_pool thread_{1};
};

}  // namespace idn::viewer
