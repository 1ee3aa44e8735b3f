// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Something that an answer with values consists of.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

class RowSource {
 public:
  virtual ~RowSource() = default;

  /// Appends the next rows of JSON, perhaps none, each one behind a comma.  Returns their number;
  /// nothing at the end.
  virtual Result<std::optional<std::size_t>> Read(std::string& out) = 0;
};

}  // namespace fdr
