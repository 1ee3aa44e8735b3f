// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of errors that a collector of traces and its clients send and return: PMTRACE(3).

#pragma once

#include <cstdint>

namespace fdr {

enum TraceError : std::int32_t {
  kTraceBadTag = -12000,
  kTraceInProgress = -12001,
  kTraceNotInProgress = -12002,
  kTraceNoSuchTag = -12003,
  kTraceOtherKind = -12004,
  kTraceLongTag = -12005,
  kTraceProtocol = -12006,
  kTraceBadVariable = -12007,
  kTraceTimeout = -12008,
  kTraceVersion = -12009,
  kTraceDenied = -12010,
  kTraceTooManyClients = -12011,
};

}  // namespace fdr
