// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where a record lies.

#pragma once

#include <cstdint>

#include "fdr/archive/base/byte_source.h"

namespace fdr {

/// The place of a record whose head is known.
struct RecordPlace {
  const ByteSource* source = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t body_size = 0;

  friend bool operator==(const RecordPlace&, const RecordPlace&) = default;
};

}  // namespace fdr
