// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptor of one metric, and the question for it.

#pragma once

#include "fdr/archive/record/desc_record.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct DescRequestPdu {
  MetricId id;

  static Result<DescRequestPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

struct DescPdu {
  Desc desc;

  static Result<DescPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
