// SPDX-License-Identifier: MIT
#include "viewer/qt/theme.hpp"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace idn::viewer::theme {
namespace {

constexpr char kStyleSheet[] = R"(
QToolTip { color: #d6dae0; background: #24282f; border: 1px solid #353a43; }
QMenuBar, QStatusBar { background: #17191d; }
QMenu { background: #24282f; border: 1px solid #353a43; }
QMenu::item { padding: 4px 24px; }
QMenu::item:selected { background: #2f4a63; }
QTabBar::tab { padding: 5px 12px; background: #17191d; border: 1px solid #353a43; }
QTabBar::tab:selected { background: #24282f; }
QDockWidget::title { padding: 4px; background: #1d2025; }
QMainWindow::separator { background: #24282f; width: 4px; height: 4px; }
QGroupBox { border: 1px solid #353a43; border-radius: 4px; margin-top: 9px; padding-top: 4px; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; color: #8a929e; }
)";

/// Fusion draws the frame of a check box darker than the window, which cannot be seen on a dark one.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle(QStyleFactory::create("Fusion")) {}

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox) return;
    painter->setPen(option->state.testFlag(State_Enabled) ? kFaint : kLine);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
  }
};

}  // namespace

void apply(QApplication& application) {
  application.setStyle(new Style);
  QPalette palette;
  palette.setColor(QPalette::Window, kWindow);
  palette.setColor(QPalette::Base, kSunken);
  palette.setColor(QPalette::AlternateBase, kWindow);
  palette.setColor(QPalette::Button, kRaised);
  palette.setColor(QPalette::ToolTipBase, kRaised);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, kText);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, kFaint.darker(140));
  palette.setColor(QPalette::PlaceholderText, kFaint);
  palette.setColor(QPalette::Highlight, QColor(0x2f, 0x4a, 0x63));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, kAccent);
  application.setPalette(palette);
  application.setStyleSheet(kStyleSheet);
}

}  // namespace idn::viewer::theme
