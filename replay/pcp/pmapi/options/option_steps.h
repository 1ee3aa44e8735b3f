// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The steps of pmGetOptions(3), for programs that read their own options in between.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// Once before the first option: reads the environment.
void Begin(pmOptions& options);
/// Applies the long option `index` with the argument `optarg`.  False if PCP has no such option.
bool ApplyLongOption(pmOptions& options);
/// Once behind the last option: chooses the kind of context, and checks what needs all options.
void End(pmOptions& options);

/// As -L, -K and --container.
void SetLocalContext(pmOptions& options);
void SpecifyLocalContext(pmOptions& options, char* spec);
void ChooseContainer(pmOptions& options, char* name);

}  // namespace fdr::pmapi
