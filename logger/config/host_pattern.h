// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hosts that a rule of the [access] section covers.

#pragma once

#include <string_view>

namespace fdr {

/// Whether `text` is the name of a host; an IPv4 or IPv6 address, or the beginning of one followed
/// by a * ("10.1.*", "fe80::*", "*", ".*", ":*"); or "unix:" or "local:", with or without a path.
bool IsHostPattern(std::string_view text);

}  // namespace fdr
