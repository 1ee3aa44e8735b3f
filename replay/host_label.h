// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels that PCP reports for a host without labels of its own.

#pragma once

#include <string_view>

#include "fdr/replay/context.h"

namespace fdr {

/// The label "hostname".  A host name that would need escapes in JSON is damage.
OwnedLabelSet HostLabel(std::string_view host);

}  // namespace fdr
