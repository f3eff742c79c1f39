// SPDX-License-Identifier: MIT
// Renders all scenes with the slow renderer: viewer_references FOLDER. Run it only when a scene has changed,
// never because the viewer's own pictures have.
#include <cstdio>

#include "viewer/model/output/png_file.hpp"
#include "viewer/scenes.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("viewer_references FOLDER\n", stderr), 2;
  for (const auto& [name, slow] : idn::test::scenes()) {
    const auto pixels = idn::test::render_slowly(slow);
    idn::viewer::write_png(std::string(argv[1]) + "/" + name + ".png", {slow.width, slow.height, pixels});
    std::puts(name.c_str());
  }
}
