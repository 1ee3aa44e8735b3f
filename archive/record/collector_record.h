// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The record with which a logger begins and ends an archive: it names the collector.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/record/result_record.h"

namespace fdr {

struct Collector {
  std::uint64_t pid = 0;     ///< the value of pmcd.pid
  std::uint64_t number = 0;  ///< the value of pmcd.seqnum

  friend bool operator==(const Collector&, const Collector&) = default;
};

/// Nothing if the record is another one.
std::optional<Collector> CollectorOf(const ResultRecord& record);

}  // namespace fdr
