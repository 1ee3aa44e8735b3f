# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The one C++ library that users link: libfdr_cxx.a, in CMake fdr::cxx.  It has the objects of each library with
# installed headers, and of the libraries that these link: no others.  What the command alone needs is not installed.

find_package(LibLZMA REQUIRED)
find_package(zstd REQUIRED)
find_package(ZLIB REQUIRED)

set(parts "")
set(outside "")
get_property(waiting GLOBAL PROPERTY FDR_PARTS_WITH_HEADERS)
while(waiting)
  list(POP_FRONT waiting part)
  if(part IN_LIST parts)
    continue()
  endif()
  list(APPEND parts ${part})
  get_target_property(links ${part} LINK_LIBRARIES)
  foreach(link IN LISTS links)
    if(link MATCHES "^fdr::(.+)")
      list(APPEND waiting fdr_${CMAKE_MATCH_1})
    else()
      list(APPEND outside ${link})
    endif()
  endforeach()
endwhile()
list(REMOVE_DUPLICATES outside)
list(REMOVE_ITEM outside tl::expected)  # installed headers include it
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

add_library(fdr_cxx STATIC ${objects})
add_library(fdr::cxx ALIAS fdr_cxx)
set_target_properties(fdr_cxx PROPERTIES EXPORT_NAME cxx LINKER_LANGUAGE CXX)
if(FDR_SANITIZE)  # such a build is not installed
  set_target_properties(fdr_cxx PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
target_compile_features(fdr_cxx PUBLIC cxx_std_20)
target_link_libraries(fdr_cxx PUBLIC tl::expected PRIVATE ${outside})
get_property(headers GLOBAL PROPERTY FDR_INSTALLED_HEADERS)
target_sources(fdr_cxx PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_BINARY_DIR}/include FILES ${headers})
install(TARGETS fdr_cxx EXPORT fdr-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
