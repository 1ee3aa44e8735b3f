# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Programs of PCP that are fdr under another name: see tools/drop_in/drop_in.h.

set(FDR_PCP_BIN_DIR lib/fdr/pcp-bin)

# Makes a symbolic link to fdr for each name, in the build tree and where fdr is installed.
function(fdr_drop_ins)
  file(RELATIVE_PATH installed /${FDR_PCP_BIN_DIR} /${CMAKE_INSTALL_BINDIR}/fdr)
  foreach(name ${ARGN})
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/pcp-bin ${CMAKE_CURRENT_BINARY_DIR}/installed-pcp-bin)
    file(CREATE_LINK ../fdr ${CMAKE_CURRENT_BINARY_DIR}/pcp-bin/${name} SYMBOLIC)
    file(CREATE_LINK ${installed} ${CMAKE_CURRENT_BINARY_DIR}/installed-pcp-bin/${name} SYMBOLIC)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed-pcp-bin/${name} DESTINATION ${FDR_PCP_BIN_DIR})
  endforeach()
endfunction()
