// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A compressed file without random access: decoded once, as a whole, into memory or a temporary
// file.

#pragma once

#include <memory>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/compression.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// Decodes all of `file`.  What this may take is in the options.
Result<std::unique_ptr<ByteSource>> OpenStreamFile(const ByteSource& file, Compression compression,
                                                   const SourceOptions& options);

/// The same of a damaged file: what can be decoded from its start on, but for some 100 KB before
/// the damage that decoders may keep back.  kCompression only if that is nothing.
Result<std::unique_ptr<ByteSource>> OpenStreamStart(const ByteSource& file, Compression compression,
                                                    const SourceOptions& options);

}  // namespace fdr
