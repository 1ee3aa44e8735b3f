# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Libraries that PCP's programs load in the place of PCP's own.  They have its sonames and symbols, and lie in a directory
# of their own, where no linker looks.

set(FDR_LIBPCP_OUTPUT_DIR ${PROJECT_BINARY_DIR}/replay/pcp/libpcp/lib)
set(FDR_LIBPCP_DIR lib/fdr/libpcp)  # tools/pcp looks for it there
set(FDR_MISSING_BESIDE ${PROJECT_SOURCE_DIR}/replay/pcp/libpcp/missing_beside.tsv)

# Writes FILE, which has FDR_MISSING(name) for each of the names.
function(fdr_list_missing file)
  list(TRANSFORM ARGN REPLACE "(.+)" "FDR_MISSING(\\1)\n" OUTPUT_VARIABLE lines)
  string(JOIN "" text ${lines})
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# The functions that a library lacks, by its file's name; those of all libraries without one.
function(fdr_missing_beside variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FDR_MISSING_BESIDE})
  file(STRINGS ${FDR_MISSING_BESIDE} rows REGEX "^${ARGN}[^#]*\t")
  list(TRANSFORM rows REPLACE ".*\t" "")
  set(${variable} ${rows} PARENT_SCOPE)
endfunction()

# fdr_peer_library(TARGET NAME pcp_mmv SOVERSION 1 MAP exports.map SOURCES ... DEPS ...)
#
# Only the file that programs load is installed: no link for compilers.
function(fdr_peer_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;SOVERSION;MAP" "SOURCES;DEPS")
  set(file lib${arg_NAME}.so.${arg_SOVERSION})
  set(map_file ${CMAKE_CURRENT_SOURCE_DIR}/${arg_MAP})
  fdr_missing_beside(missing ${file})
  if(missing)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target})
    fdr_list_missing(${generated}/missing_functions.inc ${missing})
    fdr_list_missing(${generated}/missing_beside.inc)
    set(pcp ${PROJECT_SOURCE_DIR}/replay/pcp)
    list(APPEND arg_SOURCES ${pcp}/libpcp/missing_functions.cc ${pcp}/pmapi/contexts/own_library.cc)
  endif()
  add_library(${target} SHARED ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${arg_NAME}
    SOVERSION ${arg_SOVERSION}
    LIBRARY_OUTPUT_DIRECTORY ${FDR_LIBPCP_OUTPUT_DIR}
    BUILD_WITH_INSTALL_RPATH ON  # the installed file is that of the build
    INSTALL_RPATH "$ORIGIN"
    UNITY_BUILD OFF  # missing_functions.cc defines names that headers declare differently
    LINK_DEPENDS ${map_file})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/replay/pcp/pmapi/include ${generated})
  target_link_libraries(${target} PRIVATE ${arg_DEPS} fdr_options)
  target_link_options(${target} PRIVATE -Wl,--version-script=${map_file})
  if(NOT FDR_SANITIZE)  # otherwise the program brings the sanitizer's functions
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
  install(FILES $<TARGET_FILE:${target}> DESTINATION ${FDR_LIBPCP_DIR} RENAME ${file})
endfunction()
