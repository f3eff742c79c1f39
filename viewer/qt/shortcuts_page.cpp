// SPDX-License-Identifier: MIT
#include "viewer/qt/shortcuts_page.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>
#include <memory>
#include <vector>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr const char* kMouse[][2] = {{"Click", "Select a stream"},
                                     {"Double click", "Selected stream alone, or all"},
                                     {"Wheel, pinch", "Zoom in and out"},
                                     {"Drag", "Move the zoomed picture"},
                                     {"Hover", "Samples under the mouse (F4)"},
                                     {"Time bar", "Scrub; gaps are coloured by cause"},
                                     {"Drop a file", "Open it"}};

/// Room for a scroll bar and the margins of the page.
constexpr QSize kScrollBar{60, 60};

QLabel* make_label(const QString& text, const QColor& colour) {
  auto* const label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setStyleSheet(QString("color: %1").arg(colour.name()));
  return label;
}

QString keys_of(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& key : action.shortcuts()) keys += key.toString(QKeySequence::NativeText);
  return keys.join(", ").replace("Left", "←").replace("Right", "→").replace("Up", "↑").replace("Down", "↓");
}

void add_row(QGridLayout& page, const QString& keys, const QString& meaning) {
  const int row = page.rowCount();
  page.addWidget(make_label(keys, theme::kAccent), row, 0);
  page.addWidget(make_label(meaning, theme::kText), row, 1);
}

void add_heading(QGridLayout& page, const QString& name) {
  QLabel* const heading = make_label(name, theme::kFaint);
  heading->setContentsMargins(0, page.count() == 0 ? 0 : 6, 0, 0);
  page.addWidget(heading, page.rowCount(), 0, 1, 2);
}

bool is_number(const QAction& action) {
  return action.shortcut() >= QKeySequence("1") && action.shortcut() <= QKeySequence("9");
}

QWidget* make_column(const QList<QMenu*>& menus, bool with_mouse) {
  auto* const column = new QWidget;
  auto* const page = new QGridLayout(column);
  page->setContentsMargins(0, 0, 0, 0);
  page->setVerticalSpacing(2);
  page->setHorizontalSpacing(14);
  for (const QMenu* menu : menus) {
    add_heading(*page, QString(menu->title()).remove('&'));
    for (const QAction* action : menu->actions()) {
      if (action->shortcut() == QKeySequence("1")) add_row(*page, "1 … 9", "Stream 1 … 9");
      if (!action->shortcut().isEmpty() && !is_number(*action))
        add_row(*page, keys_of(*action), QString(action->text()).remove('&'));
    }
  }
  if (with_mouse) {
    add_heading(*page, "Mouse");
    for (const auto& [what, meaning] : kMouse) add_row(*page, what, meaning);
  }
  page->setRowStretch(page->rowCount(), 1);
  return column;
}

using Columns = std::vector<std::pair<int, int>>;  ///< for each column its first menu, and the number of menus

/// Columns of about the same height: three are low enough for a screen of 768 pixels.
const Columns kLayouts[] = {{{0, 2}, {2, 1}, {3, 3}}, {{0, 3}, {3, 3}}, {{0, 6}}};

}  // namespace

std::unique_ptr<QWidget> make_key_columns(const QMenuBar& menus, int width) {
  QList<QMenu*> all;
  for (const QAction* action : menus.actions()) all += action->menu();
  for (const Columns& layout : kLayouts) {
    auto columns = std::make_unique<QWidget>();
    auto* const side_by_side = new QHBoxLayout(columns.get());
    side_by_side->setSpacing(24);
    for (const auto& [first, count] : layout)
      side_by_side->addWidget(make_column(all.sliced(first, count), first + count == all.size()), 0,
                              Qt::AlignTop);
    if (layout.size() == 1 || columns->sizeHint().width() <= width) return columns;
  }
  return nullptr;
}

ShortcutsPage::ShortcutsPage(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
  setWindowTitle("Keys");
  const QSize room = screen()->availableSize() - QSize(40, 80);
  auto* const columns = make_key_columns(menus, room.width() - kScrollBar.width()).release();
  auto* const scroll = new QScrollArea(this);
  scroll->setWidget(columns);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* const page = new QVBoxLayout(this);
  page->addWidget(scroll);
  // With room for a scroll bar, which appears if the page is higher than the screen.
  resize((columns->sizeHint() + kScrollBar).boundedTo(room));
}

}  // namespace idn::viewer
