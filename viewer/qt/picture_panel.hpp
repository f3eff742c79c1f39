// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include "idn/sample_transform.hpp"
#include "viewer/qt/look.hpp"

class QAction;
class QGroupBox;
class QSlider;
class QVBoxLayout;

namespace idn::viewer {

class ScannerBox;

/// The options of the picture as a person sets them.
class PicturePanel : public QWidget {
  Q_OBJECT

 public:
  explicit PicturePanel(const Look& look, QWidget* parent = nullptr);

  const Look& look() const noexcept { return look_; }
  /// How the selected source is turned.
  void set_orientation(const SampleTransform& orientation);

  /// For menus and keys, in the order of the panel; they stay in step with it.
  const std::vector<QAction*>& actions_of_look() const noexcept { return look_actions_; }
  const std::vector<QAction*>& actions_of_orientation() const noexcept { return orientation_actions_; }
  ScannerBox& scanners() noexcept { return *scanners_; }
  /// Longer or shorter by a step.
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
