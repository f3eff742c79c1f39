// SPDX-License-Identifier: MIT
#pragma once

#include <QGroupBox>

#include "viewer/model/picture/picture.hpp"

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace idn::viewer {

/// Options of the simulated scanners, and whether their trace, the commanded one or both are shown.
class ScannerBox : public QGroupBox {
  Q_OBJECT

 public:
  explicit ScannerBox(const PictureOptions& picture);

  void apply_to(PictureOptions& picture) const;
  /// Cycles through none and the presets.
  void next_scanner();
  /// Cycles through real, commanded and both traces.
  void next_trace();

 signals:
  void changed();

 private:
  std::optional<ScannerSetup> setup() const;
  void show_setup(const PictureOptions& picture);
  void enable();
  void choose();

  QComboBox *scanner_, *trace_;
  QDoubleSpinBox *angle_, *damping_;
  QSpinBox *bandwidth_, *colour_shift_;
};

}  // namespace idn::viewer
