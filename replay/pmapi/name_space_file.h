// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files with name spaces, where PCP has them.

#pragma once

#include <string>

#include "fdr/replay/name_space/name_space.h"

namespace fdr::pmapi {

struct NameSpaceFileRules {
  bool preprocess = true;
  bool allow_duplicates = true;
};

/// What is wrong with the file is shown to the user, too.
Result<NameSpace> LoadNameSpaceFile(const std::string& path, const NameSpaceFileRules& rules);

/// $PMNS_DEFAULT, or PCP's own; it is not preprocessed.
Result<NameSpace> LoadDefaultNameSpace(bool allow_duplicates);
/// Whether there is a $PMNS_DEFAULT.
bool HasDefaultOfUser();

/// PM_ERR_PMNS, or why the file cannot be read.
int NameSpaceErrorCode(const Error& error);

}  // namespace fdr::pmapi
