# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Our programs use libarchive's static library if there is one.  They need none of the dependencies of the
# shared library (libxml2, ICU, nettle, ...), and loading these takes longer than `fdr info` does.

find_package(LibArchive REQUIRED)
find_package(BZip2 REQUIRED)
find_library(FDR_STATIC_LIBARCHIVE NAMES libarchive.a)
if(FDR_STATIC_LIBARCHIVE)
  set_target_properties(LibArchive::LibArchive PROPERTIES IMPORTED_LOCATION ${FDR_STATIC_LIBARCHIVE}
                                                          INTERFACE_LINK_LIBRARIES BZip2::BZip2)
endif()
mark_as_advanced(FDR_STATIC_LIBARCHIVE)
