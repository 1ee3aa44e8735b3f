// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instances that are there only later on.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// What pmLookupInDom(3) returns where the context's log ends.
int LookupInDomAtEnd(pmInDom indom, const char* name);

}  // namespace fdr::pmapi
