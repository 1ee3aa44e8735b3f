// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files that get their names later: as long as NAME.new is not worth reading, nobody takes it for a
// part of an archive.  See docs/crash-contract.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

inline constexpr std::string_view kNewbornSuffix = ".new";

/// Makes NAME.new, still empty, for the part of an archive whose label has that number.  What a
/// process left there that was killed is taken over: a file of the same user that nobody has
/// locked, with nothing in it, or with that label at its start, perhaps torn.  kBusy if somebody
/// has locked it; kExists if anything else is there.
Result<ByteSink> MakeNewborn(FileSystem& files, const std::string& name, std::int32_t number);

/// Gives the file its name; kExists if something has that.
Result<void> TakeName(ByteSink& newborn);

/// Goes on where a process was killed that gave the files of an archive their names: the index
/// first, the volume, and at last the metadata, without which there is no archive.  Where there is,
/// removes what was to become a later volume.  The caller has locked the index.
Result<void> SettleNewborns(FileSystem& files, const std::string& base);

}  // namespace fdr
