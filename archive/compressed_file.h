// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The front of all byte sources.  So far plain files only.

#pragma once

#include <memory>
#include <string>

#include "fdr/archive/byte_source.h"
#include "fdr/archive/byte_writer.h"

namespace fdr {

struct SourceOptions {};

Result<std::unique_ptr<ByteSource>> OpenSource(const std::string& path,
                                               const SourceOptions& options);

/// The first `n` bytes of the content, or all of it.
Result<ByteBuffer> DecodePrefix(const std::string& path, std::size_t n,
                                const SourceOptions& options);

}  // namespace fdr
