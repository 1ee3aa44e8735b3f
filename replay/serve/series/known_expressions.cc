// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/known_expressions.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/series/id/series_id.h"

namespace fdr {

std::string KnownExpressions::Remember(KnownExpression expression) {
  std::string id = ExpressionSeriesId(expression.name);
  const AnswerMemory::WithoutRefusal whole;
  const std::lock_guard lock(mutex_);
  Entry& entry = known_[id];
  entry.used = ++uses_;
  if (entry.expression) return id;
  text_ += expression.name.size();
  entry.expression = std::make_shared<const KnownExpression>(std::move(expression));
  while (known_.size() > kMost || (text_ > kMostText && known_.size() > 1)) {
    const auto oldest = std::ranges::min_element(
        known_, std::ranges::less(), [](const auto& known) { return known.second.used; });
    text_ -= oldest->second.expression->name.size();
    known_.erase(oldest);
  }
  return id;
}

std::shared_ptr<const KnownExpression> KnownExpressions::Find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(id);
  if (found == known_.end()) return nullptr;
  found->second.used = ++uses_;
  return found->second.expression;
}

}  // namespace fdr
