// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Errors of a source that say nothing about what was asked for: it could not be asked.

#pragma once

#include "fdr/archive/base/error.h"

namespace fdr {

inline bool IsNoAnswer(const Error& error) {
  return error.code == Errc::kDisconnected || error.code == Errc::kTimeout ||
         error.code == Errc::kProtocol || error.code == Errc::kCancelled;
}

/// Errors that are no answer to one question only: the source cannot be asked, or says more than
/// may be held.
inline bool EndsQuestions(const Error& error) {
  return IsNoAnswer(error) || error.code == Errc::kTooLarge;
}

}  // namespace fdr
