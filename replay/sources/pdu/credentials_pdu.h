// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first message of a client: its protocol version, and the features that it wants to use.

#pragma once

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// The only kind of credential.
struct CredentialsPdu {
  std::uint8_t version = 2;
  std::uint16_t flags = 0;  ///< the requested features of the collector
  std::uint32_t process = 0;

  /// Takes the last of all credentials in the message.
  static Result<CredentialsPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
