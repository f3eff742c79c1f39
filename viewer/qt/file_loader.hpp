// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <string>

#include "viewer/model/source/open_file.hpp"

namespace idn::viewer {

/// Reads files in a thread of its own. A new request cancels the delivery of earlier ones.
class FileLoader : public QObject {
 public:
  struct Outcome {
    std::string path;
    std::shared_ptr<Recording> recording;  ///< null if there is a problem
    std::string problem;                   ///< with its remedy
    int exit_code = 0;                     ///< exit code of the program for this problem
  };

  explicit FileLoader(QObject* parent);
  ~FileLoader() override;

  /// @param done called in the thread of this object, unless another file is requested before
  void load(const std::string& path, const FileOptions& options, std::function<void(Outcome)> done);
  /// Cancels the delivery of the file that is being read.
  void forget() { ++last_request_; }

 private:
  std::atomic<int> last_request_{0};  ///< number of the last request
  boost::asio::thread_pool thread_{1};
};

}  // namespace idn::viewer
