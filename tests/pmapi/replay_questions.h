// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random questions to replay_driver.c about the names and metadata of archives.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/pmapi/dice.h"

namespace fdr::test {

/// Borrows the timeline.
class QuestionGenerator : public Dice {
 public:
  explicit QuestionGenerator(const Timeline& timeline);

  std::string Any();
  /// A domain for a question; or the null domain, or a domain that does not exist.
  std::uint32_t Domain();

  const std::vector<std::uint32_t>& metrics() const { return metrics_; }
  /// Whether the peer can answer questions about domains.
  bool keeps_domains() const { return keeps_domains_; }

 private:
  std::uint32_t Metric();
  InstanceId InstanceOf(std::uint32_t domain);
  std::string InstanceName(std::uint32_t domain);
  std::string NodeName();
  std::string TextOf(std::uint32_t metric);

  const Timeline& timeline_;
  bool keeps_domains_;
  std::vector<std::uint32_t> metrics_;
  std::vector<std::string> leaves_;
};

}  // namespace fdr::test
