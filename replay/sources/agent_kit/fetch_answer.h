// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a fetch, as a message.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/sources/agent_kit/agent_table.h"

namespace fdr::agent {

/// Borrows the table.  Reuses its memory: no value needs a new piece.
class FetchAnswer {
 public:
  explicit FetchAnswer(AgentTable& table) : table_(table) {}

  /// Adds the answer and returns 0, or returns an error in PCP's numbers.
  std::int32_t Write(std::span<const MetricId> metrics, const Profile& profile, ByteBuffer& out);

 private:
  void ReadAll(std::span<const MetricId> metrics);
  void AddSet(const MetricEntry& metric, const Profile& profile);
  void AddValue(const MetricEntry& metric, const Member& member);

  AgentTable& table_;
  ResultEncoder encoder_;
  Cell cell_;
  std::vector<char> has_read_, has_listed_;  // clusters and domains, in this fetch
};

}  // namespace fdr::agent
