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

/// Decodes all of `file`, within the limits of the options.
Result<std::unique_ptr<ByteSource>> OpenStreamFile(const ByteSource& file, Compression compression,
                                                   const SourceOptions& options);

/// The same for a damaged file: the content from the start to the damage.  If the format is gzip or
/// xz, this is all that can be decoded.  In other formats, up to 128 KiB before the damage may be
/// missing, because libarchive does not return them.  Fails with kCompression only if nothing can
/// be decoded.
Result<std::unique_ptr<ByteSource>> OpenStreamStart(const ByteSource& file, Compression compression,
                                                    const SourceOptions& options);

}  // namespace fdr
