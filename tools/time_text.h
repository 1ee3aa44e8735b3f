// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which zone a verb reports in, and times as people and programs read them.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/error.h"
#include "fdr/archive/label_record.h"
#include "fdr/archive/timestamp.h"
#include "fdr/replay/zone.h"

namespace fdr::tools {

/// What --tz says: `local` (the environment's), `utc`, `archive` (where the archive was recorded),
/// or anything that TZ may be.
Result<Zone> ChooseZone(std::string_view option, const LabelRecord& label);

/// "2022-04-03 06:50:55.401624349 AEST"; version 2 archives know microseconds only.
std::string HumanTime(Timestamp stamp, const Zone& zone, Version version);

/// "2022-04-03T06:50:55.401624349+10:00".
std::string Rfc3339(Timestamp stamp, const Zone& zone);

}  // namespace fdr::tools
