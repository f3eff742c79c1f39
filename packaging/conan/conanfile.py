# SPDX-License-Identifier: MIT
"""The library as a Conan package, made of this tree: find_package(idn) for C++ and find_package(idn_c) for C.

Usage: conan create packaging/conan --build=missing
"""
import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Idn(ConanFile):
    name = "idn"
    description = "Real-time laser-show streaming over the ILDA Digital Network"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}  # of the C++ library; that for C is always shared
    default_options = {"shared": False, "boost/*:header_only": True}

    def set_version(self):
        text = load(self, Path(self.recipe_folder, "../../CMakeLists.txt"))
        self.version = re.search(r"project\(idn VERSION ([0-9.]+)", text)[1]

    def export_sources(self):
        root = Path(self.recipe_folder, "../..").resolve()
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "libidn/*", "toml/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def requirements(self):
        self.requires("tl-expected/[>=1 <2]", transitive_headers=True)
        self.requires("boost/[>=1.74 <2]", visible=False)
        self.requires("tomlplusplus/[>=3.3 <4]", visible=False)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in ("APPS", "TESTS", "BENCH", "VIEWER", "PLUGINS", "EXAMPLES", "PYTHON"):
            toolchain.cache_variables[f"IDN_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))

    def package_info(self):
        # The CMake packages that the project installs serve CMake; the rest is for other build systems.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/idn", "lib/cmake/idn_c"]
        self.cpp_info.libs = ["idn++"]
        if self.options.shared:
            self.cpp_info.defines = ["IDN_SHARED"]
        if self.settings.os == "Windows":
            self.cpp_info.system_libs = ["avrt", "iphlpapi", "winmm", "ws2_32"]
        elif self.settings.os == "Linux":
            self.cpp_info.system_libs = ["pthread"]
