// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Identifiers of metrics.  A collector sends those of names; a client asks for the names of one.

#pragma once

#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct IdsPdu {
  std::int32_t status = 0;    ///< from a collector: the number of known names
  std::vector<MetricId> ids;  ///< null for an unknown name

  static Result<IdsPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
