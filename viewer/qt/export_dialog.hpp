// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

#include "idn/time.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace idn::viewer {

/// Asks for a film: file, range, size, pictures per second.
class ExportDialog : public QDialog {
 public:
  struct Choice {
    QString path;
    Duration from{}, to{};  ///< from the beginning of what can be shown
    QSize size;
    double pictures_per_second = 30;
  };

  /// @param usual what is proposed; @param length of what can be shown
  ExportDialog(const Choice& usual, Duration length, QWidget* parent);

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
