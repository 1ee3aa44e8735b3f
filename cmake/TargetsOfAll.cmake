# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0

# fdr_targets_of_all(<variable> <folder>): the targets of the folder, and of the folders in it, that the target `all` builds.
function(fdr_targets_of_all variable folder)
  set(all "")
  get_directory_property(targets DIRECTORY ${folder} BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(left_out ${target} EXCLUDE_FROM_ALL)
    if(NOT left_out AND NOT type STREQUAL INTERFACE_LIBRARY)
      list(APPEND all ${target})
    endif()
  endforeach()
  get_directory_property(inner_folders DIRECTORY ${folder} SUBDIRECTORIES)
  foreach(inner IN LISTS inner_folders)
    get_directory_property(left_out DIRECTORY ${inner} EXCLUDE_FROM_ALL)
    if(NOT left_out)
      fdr_targets_of_all(targets ${inner})
      list(APPEND all ${targets})
    endif()
  endforeach()
  set(${variable} ${all} PARENT_SCOPE)
endfunction()
