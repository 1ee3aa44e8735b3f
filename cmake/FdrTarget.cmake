# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The common settings of all targets: the path of headers, warnings, sanitizers.

find_package(Threads REQUIRED)

# The project and its users include headers as <fdr/archive/...>.  So the build tree has a link fdr -> source tree.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/fdr SYMBOLIC)

add_library(fdr_options INTERFACE)
if(FDR_DEVELOPER_MODE)
  target_compile_options(fdr_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
endif()
if(FDR_SANITIZE)
  target_compile_options(fdr_options INTERFACE -fsanitize=${FDR_SANITIZE} -fno-sanitize-recover=all
                                               -fno-omit-frame-pointer)
  target_link_options(fdr_options INTERFACE -fsanitize=${FDR_SANITIZE})
  # g++ and clang++ 14 have different macros for this.
  if(FDR_SANITIZE MATCHES "address")
    target_compile_definitions(fdr_options INTERFACE FDR_ADDRESS_SANITIZER)
  endif()
  if(FDR_SANITIZE MATCHES "thread")
    target_compile_definitions(fdr_options INTERFACE FDR_THREAD_SANITIZER)
    # clang++ links an operator new that no program can replace.  clang does not.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      string(REPLACE "<CMAKE_CXX_COMPILER>" "${CMAKE_C_COMPILER}" CMAKE_CXX_LINK_EXECUTABLE "${CMAKE_CXX_LINK_EXECUTABLE}")
      string(APPEND CMAKE_CXX_LINK_EXECUTABLE " -lstdc++ -lm")
    endif()
  endif()
  # g++ 12 takes the instrumented moves of a std::variant for uses of uninitialised members.
  target_compile_options(fdr_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  # The address sanitizer alone stops at null pointers and at accesses outside of objects.  Without these checks before
  # each access, compiling takes a fifth less.
  if(FDR_SANITIZE MATCHES "address,undefined")
    target_compile_options(fdr_options INTERFACE -fno-sanitize=null,object-size)
  endif()
  # clang++ 14 cannot compile coroutines with the check of functions ("Cannot represent a difference across sections"); g++
  # has none like it.  The only enumerations that may not have any value are those of PCP's C headers; C passes any value.
  if(FDR_SANITIZE MATCHES "undefined")
    target_compile_options(fdr_options INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function,enum>)
  endif()
  # The undefined-behaviour sanitizer watches the libraries and the tools.  With it, tests would take half as
  # long again to compile.
  define_property(TARGET PROPERTY FDR_IS_TEST INHERITED BRIEF_DOCS "Set in the folder of the tests")
  target_compile_options(fdr_options INTERFACE
                         $<$<BOOL:$<TARGET_PROPERTY:FDR_IS_TEST>>:-fno-sanitize=undefined>)
endif()
if(FDR_LIBFUZZER)
  target_compile_options(fdr_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What programs in C that use a library of ours link: the sanitizers that the library calls.  clang leaves out what C has
# no use for, unless it is told.
add_library(fdr_sanitizers INTERFACE)
if(FDR_SANITIZE)
  target_link_options(fdr_sanitizers INTERFACE -fsanitize=${FDR_SANITIZE}
                                               $<$<C_COMPILER_ID:Clang>:-fsanitize-link-c++-runtime>)
  target_link_libraries(fdr_sanitizers INTERFACE $<$<C_COMPILER_ID:Clang>:stdc++>)
endif()

# Most code is compiled for the sanitizers more often than it runs for long.  So their presets do not optimise it.  Under
# the thread sanitizer, tests spend so much of their time in the engine that it is an exception.
if(FDR_SANITIZE MATCHES "thread")
  set(FDR_ENGINE_FLAGS -O1)
endif()

# fdr_library(<folder> SOURCES ... HEADERS ... PUBLIC_DEPS ... PRIVATE_DEPS ...)
# makes fdr_<name>, also called fdr::<name>.  The name is the last part of the folder.  HEADERS are the headers that
# users of the library include, and the headers that these include.  Only HEADERS are installed, under
# <fdr/<folder>/...>, and a library that has some is a part of the one that users link: FdrCxxLibrary.cmake.  Each
# header must compile alone.  If a source includes the header of its own name first, that proves it.  The target
# all_verify_interface_header_sets compiles the other headers.
function(fdr_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;PUBLIC_DEPS;PRIVATE_DEPS" ${ARGN})
  cmake_path(GET folder FILENAME name)
  set(target fdr_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(fdr::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON
                                             INTERFACE_HEADER_SETS_TO_VERIFY lone_headers)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set(lone_headers ${ARG_HEADERS})
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(REPLACE_EXTENSION source LAST_ONLY .h OUTPUT_VARIABLE header)
    file(STRINGS ${source} first_include REGEX "^#include" LIMIT_COUNT 1)
    if(first_include STREQUAL "#include \"fdr/${folder}/${header}\"")
      list(REMOVE_ITEM lone_headers ${header})
    endif()
  endforeach()
  set(proven_headers ${ARG_HEADERS})
  list(REMOVE_ITEM proven_headers ${lone_headers})
  foreach(set lone_headers proven_headers)
    list(TRANSFORM ${set} PREPEND ${PROJECT_BINARY_DIR}/include/fdr/${folder}/)
    target_sources(${target} PUBLIC FILE_SET ${set} TYPE HEADERS BASE_DIRS ${PROJECT_BINARY_DIR}/include
                             FILES ${${set}})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC_DEPS} PRIVATE ${ARG_PRIVATE_DEPS} $<BUILD_INTERFACE:fdr_options>)
  if(ARG_HEADERS)
    set_property(GLOBAL APPEND PROPERTY FDR_PARTS_WITH_HEADERS ${target})
    set_property(GLOBAL APPEND PROPERTY FDR_INSTALLED_HEADERS ${lone_headers} ${proven_headers})
  endif()
endfunction()
