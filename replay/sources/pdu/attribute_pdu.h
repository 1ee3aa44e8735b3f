// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An attribute of a connection: the client's identity, or the container that it asks about.

#pragma once

#include <string_view>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

enum class AttributeCode : std::uint32_t {
  kSasl = 0,
  kUserId = 11,
  kGroupId = 12,
  kProcessId = 14,
  kContainer = 15
};

inline constexpr std::size_t kMaxAttributeSize = 4096;

/// Borrows its text.  Has no padding.
struct AttributePdu {
  AttributeCode code = AttributeCode::kSasl;
  std::string_view value;

  static Result<AttributePdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
