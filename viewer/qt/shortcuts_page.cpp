// SPDX-License-Identifier: MIT
#include "viewer/qt/shortcuts_page.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr const char* kMouse[][2] = {{"Click", "Select a stream"},
                                     {"Double click", "The selected stream alone, or all"},
                                     {"Over the picture", "Samples under the mouse, in the samples panel"},
                                     {"On the time bar", "Scrub; the colours of gaps tell their reason"},
                                     {"Drop a file", "Open it"}};

QLabel* make_label(const QString& text, const QColor& colour) {
  auto* const label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setStyleSheet(QString("color: %1").arg(colour.name()));
  return label;
}

QString keys_of(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& key : action.shortcuts()) keys += key.toString(QKeySequence::NativeText);
  return keys.join(", ");
}

void add_row(QGridLayout& page, const QString& keys, const QString& meaning) {
  const int row = page.rowCount();
  page.addWidget(make_label(keys, theme::kAccent), row, 0);
  page.addWidget(make_label(meaning, theme::kText), row, 1);
}

void add_heading(QGridLayout& page, const QString& name) {
  page.addWidget(make_label(name, theme::kFaint), page.rowCount(), 0, 1, 2);
}

QWidget* make_column(const QList<QMenu*>& menus, bool with_mouse) {
  auto* const column = new QWidget;
  auto* const page = new QGridLayout(column);
  page->setVerticalSpacing(2);
  page->setHorizontalSpacing(14);
  for (const QMenu* menu : menus) {
    add_heading(*page, QString(menu->title()).remove('&'));
    for (const QAction* action : menu->actions())
      if (!action->shortcut().isEmpty()) add_row(*page, keys_of(*action), QString(action->text()).remove('&'));
  }
  if (with_mouse) {
    add_heading(*page, "Mouse");
    for (const auto& [what, meaning] : kMouse) add_row(*page, what, meaning);
  }
  page->setRowStretch(page->rowCount(), 1);
  return column;
}

}  // namespace

ShortcutsPage::ShortcutsPage(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
  setWindowTitle("Keys");
  QList<QMenu*> all;
  for (const QAction* action : menus.actions()) all += action->menu();
  auto* const columns = new QWidget;
  auto* const layout = new QHBoxLayout(columns);
  // Three columns of about the same height: low enough for a screen of 768 pixels.
  for (const auto& [first, count] : {std::pair(0, 2), {2, 1}, {3, 3}})
    layout->addWidget(make_column(all.sliced(first, count), first == 2), 0, Qt::AlignTop);
  auto* const scroll = new QScrollArea(this);
  scroll->setWidget(columns);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* const page = new QVBoxLayout(this);
  page->addWidget(scroll);
  // With the width of a scroll bar; where the screen is lower than the page it scrolls.
  resize((columns->sizeHint() + QSize(60, 60)).boundedTo(screen()->availableSize() - QSize(40, 80)));
}

}  // namespace idn::viewer
