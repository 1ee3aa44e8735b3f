// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels of this machine, of the domains of its metrics, and of instances.

#pragma once

#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

/// Empty for levels without labels.
std::vector<OwnedLabelSet> HostLabels(const Machine& machine, LabelLevel level, std::uint32_t id);
/// Whether the instances of the domain have labels of their own.
bool HasInstanceLabels(InDomId indom);
std::vector<OwnedLabelSet> InstanceLabels(InDomId indom,
                                          const std::vector<NamedInstance>& instances);

}  // namespace fdr::local
