// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that the operands of a program of PCP name.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_files.h"

namespace fdr::tools {

struct PeerInput {
  std::string name;  ///< as it was given; of an archive of several, its base name
  std::shared_ptr<Archive> archive;
  Timestamp end;  ///< of its data
};

/// What PCP's programs call an error.
std::string PeerTextOf(const Error& error);

/// Says that an archive cannot be opened; returns false.
bool CannotOpen(std::string_view program, std::string_view name, const Error& error);

/// Says which volumes are missing between others.
void WarnOfMissingVolumes(std::string_view program, const ArchiveFiles& files);

/// Opens the archives in the order of the names, and gives each to `take`.  A name may be a comma
/// list or a directory; each of its archives is one input.  Archives without data are left out with
/// a warning.  False, after a message, if one cannot be opened or taken.
bool OpenPeerInputs(std::string_view program, const std::vector<std::string>& names,
                    const SourceOptions& source,
                    const std::function<Result<void>(PeerInput)>& take);

}  // namespace fdr::tools
