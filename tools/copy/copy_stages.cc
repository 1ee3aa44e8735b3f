// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_stages.h"

#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {

bool CopyStages::empty() const {
  return command_.metrics.empty() && command_.instances.empty() && rewrite_.empty() &&
         !command_.thin.interval && !command_.scrub.scrub;
}

Result<void> CopyStages::Prepare() {
  const Result<RewriteRules> rules = RulesOfOptions(command_.rewrite);
  if (!rules) return Fail(rules.error());
  if (rules->global.shift) shift_ = rules->global.shift->first;
  auto plain_words = WithoutReports(command_.metrics);
  if (!plain_words) return Fail(plain_words.error());
  plain_words_ = std::move(*plain_words);
  Result<Thinning> thinning = Thinning::Of(command_.thin);
  if (!thinning) return Fail(thinning.error());
  thinning_ = std::move(*thinning);
  return PrepareScrubbing();
}

Result<void> CopyStages::PrepareScrubbing() {
  const ScrubOptions& options = command_.scrub;
  if (!options.scrub && (options.key_file || options.map_file || !options.kept.empty()))
    return Fail(Errc::kInvalidArgument,
                "copy: --scrub-key, --scrub-map and --scrub-keep need --scrub");
  if (!options.scrub) return {};
  Result<Scrubbing> scrubbing = Scrubbing::Prepare(options, !command_.dry_run);
  if (!scrubbing) return Fail(scrubbing.error());
  scrubbing_.emplace(std::move(*scrubbing));
  if (scrubbing_->made_key() && !command_.common.quiet)
    PrintMessage(Printable(*options.key_file) + ": a new key");
  return {};
}

Result<void> CopyStages::Survey(const std::vector<ArchiveFiles>& inputs,
                                std::optional<Timestamp> start, DamageReport& damage) {
  if (start) thinning_.SetOrigin(start->Plus(shift_));
  if (command_.instances.users.empty()) return {};
  auto owners = ProcessesOf(command_.instances.users, inputs, command_.common, damage);
  if (!owners) return Fail(owners.error());
  owners_ = std::move(*owners);
  return {};
}

ChosenMetrics CopyStages::OfEachArchive() {
  if (command_.metrics.empty()) return {};
  return [this](const Metadata& metadata) {
    for (const Desc& desc : metadata.metrics()) in_archives_.insert(desc.id);
    auto chosen = MetricsOfOneToCopy(metadata, plain_words_);
    of_archives_.insert(chosen.begin(), chosen.end());
    return chosen;
  };
}

// Parts of a metric share its fate.
void CopyStages::ChooseParts(const Metadata& metadata,
                             std::unordered_set<MetricId>& metrics) const {
  for (const auto& [name, part] : conflicts_->parts()) {
    const auto whole = metadata.FindMetric(name);
    if (!whole) continue;
    if (metrics.contains(*whole))
      metrics.insert(part);
    else
      metrics.erase(part);
  }
}

// False if all metrics stay.
Result<bool> CopyStages::ChooseMetrics(const Metadata& metadata,
                                       std::unordered_set<MetricId>& metrics) const {
  const bool drops = conflicts_ != nullptr && !conflicts_->dropped().empty();
  if (command_.metrics.empty() && !drops) return false;
  auto chosen = MetricsToCopy(metadata, command_.metrics, command_.common.quiet);
  if (!chosen) return Fail(chosen.error());
  metrics = std::move(*chosen);
  // Of several metrics with one name, the merged metadata have only one under this name.
  std::erase_if(metrics, [this](MetricId id) {
    return in_archives_.contains(id) && !of_archives_.contains(id);
  });
  if (conflicts_ != nullptr) ChooseParts(metadata, metrics);
  if (drops)
    std::erase_if(metrics, [this](MetricId id) { return conflicts_->dropped().contains(id); });
  return true;
}

// From the last stage to the first.
Result<CopySink*> CopyStages::Make(CopySink& writer, const Metadata& metadata) {
  CopySink* first = &writer;
  // Scrubbing is last, so that no other stage brings names back.
  const auto parts =
      conflicts_ == nullptr ? std::map<std::string, std::string>() : conflicts_->part_names();
  if (scrubbing_) first = &scrubbing_->MakeStage(metadata, parts, *first);
  if (!thinning_.empty()) first = &thinning_.Make(*first);
  if (scrubbing_) first = &scrubbing_->origins().Results(*first);
  std::unordered_set<MetricId> metrics;
  const Result<bool> is_choice = ChooseMetrics(metadata, metrics);
  if (!is_choice) return Fail(is_choice.error());
  if (*is_choice) metrics_ = metrics.size();
  if (!rewrite_.empty()) {
    std::function<bool(MetricId)> is_chosen;
    if (*is_choice) is_chosen = [metrics](MetricId id) { return metrics.contains(id); };
    const auto rewriting = rewrite_.Make(*first, metadata, std::move(is_chosen), on_problem_);
    if (!rewriting) return rewriting;
    first = *rewriting;
  }
  if (!command_.instances.empty()) {
    auto chosen = InstancesToCopy(metadata, command_.instances, owners_);
    if (!chosen) return Fail(chosen.error());
    first = &of_instances_.emplace(std::move(chosen->domains), std::move(chosen->keeps), *first);
  }
  if (*is_choice) first = &of_metrics_.emplace(metadata, metrics, *first);
  if (scrubbing_) first = &scrubbing_->origins().Originals(*first);
  return first;
}

std::optional<std::size_t> CopyStages::metrics() const {
  return rewrite_.stage() == nullptr ? metrics_ : rewrite_.stage()->metrics();
}

}  // namespace fdr::tools
