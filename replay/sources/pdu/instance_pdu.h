// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain, and the question for them.

#pragma once

#include <string_view>

#include "fdr/archive/base/instance.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// Asks for all instances; or for the name of one; or for the identifier of a name.  Borrows the
/// name.
struct InstanceRequestPdu {
  InDomId indom;
  InstanceId instance = -1;
  std::string_view name;

  static Result<InstanceRequestPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

/// In the order of the collector.  The answer about a single instance lacks the identifier or name
/// that was in the question.  Borrows the names.
struct InstancePdu {
  InDomId indom;  ///< unreliable: some agents leave any value there
  InstanceList instances;

  /// The approximate memory for the answer, decoded and copied.
  static std::size_t MemoryFor(Bytes body);
  static Result<InstancePdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
