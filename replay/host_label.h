// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What PCP says of a host that has no labels of its own.

#pragma once

#include <string_view>

#include "fdr/replay/context.h"

namespace fdr {

/// The label "hostname".  A name that would need escapes is damage.
OwnedLabelSet HostLabel(std::string_view host);

}  // namespace fdr
