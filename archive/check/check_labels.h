// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of an archive's files, each for itself and against each other.

#pragma once

#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Reports why there is no usable label, if there is none.
std::optional<LabelRecord> CheckOwnLabel(const ByteSource& source, FileReport& report);

/// Reports what keeps `label` from being that of file `volume` of the archive whose label is
/// `archive`.
void CheckSharedLabel(const LabelRecord& label, std::int32_t volume, const LabelRecord& archive,
                      FileReport& report);

/// Reports a file of an archive of that version that is too large.
void CheckFileSize(std::uint64_t size, Version version, FileReport& report);

}  // namespace fdr
