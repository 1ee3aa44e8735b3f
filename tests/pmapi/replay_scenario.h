// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random programs for replay_driver.c: contexts come and go, jump about in archives, and fetch.
// The programs leave out operations that kill the peer.

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/pmapi/replay_questions.h"

namespace fdr::test {

/// Borrows the timeline.
class ScenarioGenerator : private Dice {
 public:
  ScenarioGenerator(const std::string& names, const Timeline& timeline);

  /// Makes `length` operations or a few more.
  Operations Walk(std::uint64_t seed, std::size_t length);
  /// Asks everything about names, metrics and domains.  If there are many, it takes some.
  Operations Survey(std::uint64_t seed, std::size_t metrics);

 private:
  // The questions that one context allows: the peer cannot do everything in both directions.
  struct Open {
    bool both_ways = false;
    int mode = 2;
    std::string metrics;
    bool exactly = false;  ///< its place needs nanoseconds
  };

  void Add(std::string operation) { all_.push_back(std::move(operation)); }

  void AddOpen();
  void AddFailingOpen();
  void AddDuplicate();
  void AddChange();
  void AddWithoutContext();
  void AddMode(Open& context);
  void AddFetch(Open& context);
  void AddProfile();
  void AddQuestion();
  void AddPosition();

  Timestamp Time();
  std::string Origin(bool highres, bool may_be_null);
  std::string Delta(const Open& context);
  std::string AnyMetrics(const Open& context, bool interpolated);
  bool MayAsk(const Desc& desc, const Open& context) const;

  std::string names_;
  const Timeline& timeline_;
  std::vector<ListedEvent> events_;
  std::set<MetricId> deadly_;
  bool has_marks_ = false;
  QuestionGenerator questions_;

  Operations all_;
  int next_handle_ = 0;
  int current_ = -1;
  std::map<int, Open> open_;
};

}  // namespace fdr::test
