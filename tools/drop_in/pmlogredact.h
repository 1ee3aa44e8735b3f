// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogredact: copies an archive without the names in it.  PCP has it since 7.2.  See
// docs/scrubbing.md, and docs/compatibility.md for what PCP's program does differently.

#pragma once

namespace fdr::tools {

int RunPmlogredact(int argc, char** argv);

}  // namespace fdr::tools
