// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/xz_error.h"

namespace fdr {
const char* DescribeXz(lzma_ret code) {
  switch (code) {
    case LZMA_FORMAT_ERROR:
      return "Not an xz file";
    case LZMA_OPTIONS_ERROR:
      return "The xz file needs a feature that liblzma does not have";
    case LZMA_MEMLIMIT_ERROR:
      return "The xz file needs too much memory";
    default:
      return "The xz file is damaged or truncated";
  }
}

tl::unexpected<Error> FailXz(lzma_ret code, const std::string& file) {
  if (code == LZMA_MEM_ERROR) return FailForMemory(file);
  return Fail(Errc::kCompression, DescribeXz(code), file);
}

}  // namespace fdr
