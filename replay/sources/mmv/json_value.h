// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells JSON from other texts.

#pragma once

#include <string_view>

namespace fdr::mmv {

/// Whether the text is one JSON value, nested 16 times at most.
bool IsJson(std::string_view text);

}  // namespace fdr::mmv
