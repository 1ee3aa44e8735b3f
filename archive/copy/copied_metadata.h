// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metadata of a part of an archive.
//
//   records   full{1,2}@10   delta{+3}@20   delta{-1}@30   delta{+4}@40
//   of 25..30                full{1,2,3}@25 delta{-1}@30
//
// Descriptors and texts are copied as they are.  What holds at the first record of the part is
// written in full, with its stamp.  Later records are copied as they are.

#pragma once

#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/data_output.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// Writes the metadata of the data from `first` to `last` as `base`.meta.  `label` is that of the
/// new archive, but for the number.  Records that cannot be decoded are left out; the archive has
/// reported them when it was opened.
Result<DataOutput::MetadataFile> CopyMetadataOf(const Archive& archive, const SourceOptions& source,
                                                Timestamp first, Timestamp last,
                                                const LabelRecord& label, const std::string& base,
                                                FileSystem& files);

}  // namespace fdr
