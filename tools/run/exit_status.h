// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The exit status of every verb.

#pragma once

namespace fdr::tools {

enum ExitStatus : int {
  kOk = 0,
  kFailed = 1,
  kUsage = 2,
  kDataLost = 3,      ///< done, but without the data lost to damage
  kNothingFound = 4,  ///< searched all, and found nothing
};

}  // namespace fdr::tools
