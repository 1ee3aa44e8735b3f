// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An error, or success; before a result, the changes at the collector since the last result.

#pragma once

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct ErrorPdu {
  std::int32_t code = 0;  ///< 0 is success, negative a PCP error, positive CollectorChanges

  static Result<ErrorPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
