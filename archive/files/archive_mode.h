// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which users may read what is made of an archive.

#pragma once

#include <sys/types.h>

#include "fdr/archive/files/archive_files.h"

namespace fdr {

/// The most permissions of the files of a new archive that has the content of this one: those that
/// all files of this one give.  The owner can write them, even if these are read-only.
mode_t ModeForCopy(const ArchiveFiles& archive);

}  // namespace fdr
