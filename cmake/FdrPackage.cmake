# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# `./build.sh package` makes a Debian package of everything that is installed.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The fdr authors <fdr@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The packages that are needed to build a program with the libraries.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libarchive-dev, libexpected-dev, libfmt-dev, liblzma-dev, libre2-dev, libzstd-dev, zlib1g-dev")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "flight data recorder for Performance Co-Pilot")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/cmake/debian/description)

# The documents that every Debian package has.
configure_file(cmake/debian/changelog.in changelog @ONLY)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/changelog.gz COMMAND gzip -9nkf changelog
                   WORKING_DIRECTORY ${PROJECT_BINARY_DIR} DEPENDS ${PROJECT_BINARY_DIR}/changelog VERBATIM)
add_custom_target(debian_changelog ALL DEPENDS ${PROJECT_BINARY_DIR}/changelog.gz)
install(FILES cmake/debian/copyright ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

include(CPack)
