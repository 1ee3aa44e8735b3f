// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client says first: which version it speaks, and what it wants to use.

#pragma once

#include "fdr/replay/live/pdu.h"

namespace fdr {

/// The only credential that there is.
struct CredentialsPdu {
  std::uint8_t version = 2;
  std::uint16_t flags = 0;  ///< of the collector's features, those that are asked for
  std::uint32_t process = 0;

  /// Of all credentials in the message the last.
  static Result<CredentialsPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
