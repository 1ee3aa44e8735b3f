// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics and their identifiers, as a collector knows them.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/live/internal/pmcd_connection.h"

namespace fdr {

// As the Start...() functions of Context with similar names.
void AskForIds(PmcdConnection& connection, std::span<const std::string> names,
               Done<std::vector<Result<MetricId>>> done);
void AskForNamesOf(PmcdConnection& connection, MetricId id, Done<std::vector<std::string>> done);
void AskForChildren(PmcdConnection& connection, std::string_view name,
                    Done<std::vector<NameChild>> done);
void AskForSubtree(PmcdConnection& connection, std::string_view name,
                   Done<std::vector<std::string>> done);

}  // namespace fdr
