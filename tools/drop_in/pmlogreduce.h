// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmlogreduce: copies an archive with values on a grid of times.  See docs/thinning.md, and
// docs/compatibility.md for what PCP's program does differently.

#pragma once

namespace fdr::tools {

int RunPmlogreduce(int argc, char** argv);

}  // namespace fdr::tools
