# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Installs the documents, and the examples of the guide.  Man pages and help texts name them.  Pages are compressed, as
# Debian's policy asks for long documents.  The folders are those of docs/, so that a page is where another one says.

set(FDR_DOCUMENTS ${PROJECT_BINARY_DIR}/documents)
file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR}/docs CONFIGURE_DEPENDS docs/*.md)
foreach(page IN LISTS pages)
  get_filename_component(folder ${page} DIRECTORY)
  file(MAKE_DIRECTORY ${FDR_DOCUMENTS}/${folder})
  add_custom_command(OUTPUT ${FDR_DOCUMENTS}/${page}.gz
                     COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/docs/${page} >${FDR_DOCUMENTS}/${page}.gz
                     DEPENDS ${PROJECT_SOURCE_DIR}/docs/${page})
  list(APPEND compressed ${FDR_DOCUMENTS}/${page}.gz)
  install(FILES ${FDR_DOCUMENTS}/${page}.gz DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
# Two pages of the top folder lie beside them.
foreach(page CHANGELOG SECURITY)
  add_custom_command(OUTPUT ${FDR_DOCUMENTS}/${page}.md.gz
                     COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/${page}.md >${FDR_DOCUMENTS}/${page}.md.gz
                     DEPENDS ${PROJECT_SOURCE_DIR}/${page}.md)
  list(APPEND compressed ${FDR_DOCUMENTS}/${page}.md.gz)
  install(FILES ${FDR_DOCUMENTS}/${page}.md.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
endforeach()
add_custom_target(documents ALL DEPENDS ${compressed})
install(DIRECTORY docs/guide/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}/guide)
