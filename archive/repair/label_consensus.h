// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the labels of an archive say, where some of them are damaged.  See docs/format/label.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Field by field what most labels say; where that is undecided, what the first of them says.
/// Nothing without labels.
std::optional<LabelRecord> LabelConsensus(std::span<const LabelRecord> labels);

/// The version of an archive without a single label, by the records in one of its data volumes.
/// Nothing if they look like neither.
Result<std::optional<Version>> GuessVersion(const ByteSource& volume);

/// The label of one file, put right.
struct MendedLabel {
  LabelRecord label;
  bool was_readable = false;  ///< so that the file's records begin behind it
  std::string change;         ///< what is different now; empty if nothing is
};

/// The label of file `number` as it was `read`, if that was possible, or what it should be.  Texts
/// count up to their ends: what old writers left behind them is no damage, and stays.
MendedLabel MendLabel(const std::optional<LabelRecord>& read, const LabelRecord& consensus,
                      std::int32_t number);

/// What is said in place of a label that is lost in all files.  Its start is no valid time.
LabelRecord UnknownLabel(Version version);

}  // namespace fdr
