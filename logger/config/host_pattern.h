// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which hosts a rule of the [access] section is about.

#pragma once

#include <string_view>

namespace fdr {

/// Whether this is a host's name; an IPv4 or IPv6 address, or the beginning of one with a * behind
/// ("10.1.*", "fe80::*", "*", ".*", ":*"); or "unix:" or "local:" with or without a path.
bool IsHostPattern(std::string_view text);

}  // namespace fdr
