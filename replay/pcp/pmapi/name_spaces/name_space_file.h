// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads name spaces from files, in PCP's places.

#pragma once

#include <string>

#include "fdr/replay/name_space/name_space.h"

namespace fdr::pmapi {

struct NameSpaceFileRules {
  bool preprocess = true;
  bool allow_duplicates = true;
};

/// Also shows mistakes in the file to the user.
Result<NameSpace> LoadNameSpaceFile(const std::string& path, const NameSpaceFileRules& rules);

/// Reads $PMNS_DEFAULT, or PCP's own file; without preprocessing.
Result<NameSpace> LoadDefaultNameSpace(bool allow_duplicates);
/// Whether its file can be read.
bool HasDefaultNameSpace();
/// Whether $PMNS_DEFAULT is set.
bool HasDefaultOfUser();

/// PM_ERR_PMNS, or the reason why the file cannot be read.
int NameSpaceErrorCode(const Error& error);

}  // namespace fdr::pmapi
