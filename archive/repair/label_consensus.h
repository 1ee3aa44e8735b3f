// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the right label of an archive if some of its labels are damaged.  See docs/format/label.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Takes each field from the majority of labels; if that is undecided, from the first of them.
/// Nothing without labels.
std::optional<LabelRecord> LabelConsensus(std::span<const LabelRecord> labels);

/// Guesses the version of an archive without any readable label, from the records in one data
/// volume.  Nothing if they fit neither version.
Result<std::optional<Version>> GuessVersion(const ByteSource& volume);

/// The label of one file, put right.
struct MendedLabel {
  LabelRecord label;
  bool was_readable = false;  ///< the file's records begin after the label
  std::string change;         ///< the corrected fields; empty if none
};

/// Returns the label for file `number`: the `read` label, corrected if necessary, or a new one if
/// it could not be read.  Texts are compared up to their NUL.  Bytes that old writers left after it
/// are no damage, and stay.
MendedLabel MendLabel(const std::optional<LabelRecord>& read, const LabelRecord& consensus,
                      std::int32_t number);

/// The label to use if the labels of all files are lost.  Its start is not Valid().
LabelRecord UnknownLabel(Version version);

}  // namespace fdr
