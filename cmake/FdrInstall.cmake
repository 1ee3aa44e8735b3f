# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The CMake package `fdr`, for find_package(fdr).

include(CMakePackageConfigHelpers)

set(FDR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/fdr)
install(EXPORT fdr-targets NAMESPACE fdr:: DESTINATION ${FDR_CMAKE_DIR})
configure_package_config_file(cmake/fdr-config.cmake.in fdr-config.cmake INSTALL_DESTINATION ${FDR_CMAKE_DIR})
write_basic_package_version_file(fdr-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fdr-config.cmake ${PROJECT_BINARY_DIR}/fdr-config-version.cmake
        DESTINATION ${FDR_CMAKE_DIR})
