// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compressed_file.h"

#include "fdr/archive/plain_file.h"

namespace fdr {

Result<std::unique_ptr<ByteSource>> OpenSource(const std::string& path, const SourceOptions&) {
  return OpenPlainFile(path);
}

Result<ByteBuffer> DecodePrefix(const std::string& path, std::size_t n,
                                const SourceOptions& options) {
  const Result<std::unique_ptr<ByteSource>> source = OpenSource(path, options);
  if (!source) return Fail(source.error());
  ByteBuffer prefix(n);
  const Result<std::size_t> got = (*source)->ReadAt(0, prefix);
  if (!got) return Fail(got.error());
  prefix.resize(*got);
  return prefix;
}

}  // namespace fdr
