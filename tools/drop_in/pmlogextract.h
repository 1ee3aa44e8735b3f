// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogextract: copies archives, or parts of them, to one new archive.

#pragma once

namespace fdr::tools {

/// The name in its messages.
inline constexpr const char* kPmlogextract = "pmlogextract";

int RunPmlogextract(int argc, char** argv);

}  // namespace fdr::tools
