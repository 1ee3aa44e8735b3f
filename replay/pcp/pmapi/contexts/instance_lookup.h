// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds instances in archives, by number and by name.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/instance.h"
#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"

namespace fdr::pmapi {

Result<std::string> NameOf(const InstanceList& members, InstanceId instance);
/// A name with blanks also matches its first word, and any text that begins with that word.
Result<InstanceId> Lookup(const InstanceList& members, std::string_view name);
/// Looks at the end of the log, for instances that appear only later.
Result<InstanceId> LookupAtEnd(ArchiveApiContext& context, InDomId indom, std::string_view name);

}  // namespace fdr::pmapi
