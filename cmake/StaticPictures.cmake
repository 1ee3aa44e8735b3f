# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What draws pictures: Anti-Grain Geometry for shapes, FreeType for letters, libpng for the file, and a font.  All of it
# becomes a part of the program: most commands draw nothing, and must not wait until shared libraries are loaded.

find_package(ZLIB REQUIRED)
find_path(FDR_AGG_INCLUDE NAMES agg_rasterizer_scanline_aa.h PATH_SUFFIXES agg2 REQUIRED)
find_path(FDR_FREETYPE_INCLUDE NAMES ft2build.h PATH_SUFFIXES freetype2 REQUIRED)
find_path(FDR_PNG_INCLUDE NAMES png.h REQUIRED)
find_library(FDR_AGG NAMES libagg.a REQUIRED)
find_library(FDR_FREETYPE NAMES libfreetype.a REQUIRED)
find_library(FDR_PNG NAMES libpng.a REQUIRED)
find_library(FDR_BROTLI_DECODER NAMES libbrotlidec.a REQUIRED)
find_library(FDR_BROTLI_COMMON NAMES libbrotlicommon.a REQUIRED)
find_file(FDR_FONT_FILE NAMES DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu REQUIRED)
mark_as_advanced(FDR_AGG_INCLUDE FDR_FREETYPE_INCLUDE FDR_PNG_INCLUDE FDR_AGG FDR_FREETYPE FDR_PNG
                 FDR_BROTLI_DECODER FDR_BROTLI_COMMON FDR_FONT_FILE)

add_library(fdr_pictures INTERFACE)
target_include_directories(fdr_pictures SYSTEM INTERFACE ${FDR_AGG_INCLUDE} ${FDR_FREETYPE_INCLUDE} ${FDR_PNG_INCLUDE})
# FreeType also reads fonts that are compressed with Brotli.
target_link_libraries(fdr_pictures INTERFACE ${FDR_AGG} ${FDR_FREETYPE} ${FDR_PNG} ${FDR_BROTLI_DECODER}
                                             ${FDR_BROTLI_COMMON} ZLIB::ZLIB)
