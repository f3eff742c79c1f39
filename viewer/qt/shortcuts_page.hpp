// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>
#include <memory>

class QMenuBar;

namespace idn::viewer {

/// The keys in as many columns as fit into `width` pixels, one at least.
std::unique_ptr<QWidget> make_key_columns(const QMenuBar& menus, int width);

/// Every key of the window, taken from its menus, and what the mouse does.
class ShortcutsPage : public QDialog {
 public:
  ShortcutsPage(const QMenuBar& menus, QWidget* parent);
};

}  // namespace idn::viewer
