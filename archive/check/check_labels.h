// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the labels of an archive's files, each label and all against each other.

#pragma once

#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Returns the file's label; reports why it is unusable.
std::optional<LabelRecord> CheckOwnLabel(const ByteSource& source, FileReport& report);

/// Reports why `label` cannot be the label of file `volume` in the archive with the label
/// `archive`.
void CheckSharedLabel(const LabelRecord& label, std::int32_t volume, const LabelRecord& archive,
                      FileReport& report);

/// Reports a file that is too large for this version.
void CheckFileSize(std::uint64_t size, Version version, FileReport& report);

}  // namespace fdr
