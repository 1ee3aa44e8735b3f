// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files that get their final names later.  Under the name NAME.new no reader takes an unfinished
// file for a part of an archive.  See docs/crash-contract.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

inline constexpr std::string_view kNewbornSuffix = ".new";

/// Creates NAME.new, empty, for the part of an archive with this number in its label.  Takes over a
/// file that a killed process left: a file of the same user, without a lock, that is empty or
/// begins with such a label, perhaps torn.  Fails with kBusy if the file is locked, and with
/// kExists if the name is taken otherwise.
Result<ByteSink> MakeNewborn(FileSystem& files, const std::string& name, std::int32_t number);

/// Gives the file its final name; kExists if the name is taken.
Result<void> TakeName(ByteSink& newborn);

/// Finishes the renaming of an archive's files after a process was killed during it: first the
/// index, then the volume, last the metadata, without which the files are no archive.  If the
/// archive is complete, removes an unfinished later volume.  The caller has locked the index.
Result<void> SettleNewborns(FileSystem& files, const std::string& base);

}  // namespace fdr
