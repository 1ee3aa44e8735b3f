// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instances in archives: by number and by name.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/instance.h"
#include "fdr/replay/pmapi/archive_api_context.h"

namespace fdr::pmapi {

Result<std::string> NameOf(const InstanceList& members, InstanceId instance);
/// A name with blanks is known by its first word, and by whatever begins with that.
Result<InstanceId> Lookup(const InstanceList& members, std::string_view name);
/// Where the log ends: instances that are there only later on.
Result<InstanceId> LookupAtEnd(ArchiveApiContext& context, InDomId indom, std::string_view name);

}  // namespace fdr::pmapi
