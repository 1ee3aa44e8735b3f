// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Two contexts as one: each answers for its own metrics.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "fdr/replay/forwarding_context.h"

namespace fdr {

/// Borrows both.  Mode and position are those of the first context.  A name that both have is the
/// first one's.
class JoinedContext final : public ForwardingContext {
 public:
  /// What belongs to the second context; the rest belongs to the first one.
  struct Share {
    std::function<bool(MetricId)> has_metric;
    std::function<bool(InDomId)> has_indom;
    /// Whether the labels of the object with this identifier belong to the second context.  Empty:
    /// no labels do.
    std::function<bool(LabelLevel, std::uint32_t)> has_labels = {};
  };

  JoinedContext(Context& first, Context& second, Share of_second)
      : ForwardingContext(first), second_(second), of_second_(std::move(of_second)) {}

  void Start(Question question) override;
  void Wait() override;

 private:
  void Take(FindQuestion asked);
  void Take(NamesOfQuestion asked);
  void Take(ChildrenQuestion asked);
  void Take(TraverseQuestion asked);
  void Take(DescsQuestion asked);
  void Take(InstancesQuestion asked);
  void Take(AllInstancesQuestion asked);
  void Take(TextQuestion asked);
  void Take(LabelsQuestion asked);
  void Take(FetchQuestion asked);
  void Take(FetchRecordQuestion asked) { source().Start(std::move(asked)); }

  /// The context that owns a metric or a domain.
  template <class Question>
  void Forward(Question asked, bool to_second);
  /// A question to the second context counts as open until it is done.
  template <class T>
  Done<T> Counted(Done<T> done);

  Context& second_;
  Share of_second_;
  const std::shared_ptr<std::size_t> open_ = std::make_shared<std::size_t>(0);
};

}  // namespace fdr
