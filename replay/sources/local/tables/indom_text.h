// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help texts of the instance domains.

#pragma once

#include <string_view>

#include "fdr/archive/base/ids.h"

namespace fdr::local {

/// One line; "" for an unknown domain.
std::string_view InDomText(InDomId indom);

}  // namespace fdr::local
