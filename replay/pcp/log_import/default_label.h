// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the label of an archive says if the program does not.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/value.h"

namespace fdr::log_import {

/// The time zone of this process, as in TZ.
std::string LocalZone();
/// ":Europe/London", from the target of the link /etc/localtime; "" if that is no zone.
std::string LocalZoneInfo();
/// The setting PCP_ARCHIVE_VERSION.
Version DefaultVersion();
/// The largest size of a volume: less than the variable PCP_LOGIMPORT_MAXLOGSZ of the environment
/// says.
std::uint64_t VolumeLimit();

}  // namespace fdr::log_import
