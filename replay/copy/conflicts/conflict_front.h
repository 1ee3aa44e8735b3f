// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules for the records of one archive, in front of the stages of a copy.

#pragma once

#include <memory>
#include <string>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr {

/// Borrows the next sink.  An integer that does not fit into its new type ends the copy.
Result<std::unique_ptr<CopySink>> MakeConflictFront(const std::string& rules,
                                                    const Metadata& metadata, CopySink& next);

}  // namespace fdr
