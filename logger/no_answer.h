// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Errors of a source that say nothing about what was asked for: it could not be asked.

#pragma once

#include "fdr/archive/error.h"

namespace fdr {

inline bool IsNoAnswer(const Error& error) {
  return error.code == Errc::kDisconnected || error.code == Errc::kTimeout ||
         error.code == Errc::kProtocol || error.code == Errc::kCancelled;
}

}  // namespace fdr
