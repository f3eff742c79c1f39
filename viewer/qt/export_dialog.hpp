// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

#include "idn/time.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace idn::viewer {

/// Dialog for the export of a film: file, range, size, pictures per second.
class ExportDialog : public QDialog {
 public:
  struct Choice {
    QString path;
    Duration from{}, to{};  ///< since the beginning of the recording
    QSize size;
    double pictures_per_second = 30;
  };

  /// @param defaults initial values; @param length of the recording
  ExportDialog(const Choice& defaults, Duration length, QWidget* parent);

  Choice choice() const;

 private:
  void browse();
  void check();

  QLineEdit* path_;
  QDoubleSpinBox *from_, *to_, *rate_;
  QComboBox* size_;
  QPushButton* start_;
};

}  // namespace idn::viewer
