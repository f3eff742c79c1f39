# The library as a vcpkg port, made of this tree. Usage: vcpkg install idn --overlay-ports=packaging/vcpkg
set(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../..")

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DIDN_BUILD_APPS=OFF
        -DIDN_BUILD_TESTS=OFF
        -DIDN_BUILD_BENCH=OFF
        -DIDN_BUILD_VIEWER=OFF
        -DIDN_BUILD_PLUGINS=OFF
        -DIDN_BUILD_EXAMPLES=OFF
        -DIDN_BUILD_PYTHON=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME idn CONFIG_PATH lib/cmake/idn DO_NOT_DELETE_PARENT_CONFIG_PATH)
vcpkg_cmake_config_fixup(PACKAGE_NAME idn_c CONFIG_PATH lib/cmake/idn_c)
vcpkg_fixup_pkgconfig()
set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled)  # idn.dll, for C, is always shared
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
