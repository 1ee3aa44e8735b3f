# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The files of the page that the web server shows become a part of the program, compressed.  Nothing else goes into the
# page: it uses no file of others.
#
# fdr_page_files(<list> <variable>) makes the list that tools/serve/page_files.cc includes, as the target fdr_page, and
# sets the variable to what it depends on.  Included as a script (-P), this file writes that list.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  find_program(GZIP gzip REQUIRED)

  function(fdr_page_files list variable)
    set(page ${PROJECT_SOURCE_DIR}/replay/serve/viewer/page)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${page}/*.css ${page}/*.html ${page}/*.js ${page}/*.svg)
    add_custom_command(OUTPUT ${list}
                       COMMAND ${CMAKE_COMMAND} -DGZIP=${GZIP} -DPAGE=${page} "-DFILES=${files}" -DLIST=${list}
                               -P ${PROJECT_SOURCE_DIR}/cmake/PageFiles.cmake
                       DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/PageFiles.cmake
                       VERBATIM)
    # A target without libraries: lint makes the list, and nothing else.
    add_custom_target(fdr_page DEPENDS ${list})
    set(${variable} ${list} PARENT_SCOPE)
  endfunction()
  return()
endif()

# A line has a digest of its file.  So a compiler cache, which does not know what else the object contains, sees a change.
set(lines "")
set(number 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH path ${PAGE} ${file})
  set(compressed ${LIST}.d/${path}.gz)
  cmake_path(GET compressed PARENT_PATH directory)
  file(MAKE_DIRECTORY ${directory})
  execute_process(COMMAND ${GZIP} -9nc ${file} OUTPUT_FILE ${compressed} COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 ${file} digest)
  string(SUBSTRING ${digest} 0 16 version)
  string(APPEND lines "FDR_PAGE_FILE(${number}, \"${path}\", \"${compressed}\", \"${version}\")\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${LIST} "${lines}")
