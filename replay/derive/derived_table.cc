// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_table.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/derive/expression_parser.h"
#include "fdr/replay/text/caret.h"

namespace fdr {
namespace {

constexpr std::uint32_t kItems = 1023;  // of a cluster: 1, 2, ...
constexpr std::uint32_t kLastCluster = 2047;
constexpr std::uint32_t kRecordedFlag = 2048;  // of a cluster: derived at recording time, not here
constexpr std::uint32_t kContextFlag = 1u << 31;
// The first two global ones are PCP's own: event.flags and event.missed.
constexpr std::uint32_t kReserved = 2;
constexpr std::size_t kMost = kItems * (kLastCluster + 1) - kReserved;

// Identifiers of a context count down from the last one, others count up from the first.
MetricId IdOf(DerivedTable::Scope scope, std::uint32_t n) {
  if (scope == DerivedTable::Scope::kContext) {
    const std::uint32_t cluster = kLastCluster - n / kItems, item = kItems - n % kItems;
    return {MetricId::Build(kDerivedDomain, cluster, item).value | kContextFlag};
  }
  const std::uint32_t flag = scope == DerivedTable::Scope::kRecorded ? kRecordedFlag : 0;
  n += kReserved;
  return MetricId::Build(kDerivedDomain, n / kItems | flag, 1 + n % kItems);
}

}  // namespace

tl::unexpected<SyntaxError> DerivedTable::Refuse(const char* of_all, const char* of_context) const {
  return tl::unexpected(SyntaxError{0, scope_ == Scope::kContext ? of_context : of_all, {}});
}

void DerivedTable::TakeDefinitionsOf(const DerivedTable& other) {
  const std::shared_ptr<DerivedOptions> kept = options_;
  *this = other;
  options_ = kept;
}

// With any other negative limit, no metric can be added.
bool DerivedTable::IsFull() const {
  const int limit = options_->Get(scope_ == Scope::kContext ? DerivedOption::kContextLimit
                                                            : DerivedOption::kGlobalLimit);
  return limit != DerivedOptions::kNoLimit && std::cmp_greater_equal(metrics_.size(), limit);
}

tl::expected<MetricId, SyntaxError> DerivedTable::Add(std::string_view name,
                                                      std::string_view expression) {
  const auto too_many = [this] {
    return Refuse("Too many global derived metrics", "Too many per-context derived metrics");
  };
  if (IsFull()) return too_many();
  if (by_name_.contains(std::string(name)))
    return Refuse("Duplicate global derived metric name",
                  "Duplicate per-context derived metric name");
  auto parsed = ParseExpression(expression, rules_);
  if (!parsed) return tl::unexpected(std::move(parsed.error()));
  const std::optional<MetricId> id = TakeId();
  if (!id) return too_many();
  const auto metric = std::make_shared<const DerivedMetric>(
      DerivedMetric{*id, std::string(name), std::move(*parsed)});
  metrics_.push_back(metric);
  by_name_.emplace(metric->name, metric);
  by_id_.emplace(*id, metric);
  return *id;
}

std::optional<MetricId> DerivedTable::TakeId() {
  while (taken_ < kMost) {
    const MetricId id = IdOf(scope_, static_cast<std::uint32_t>(taken_++));
    if (!reserved_.contains(id)) return id;
  }
  return std::nullopt;
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

const std::string* DerivedTable::FindText(TextKind kind, MetricId id) const {
  const auto& texts = kind == TextKind::kMetricOneLine ? one_lines_ : helps_;
  const auto found = texts.find(id);
  return found != texts.end() ? &found->second : nullptr;
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
