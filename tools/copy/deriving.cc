// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/deriving.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/derive/binder.h"
#include "fdr/replay/derive/derived_config.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

// A metric of the archive has the name, or is above or below it in the tree of names.
bool IsTaken(const NameTree& names, const std::string& name) {
  if (names.Find(name)) return true;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
    if (const auto node = names.Find(name.substr(0, dot)); node && names.Metric(*node)) return true;
  return false;
}

void AddOperands(const DerivedMetric& metric, const Metadata& metadata,
                 std::unordered_set<MetricId>& operands) {
  for (const std::string& name : NamesIn(metric.expression))
    if (const auto operand = metadata.FindMetric(name)) operands.insert(*operand);
}

}  // namespace

Result<Deriving> Deriving::Of(const DeriveWords& words, bool quiet) {
  Deriving deriving;
  deriving.quiet_ = quiet;
  if (words.empty() && !words.of_environment) return deriving;
  DerivedTable& table = deriving.defined_;
  if (words.of_environment)
    if (auto defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  for (const auto& metric : table.metrics()) deriving.of_environment_.insert(metric->name);
  const auto asked = DefineOfOptions(words.options, table);
  if (!asked) return Fail(asked.error());
  deriving.asked_.insert(asked->begin(), asked->end());
  for (const auto& metric : table.metrics())
    if (!IsDerivedName(metric->name, table.rules()))
      return Fail(Errc::kInvalidArgument, "Not a name for a metric: " + metric->name);
  return deriving;
}

// The same definitions get the same identifiers in every copy of an archive.
Result<void> Deriving::Reserve(const Metadata& metadata) {
  table_ = DerivedTable(defined_.rules(), DerivedTable::Scope::kRecorded);
  for (const Desc& desc : metadata.metrics())
    if (IsDerivedId(desc.id)) table_.Reserve(desc.id);
  for (const auto& metric : defined_.metrics()) {
    if (IsTaken(metadata.names(), metric->name)) {
      if (asked_.contains(metric->name))
        return Fail(Errc::kExists, "Cannot compute " + metric->name +
                                       ": it is a name of the archive; choose another one");
      if (!quiet_ && !of_environment_.contains(metric->name))
        PrintMessage(fmt::format("warning: {} is a name of the archive, so it is not computed\n",
                                 Printable(metric->name)));
      continue;
    }
    const auto id = table_.Add(metric->name, metric->expression.text);
    if (!id) return Fail(Errc::kTooLarge, metric->name + ": There are too many derived metrics");
    for (const TextKind kind : {TextKind::kMetricOneLine, TextKind::kMetricHelp})
      if (const std::string* const text = defined_.FindText(kind, metric->id))
        table_.SetText(kind, *id, *text);
  }
  return {};
}

Result<void> Deriving::Bind(const Metadata& metadata) {
  names_.clear();
  if (auto reserved = Reserve(metadata); !reserved) return reserved;
  std::optional<Error> of_option;
  const OnSemanticError tell = TellOfSenseless("");
  auto computable =
      ComputableOf(metadata, table_, [&](const DerivedMetric& metric, const SemanticError& error) {
        if (asked_.contains(metric.name) && !of_option)
          of_option = Error{
              Errc::kNotFound, "Cannot compute " + metric.name + ": " + error.Message(), {}, 0};
        else if (!quiet_ && !of_environment_.contains(metric.name))
          tell(metric, error);
      });
  if (!computable) return Fail(computable.error());
  if (of_option) return Fail(*of_option);
  computable_ = std::move(*computable);
  for (const Desc& desc : computable_) names_.push_back({table_.Find(desc.id)->name, desc.id});
  return {};
}

void Deriving::Choose(const std::unordered_set<MetricId>* metrics) {
  wanted_.clear();
  for (const DerivedName& derived : names_)
    if (metrics != nullptr ? metrics->contains(derived.id)
                           : !of_environment_.contains(derived.name))
      wanted_.insert(derived.id);
}

std::unordered_set<MetricId> Deriving::Operands(const Metadata& metadata) const {
  std::unordered_set<MetricId> operands;
  for (const MetricId id : wanted_) AddOperands(*table_.Find(id), metadata, operands);
  return operands;
}

std::unordered_set<MetricId> Deriving::OperandsOf(const Metadata& metadata,
                                                  const MetricWords& words) const {
  std::unordered_set<MetricId> operands;
  for (const auto& metric : defined_.metrics())
    if (IsNamed(metric->name, words) && !IsTaken(metadata.names(), metric->name))
      AddOperands(*metric, metadata, operands);
  return operands;
}

std::vector<Desc> Deriving::AllMetrics(const Metadata& metadata) const {
  std::vector<Desc> all(metadata.metrics().begin(), metadata.metrics().end());
  std::ranges::copy_if(computable_, std::back_inserter(all),
                       [this](const Desc& desc) { return wanted_.contains(desc.id); });
  return all;
}

CopySink& Deriving::Make(const Metadata& metadata, CopySink& next) {
  stage_ = std::make_unique<DeriveStage>(metadata, table_, wanted_, next);
  return *stage_;
}

std::vector<std::string> Deriving::Empty() const {
  return stage_ ? stage_->Empty() : std::vector<std::string>();
}

}  // namespace fdr::tools
