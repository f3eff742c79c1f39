// SPDX-License-Identifier: MIT
#include "viewer/qt/keep_arrows.hpp"

#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>

namespace idn::viewer {
namespace {

bool uses_arrows(const QObject& widget) {
  return widget.inherits("QAbstractSlider") || widget.inherits("QComboBox") ||
         widget.inherits("QAbstractSpinBox") || widget.inherits("QAbstractItemView");
}

/// Qt sends ShortcutOverride to the focused widget before it triggers a shortcut; accepting it suppresses the
/// shortcut.
class ArrowKeyFilter : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride) return false;
    switch (static_cast<const QKeyEvent*>(event)->key()) {
      case Qt::Key_Left:
      case Qt::Key_Right:
      case Qt::Key_Up:
      case Qt::Key_Down:
        event->accept();
        return true;
      default:
        return false;
    }
  }
};

}  // namespace

void keep_arrows(QWidget& panel) {
  auto* const keeper = new ArrowKeyFilter(&panel);
  for (QWidget* const widget : panel.findChildren<QWidget*>())
    if (uses_arrows(*widget)) widget->installEventFilter(keeper);
}

}  // namespace idn::viewer
