// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Questions to a collector about its metrics: descriptors, instances, help texts, labels.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/live/internal/pmcd_connection.h"

namespace fdr {

/// Returns one result for each metric.
void AskForDescs(PmcdConnection& connection, std::vector<MetricId> ids,
                 Done<std::vector<Result<Desc>>> done);

// As the Start...() functions of contexts.
void AskForInstances(PmcdConnection& connection, InDomId indom,
                     Done<std::vector<NamedInstance>> done);
void AskForInstanceName(PmcdConnection& connection, InDomId indom, InstanceId instance,
                        Done<std::string> done);
void AskForInstanceCalled(PmcdConnection& connection, InDomId indom, std::string_view name,
                          Done<InstanceId> done);
void AskForText(PmcdConnection& connection, TextKind kind, std::uint32_t id,
                Done<std::string> done);
/// Only for a collector that knows labels.
void AskForLabels(PmcdConnection& connection, LabelLevel level, std::uint32_t id,
                  Done<std::vector<OwnedLabelSet>> done);

}  // namespace fdr
