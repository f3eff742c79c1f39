// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include "idn/sample.hpp"
#include "viewer/qt/look.hpp"

class QAction;
class QGroupBox;
class QSlider;
class QVBoxLayout;

namespace idn::viewer {

class ScannerBox;

/// Panel with the display options, and the orientation of the selected stream.
class PicturePanel : public QWidget {
  Q_OBJECT

 public:
  explicit PicturePanel(const Look& look, QWidget* parent = nullptr);

  const Look& look() const noexcept { return look_; }
  /// Shows the orientation of the selected stream.
  void set_orientation(const SampleTransform& orientation);

  /// Actions for menus and keys, in the order of the panel and synchronised with its check boxes.
  const std::vector<QAction*>& actions_of_look() const noexcept { return look_actions_; }
  const std::vector<QAction*>& actions_of_orientation() const noexcept { return orientation_actions_; }
  ScannerBox& scanners() noexcept { return *scanners_; }
  /// Moves the slider by steps; negative: shorter, darker.
  void step_persistence(int steps);
  void step_exposure(int steps);

 signals:
  void look_changed();
  void orientation_changed(const idn::SampleTransform& orientation);

 private:
  QAction* add_switch(QVBoxLayout& layout, const QString& name, const QString& keys);
  void add_look_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                       bool PictureOptions::* value);
  void add_orientation_switch(QVBoxLayout& layout, const QString& name, const QString& keys,
                              bool SampleTransform::* value);
  QGroupBox* make_light();
  QGroupBox* make_marks();
  QGroupBox* make_orientation();
  void rotate();

  Look look_;
  SampleTransform orientation_;
  std::vector<QAction*> look_actions_, orientation_actions_;
  QSlider *persistence_ = nullptr, *exposure_ = nullptr;
  ScannerBox* scanners_;
};

}  // namespace idn::viewer
