// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>
#include <memory>

class QMenuBar;

namespace idn::viewer {

/// The list of keys, in as many columns (1 to 3) as fit into `width` pixels.
std::unique_ptr<QWidget> make_key_columns(const QMenuBar& menus, int width);

/// Dialog (F1) with all keys of the window, taken from its menus, and the functions of the mouse.
class ShortcutsPage : public QDialog {
 public:
  ShortcutsPage(const QMenuBar& menus, QWidget* parent);
};

}  // namespace idn::viewer
