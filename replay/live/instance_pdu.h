// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain, and the question for them.

#pragma once

#include <string_view>

#include "fdr/archive/base/instance.h"
#include "fdr/replay/live/pdu.h"

namespace fdr {

/// For all instances; or for the name of one; or for the identifier of a name.  Borrows the name.
struct InstanceRequestPdu {
  InDomId indom;
  InstanceId instance = -1;
  std::string_view name;

  static Result<InstanceRequestPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

/// In the order of the collector.  Where one instance was asked for: without the identifier, or the
/// name, that the question had.  Borrows the names.
struct InstancePdu {
  InDomId indom;  ///< not to be relied on: some of the collector's agents leave anything there
  InstanceList instances;

  /// About what all of it takes, decoded and copied.
  static std::size_t MemoryFor(Bytes body);
  static Result<InstancePdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
