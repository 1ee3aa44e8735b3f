// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_table.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/caret.h"
#include "fdr/replay/derive/parser.h"

namespace fdr {
namespace {

constexpr std::uint32_t kDomain = 511;
constexpr std::uint32_t kItems = 1023;        // of a cluster: 1, 2, ...
constexpr std::uint32_t kLastCluster = 2047;  // those above are for recorded ones
constexpr std::uint32_t kContextFlag = 1u << 31;
// The first two global ones are PCP's own: event.flags and event.missed.
constexpr std::size_t kReserved = 2;
constexpr std::size_t kMost = kItems * (kLastCluster + 1) - kReserved;

const std::string kNoText;

}  // namespace

tl::expected<MetricId, SyntaxError> DerivedTable::Add(std::string_view name,
                                                      std::string_view expression) {
  const bool is_global = scope_ == Scope::kGlobal;
  const auto refuse = [&](const char* global, const char* of_context) {
    return tl::unexpected(SyntaxError{0, is_global ? global : of_context, {}});
  };
  if (defined_ == kMost || (limit_ && metrics_.size() >= *limit_))
    return refuse("Too many global derived metrics", "Too many per-context derived metrics");
  if (by_name_.contains(std::string(name)))
    return refuse("Duplicate global derived metric name",
                  "Duplicate per-context derived metric name");
  auto parsed = ParseExpression(expression, rules_);
  if (!parsed) return tl::unexpected(std::move(parsed.error()));
  const MetricId id = NextId();
  ++defined_;
  const auto metric = std::make_shared<const DerivedMetric>(
      DerivedMetric{id, std::string(name), std::move(*parsed)});
  metrics_.push_back(metric);
  by_name_.emplace(metric->name, metric);
  by_id_.emplace(id, metric);
  return id;
}

// Global ones count from the first identifier on, those of contexts from the last one back.
MetricId DerivedTable::NextId() const {
  const bool is_global = scope_ == Scope::kGlobal;
  const auto n = static_cast<std::uint32_t>(is_global ? kReserved + defined_ : defined_);
  const std::uint32_t cluster = n / kItems, item = n % kItems;
  if (is_global) return MetricId::Build(kDomain, cluster, 1 + item);
  return {MetricId::Build(kDomain, kLastCluster - cluster, kItems - item).value | kContextFlag};
}

bool DerivedTable::Remove(std::string_view name) {
  const auto found = by_name_.find(std::string(name));
  if (found == by_name_.end()) return false;
  const std::shared_ptr<const DerivedMetric> metric = found->second;
  by_name_.erase(found);
  by_id_.erase(metric->id);
  one_lines_.erase(metric->id);
  helps_.erase(metric->id);
  metrics_.erase(std::find(metrics_.begin(), metrics_.end(), metric));
  return true;
}

std::shared_ptr<const DerivedMetric> DerivedTable::Find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found != by_name_.end() ? found->second : nullptr;
}

std::shared_ptr<const DerivedMetric> DerivedTable::Find(MetricId id) const {
  const auto found = by_id_.find(id);
  return found != by_id_.end() ? found->second : nullptr;
}

const std::string& DerivedTable::Text(TextKind kind, MetricId id) const {
  const auto& texts = kind == TextKind::kMetricOneLine ? one_lines_ : helps_;
  const auto found = texts.find(id);
  return found != texts.end() ? found->second : kNoText;
}

void DerivedTable::SetText(TextKind kind, MetricId id, std::string text) {
  (kind == TextKind::kMetricOneLine ? one_lines_ : helps_)[id] = std::move(text);
}

std::string CaretText(std::string_view expression, const SyntaxError& error) {
  std::string text(expression);
  text.append("\n").append(LineBelow(expression, error.offset)) += '^';
  std::string why = error.text;
  if (!error.expected.empty()) why += (why.empty() ? "Expected " : ": expected ") + error.expected;
  return text + "\n" + why;
}

}  // namespace fdr
