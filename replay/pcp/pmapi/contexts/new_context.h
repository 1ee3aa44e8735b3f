// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Opens contexts for programs.

#pragma once

#include <memory>

#include "fdr/replay/pcp/pmapi/contexts/api_context.h"

namespace fdr::pmapi {

/// Opens a context as pmNewContext(3) does; `type` may have PM_CTXFLAG_... bits.
Result<std::shared_ptr<ApiContext>> OpenContext(int type, const char* name);

}  // namespace fdr::pmapi
