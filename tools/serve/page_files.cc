// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// FDR_PAGE_LIST is a file of the build: a line for each file of the page, with its compressed form.

#include "fdr/tools/serve/page_files.h"

#include <string>
#include <string_view>

#define FDR_PAGE_FILE(number, path, compressed, version) \
  __asm__(                                               \
      ".pushsection .rodata\n"                           \
      "fdr_page_" #number                                \
      "_begin:\n"                                        \
      ".incbin \"" compressed                            \
      "\"\n"                                             \
      "fdr_page_" #number                                \
      "_end:\n"                                          \
      ".byte 0\n"                                        \
      ".popsection\n");                                  \
  extern "C" {                                           \
  extern const char fdr_page_##number##_begin[];         \
  extern const char fdr_page_##number##_end[];           \
  }
#include FDR_PAGE_LIST
#undef FDR_PAGE_FILE

namespace fdr::tools {

std::vector<StaticFile> PageFiles() {
  std::vector<StaticFile> files;
  const auto add = [&files](const char* path, const char* begin, const char* end,
                            const char* version) {
    files.push_back({path, std::string(TypeOfFile(path)), std::string_view(begin, end), version});
  };
#define FDR_PAGE_FILE(number, path, compressed, version) \
  add(path, fdr_page_##number##_begin, fdr_page_##number##_end, version);
#include FDR_PAGE_LIST
#undef FDR_PAGE_FILE
  return files;
}

}  // namespace fdr::tools
