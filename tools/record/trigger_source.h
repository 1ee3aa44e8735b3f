// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source that is recorded and watched: evaluates a condition with each sample.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/search/condition_watch.h"

namespace fdr::tools {

/// Called when the condition has become true for an instance, and has stayed so for long enough,
/// with its values for people: "load is 7.3 (1 minute)".
using OnTrue = std::function<void(const std::string& values)>;
/// Called when the condition cannot be evaluated, or is most likely a mistake; once for each
/// reason.
using OnDoubt = std::function<void(const Error& why)>;

/// If a sample does not have the metrics of the condition, asks the source for them, too.  Borrows
/// the source, to which no questions may be open when this is destroyed.
class TriggerSource final : public ForwardingContext {
 public:
  TriggerSource(Context& source, Expression expression, OnTrue on_true, OnDoubt on_doubt);
  /// Nanoseconds for which the condition must be true, by the stamps of samples; 0 by default.
  void SetPatience(std::int64_t patience) { patience_ = patience; }
  ~TriggerSource() override;

  /// Looks up the metrics again with the next sample: the source may have changed.
  void Renew();

  void Start(Question question) override;

 private:
  struct Watched;

  void StartWatched(FetchQuestion asked);
  void LookUp(std::function<void()> then);
  void AskForDescs(const std::vector<Result<MetricId>>& found, std::function<void()> then);
  void Bind();
  void LookAt(const FetchResult& sample, const Done<bool>& done);
  void Take(const FetchResult& fetched, const Done<bool>& done);
  void Learn(std::vector<InDomId> wanted, const Done<bool>& done);
  void Evaluate(const Done<bool>& done);
  void NoteTruth();
  void Tell(InstanceId instance, const Done<bool>& done);
  void TellOnce(const Error& why);

  Expression expression_;
  DerivedTable no_definitions_{DeriveRules::kQuantities};
  OnTrue on_true_;
  OnDoubt on_doubt_;
  std::vector<std::string> names_;     // in the condition
  std::vector<MetricId> ids_;          // of those that exist
  std::vector<std::string> id_names_;  // their names
  fdr::MetricFacts facts_;
  bool is_looked_up_ = false;
  std::unique_ptr<Watched> watched_;  // nullptr: the condition cannot be evaluated
  FetchResult fetched_;               // of metrics that a sample does not have
  Profile everything_;
  // One for each instance for which the condition is true in the last sample.
  struct Truth {
    Timestamp since;
    bool is_told = false;
  };
  std::map<InstanceId, Truth> true_;
  std::int64_t patience_ = 0;
  std::set<std::string> told_;
};

}  // namespace fdr::tools
