// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts that a program names.

#pragma once

#include <memory>

#include "fdr/replay/pmapi/api_context.h"

namespace fdr::pmapi {

/// What pmNewContext(3) makes, of a type with its PM_CTXFLAG_... bits.
Result<std::shared_ptr<ApiContext>> OpenContext(int type, const char* name);

}  // namespace fdr::pmapi
