// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where file systems were mounted: what people call them by.

#pragma once

#include <string>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::why {

/// "/home" for "/dev/sda3"; the device itself if the archive does not say it.
std::string MountPointOf(ArchiveContext& archive, const std::string& device, Timestamp when);

}  // namespace fdr::why
