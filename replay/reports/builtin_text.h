// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of builtin/*.conf, which the build puts into the library.

#pragma once

#include <string_view>

namespace fdr {

/// What errors and lists call the file.
inline constexpr const char* kBuiltInName = "built in";

extern const std::string_view kBuiltInReports;

}  // namespace fdr
