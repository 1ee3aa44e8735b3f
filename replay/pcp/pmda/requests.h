// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an agent answers to each request of its collector.

#pragma once

#include <pcp/pmda.h>

#include "fdr/replay/pcp/pmda/connection.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::pmda {

/// Lets the agent answer, and writes its answer, if the request has one.  Negative if the agent has
/// to end.
int AnswerRequest(pmdaInterface& interface, const Pdu& request, Connection& connection);

}  // namespace fdr::pmda
