// SPDX-License-Identifier: MIT
#include "viewer/qt/message_bar.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setObjectName("message_bar");
  label_->setObjectName("message");
  label_->setTextFormat(Qt::PlainText);
  label_->setWordWrap(true);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const close = new QToolButton(this);
  close->setText("×");
  close->setAutoRaise(true);
  close->setToolTip("Close this message (Esc)");
  close->setFocusPolicy(Qt::NoFocus);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 4, 4, 4);
  layout->addWidget(label_, 1);
  layout->addWidget(close);
  hide();
}

void MessageBar::warn(const QString& text) {
  show_text(text, theme::kWarning);
}

void MessageBar::fail(const QString& text) {
  show_text(text, theme::kBad);
}

void MessageBar::inform(const QString& text) {
  show_text(text, theme::kAccent);
}

QString MessageBar::text() const {
  return isHidden() ? QString() : label_->text();
}

void MessageBar::show_text(const QString& text, const QColor& colour) {
  label_->setText(text);
  setStyleSheet(QString("#message_bar { background: %1; border-left: 4px solid %2; }")
                    .arg(theme::kRaised.name(), colour.name()));
  show();
}

}  // namespace idn::viewer
