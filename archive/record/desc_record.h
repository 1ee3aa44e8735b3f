// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptor of a metric, with its names.  See docs/format/metadata.md.

#pragma once

#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class ByteReader;
class ByteWriter;

/// The five words of a descriptor, as stored.
inline constexpr std::size_t kDescSize = 20;
Desc ReadDesc(ByteReader& in);
void WriteDesc(const Desc& desc, ByteWriter& out);

/// The names borrow from the decoded bytes.
struct DescRecord {
  Desc desc;
  std::vector<std::string_view> names;

  /// `body` is a metadata record's body, after the type word.
  static Result<DescRecord> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
