// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <librsvg/rsvg.h>

#include <memory>
#include <span>

#include "cli/failure.hpp"
#include "idn_parser/plot/canvas.hpp"
#include "idn_parser/plot/picture.hpp"

namespace idn::parser {
namespace {

constexpr int kPixelsPerUnit = 2;
constexpr int kWidth = kCanvasWidth * kPixelsPerUnit;
constexpr int kHeight = kCanvasHeight * kPixelsPerUnit;

template <auto free>
struct Free {
  void operator()(auto* object) const noexcept { free(object); }
};
/// Owns an object of a C library.
template <class T, auto free>
using Owned = std::unique_ptr<T, Free<free>>;

[[noreturn]] void throw_png_failure(const char* cause) {
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("the figure cannot be drawn as PNG: {}; use --html", cause));
}

struct GErrorHolder {
  GError* error = nullptr;
  ~GErrorHolder() { g_clear_error(&error); }
  const char* text() const { return error != nullptr ? error->message : "no reason given"; }
};

Owned<cairo_surface_t, cairo_surface_destroy> render_svg(const std::string& svg) {
  GErrorHolder failure;
  const Owned<RsvgHandle, g_object_unref> figure(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &failure.error));
  if (!figure) throw_png_failure(failure.text());
  Owned<cairo_surface_t, cairo_surface_destroy> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, kWidth, kHeight));
  const Owned<cairo_t, cairo_destroy> pen(cairo_create(surface.get()));
  const RsvgRectangle viewport{0, 0, kWidth, kHeight};
  if (!rsvg_handle_render_document(figure.get(), pen.get(), &viewport, &failure.error))
    throw_png_failure(failure.text());
  return surface;
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) noexcept try {
  const auto part = std::as_bytes(std::span(data, length));
  auto& png = *static_cast<std::vector<std::byte>*>(closure);
  png.insert(png.end(), part.begin(), part.end());
  return CAIRO_STATUS_SUCCESS;
} catch (const std::bad_alloc&) {
  return CAIRO_STATUS_NO_MEMORY;
}

}  // namespace

std::string_view output_formats() noexcept {
  return "text, JSON, HTML, CSV, samples, PNG";
}

std::vector<std::byte> to_png(const std::string& svg) {
  const auto surface = render_svg(svg);
  std::vector<std::byte> png;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS) throw_png_failure(cairo_status_to_string(status));
  return png;
}

}  // namespace idn::parser
