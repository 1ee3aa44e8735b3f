# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# How users' builds find the libraries: the CMake package `fdr`, for find_package(fdr); and for pkg-config fdr.pc (C++),
# and fdr-mmv-stats.pc, fdr-pmapi.pc, fdr-pmda.pc and fdr-trace.pc (C).
#
# No library may be called libfdr.so: that name, with the version 1, is reserved for an interface in C (docs/stability.md).

include(CMakePackageConfigHelpers)

set(FDR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/fdr)
install(EXPORT fdr-targets NAMESPACE fdr:: DESTINATION ${FDR_CMAKE_DIR})
configure_package_config_file(cmake/fdr-config.cmake.in fdr-config.cmake INSTALL_DESTINATION ${FDR_CMAKE_DIR})
write_basic_package_version_file(fdr-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fdr-config.cmake ${PROJECT_BINARY_DIR}/fdr-config-version.cmake
        DESTINATION ${FDR_CMAKE_DIR})

# fdr_pkg_config(<name> <template> <description> [<library>])
function(fdr_pkg_config PC_NAME template PC_DESCRIPTION)
  set(PC_LIBRARY ${ARGN})
  set(dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH PC_PREFIX /prefix/${dir} /prefix)
  string(REGEX REPLACE "/$" "" PC_PREFIX ${PC_PREFIX})
  configure_file(cmake/${template} ${PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${PC_NAME}.pc DESTINATION ${dir})
endfunction()

fdr_pkg_config(fdr fdr.pc.in "Reads, replays, searches and records Performance Co-Pilot archives")
fdr_pkg_config(fdr-pmapi fdr-shared.pc.in "The C API of Performance Co-Pilot, on fdr" pmapi)
fdr_pkg_config(fdr-pmda fdr-pmda.pc.in "Agents of Performance Co-Pilot, in C")
fdr_pkg_config(fdr-trace fdr-shared.pc.in "Traces applications as Performance Co-Pilot's library does" trace)
fdr_pkg_config(fdr-mmv-stats fdr-shared.pc.in "The C interface for memory mapped values" mmv)
