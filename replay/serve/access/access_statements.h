// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses the [access] section of a pmcd.conf: docs/serve-access.md.
//
//     disallow hosts * : store;
//     allow hosts "local:", 10.1.* : all, maximum 20 connections;

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

enum AccessOperation : std::uint8_t { kMayFetch = 1, kMayStore = 2, kMayAll = 3 };

struct AccessStatement {
  enum class Whom : std::uint8_t { kHosts, kUsers, kGroups };

  Whom whom = Whom::kHosts;
  std::vector<std::string> names;  ///< of those whom it concerns: at least one; "*" is everyone
  std::uint8_t allowed = 0;        ///< a sum of operations: of AccessOperation, at a collector
  std::uint8_t denied = 0;         ///< another one
  std::uint32_t most = 0;          ///< the largest number of connections; 0: no limit
  TextPlace place;
};

/// `text` is a whole pmcd.conf, or the statements alone.  In a pmcd.conf, only the section is read.
Result<std::vector<AccessStatement>> ParseAccess(std::string_view text, const std::string& file);

}  // namespace fdr
