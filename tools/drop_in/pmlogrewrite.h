// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogrewrite: copies an archive and changes it by rules.  See docs/rewriting.md, and
// docs/compatibility.md for what PCP's program does differently.

#pragma once

namespace fdr::tools {

inline constexpr const char* kPmlogrewrite = "pmlogrewrite";

int RunPmlogrewrite(int argc, char** argv);

}  // namespace fdr::tools
