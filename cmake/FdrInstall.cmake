# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# How users' builds find the libraries: the CMake package `fdr`, for find_package(fdr), and
# fdr-agent.pc, fdr-archive.pc, fdr-replay.pc, fdr-live.pc, fdr-local.pc, fdr-logger.pc, fdr-mmv.pc, fdr-mmv-stats.pc,
# fdr-net.pc, fdr-pdu.pc, fdr-pmapi.pc, fdr-pmda.pc and fdr-trace.pc for pkg-config.

include(CMakePackageConfigHelpers)

set(FDR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/fdr)
install(EXPORT fdr-targets NAMESPACE fdr:: DESTINATION ${FDR_CMAKE_DIR})
configure_package_config_file(cmake/fdr-config.cmake.in fdr-config.cmake INSTALL_DESTINATION ${FDR_CMAKE_DIR})
write_basic_package_version_file(fdr-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fdr-config.cmake ${PROJECT_BINARY_DIR}/fdr-config-version.cmake
        DESTINATION ${FDR_CMAKE_DIR})

# fdr_pkg_config(<folder> <description> [LIBRARY <name>] [TEMPLATE <file>] [REQUIRES ...] [REQUIRES_PRIVATE ...] [LIBS_PRIVATE ...])
function(fdr_pkg_config PC_FOLDER PC_DESCRIPTION)
  cmake_parse_arguments(PC "" "LIBRARY;TEMPLATE" "REQUIRES;REQUIRES_PRIVATE;LIBS_PRIVATE" ${ARGN})
  set(PC_NAME fdr-${PC_FOLDER})
  list(JOIN PC_REQUIRES ", " PC_REQUIRES)
  list(JOIN PC_REQUIRES_PRIVATE ", " PC_REQUIRES_PRIVATE)
  list(JOIN PC_LIBS_PRIVATE " " PC_LIBS_PRIVATE)
  set(dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH PC_PREFIX /prefix/${dir} /prefix)
  string(REGEX REPLACE "/$" "" PC_PREFIX ${PC_PREFIX})
  if(NOT PC_LIBRARY)
    set(PC_LIBRARY ${PC_FOLDER})
  endif()
  if(NOT PC_TEMPLATE)
    set(PC_TEMPLATE cmake/fdr.pc.in)
  endif()
  configure_file(${PC_TEMPLATE} ${PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${PC_NAME}.pc DESTINATION ${dir})
endfunction()

# Debian's libarchive.pc asks for libraries that only the static library needs.  Its package does not install them.
fdr_pkg_config(archive "Reads and writes Performance Co-Pilot archives"
               REQUIRES_PRIVATE fmt liblzma libzstd zlib LIBS_PRIVATE -larchive)
fdr_pkg_config(replay "Replays Performance Co-Pilot archives" REQUIRES fdr-archive)
fdr_pkg_config(net "An event loop, for the libraries of fdr" REQUIRES fdr-archive)
fdr_pkg_config(pdu "Messages of Performance Co-Pilot's collector, for the libraries of fdr" REQUIRES fdr-replay)
fdr_pkg_config(live "Fetches from hosts that run Performance Co-Pilot's collector" REQUIRES fdr-net fdr-pdu)
fdr_pkg_config(agent "Makes agents of Performance Co-Pilot, in C++" LIBRARY agent_kit REQUIRES fdr-live)
fdr_pkg_config(local "Fetches what Linux says about this machine" REQUIRES fdr-mmv fdr-replay)
fdr_pkg_config(mmv "Reads and writes memory mapped values" LIBRARY mmv_files REQUIRES fdr-replay)
fdr_pkg_config(logger "Records Performance Co-Pilot archives" REQUIRES fdr-replay)
fdr_pkg_config(pmapi "The C API of Performance Co-Pilot, on fdr" LIBRARY pmapi TEMPLATE cmake/fdr-shared.pc.in)
fdr_pkg_config(pmda "Agents of Performance Co-Pilot, in C" LIBRARY pmda TEMPLATE cmake/fdr-pmda.pc.in)
fdr_pkg_config(trace "Traces applications as Performance Co-Pilot's library does" LIBRARY trace
               TEMPLATE cmake/fdr-shared.pc.in)
fdr_pkg_config(mmv-stats "The C interface for memory mapped values" LIBRARY mmv TEMPLATE cmake/fdr-shared.pc.in)
