// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Errors that do not answer the question: the source could not be asked.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {

inline bool IsNoAnswer(const Error& error) {
  return error.code == Errc::kDisconnected || error.code == Errc::kTimeout ||
         error.code == Errc::kProtocol || error.code == Errc::kCancelled;
}

/// Errors after which the same question may have an answer later: a part of the source may be late.
inline bool MayBeAnsweredLater(const Error& error) {
  return IsNoAnswer(error) || error.pcp_error == kPcpTimeout;
}

/// Errors that also end all other questions: the source cannot be asked, or its metadata exceeds
/// the limit.
inline bool EndsQuestions(const Error& error) {
  return IsNoAnswer(error) || error.code == Errc::kTooLarge;
}

}  // namespace fdr
