// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a Prometheus server asks by remote read: the message ReadRequest of prometheus.proto.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

struct RemoteMatcher {
  enum class Kind : std::uint8_t { kEqual = 0, kNotEqual = 1, kRegex = 2, kNotRegex = 3 };

  Kind kind = Kind::kEqual;
  std::string label;
  std::string value;
};

struct RemoteQuery {
  std::int64_t start = 0, end = 0;  ///< milliseconds since the Epoch; both belong to it
  std::vector<RemoteMatcher> matchers;
  std::string function;  ///< around the selector: a hint; "series" if only labels are wanted
};

/// kInvalidArgument for bytes that are no such message; kTooLarge for too many queries or matchers.
Result<std::vector<RemoteQuery>> DecodeReadRequest(std::string_view message);

}  // namespace fdr
