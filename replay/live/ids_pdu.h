// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Identifiers of metrics: from a collector those of names; from a client the question for the names
// of one.

#pragma once

#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/live/pdu.h"

namespace fdr {

struct IdsPdu {
  std::int32_t status = 0;    ///< from a collector: how many names are known
  std::vector<MetricId> ids;  ///< null where a name is not

  static Result<IdsPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
