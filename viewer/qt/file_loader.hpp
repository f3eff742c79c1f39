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

/// Reads files in a thread of its own. Of several the last one asked for counts.
class FileLoader : public QObject {
 public:
  struct Outcome {
    std::string path;
    std::shared_ptr<Recording> recording;  ///< null where there is a problem
    std::string problem;                   ///< with its remedy
    int exit_code = 0;                     ///< of a program that ends with this problem
  };

  explicit FileLoader(QObject* parent);
  ~FileLoader() override;

  /// @param done is called in the thread of this object, unless another file is asked for meanwhile
  void load(const std::string& path, const FileOptions& options, std::function<void(Outcome)> done);
  /// What is being read is not wanted any more.
  void forget() { ++asked_; }

 private:
  std::atomic<int> asked_{0};
  boost::asio::thread_pool thread_{1};
};

}  // namespace idn::viewer
