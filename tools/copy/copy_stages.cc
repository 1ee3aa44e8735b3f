// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_stages.h"

#include <algorithm>
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
         !command_.thin.interval && !command_.scrub.scrub && command_.derive.empty() &&
         !command_.config;
}

Result<void> CopyStages::Prepare() {
  const Result<RewriteRules> rules = RulesOfOptions(command_.rewrite);
  if (!rules) return Fail(rules.error());
  if (rules->global.shift) shift_ = rules->global.shift->first;
  auto plain_words = WithoutReports(command_.metrics);
  if (!plain_words) return Fail(plain_words.error());
  plain_words_ = std::move(*plain_words);
  if (command_.config) {
    auto config = ConfigChoice::Read(*command_.config);
    if (!config) return Fail(config.error());
    config_ = std::move(*config);
  }
  Result<Thinning> thinning = Thinning::Of(command_.thin);
  if (!thinning) return Fail(thinning.error());
  thinning_ = std::move(*thinning);
  if (auto prepared = PrepareDeriving(*rules); !prepared) return prepared;
  return PrepareScrubbing();
}

// Expressions mean the metrics of the archives.  Behind rules, these may be other ones.
Result<void> CopyStages::PrepareDeriving(const RewriteRules& rules) {
  Result<Deriving> deriving = Deriving::Of(command_.derive, command_.common.quiet);
  if (!deriving) return Fail(deriving.error());
  deriving_ = std::move(*deriving);
  if (deriving_.empty()) return {};
  if (command_.config)
    return Fail(Errc::kInvalidArgument,
                "copy: -c does not go with derived metrics: name metrics with --only");
  if (command_.scrub.scrub)
    return Fail(Errc::kInvalidArgument,
                "copy: --scrub does not go with derived metrics: copy with --derive first, and "
                "scrub that copy");
  if (!rules.metrics.empty() || !rules.indoms.empty() || !rules.renames.empty())
    return Fail(Errc::kInvalidArgument,
                "copy: Rules for metrics do not go with derived ones: copy with --derive first, "
                "and apply the rules to that copy");
  return {};
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
    PrintMessage(Printable(*options.key_file) + ": a new key\n");
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
  if (command_.metrics.empty() && !config_) return {};
  return [this](const Metadata& metadata) {
    for (const Desc& desc : metadata.metrics()) in_archives_.insert(desc.id);
    auto chosen = MetricsOfOneToCopy(metadata, plain_words_);
    if (config_) {
      const ConfiguredMetrics configured = config_->FindInOne(metadata);
      std::erase_if(chosen, [&](MetricId id) { return !configured.metrics.contains(id); });
    }
    of_archives_.insert(chosen.begin(), chosen.end());
    chosen.merge(deriving_.OperandsOf(metadata, plain_words_));
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

// The words of --only and --without narrow what the file chooses.
Result<void> CopyStages::Configure(const Metadata& metadata,
                                   std::unordered_set<MetricId>& metrics) {
  const bool is_again = !configured_.metrics.empty();
  auto configured = config_->FindIn(metadata, command_.common.quiet || is_again);
  if (!configured) return Fail(configured.error());
  configured_ = std::move(*configured);
  std::erase_if(metrics, [this](MetricId id) { return !configured_.metrics.contains(id); });
  if (conflicts_ == nullptr) return {};
  for (const auto& [name, part] : conflicts_->parts())
    if (const auto whole = metadata.FindMetric(name))
      if (const auto some = configured_.instances.find(*whole); some != configured_.instances.end())
        configured_.instances.insert_or_assign(part, SomeInstances(some->second));
  return {};
}

// False if all metrics stay.
Result<bool> CopyStages::ChooseMetrics(const Metadata& metadata,
                                       std::unordered_set<MetricId>& metrics) {
  const bool drops = conflicts_ != nullptr && !conflicts_->dropped().empty();
  if (command_.metrics.empty() && !drops && !config_) return false;
  auto chosen = MetricsToCopy(metadata, deriving_.names(), command_.metrics, command_.common.quiet);
  if (!chosen) return Fail(chosen.error());
  metrics = std::move(*chosen);
  if (config_)
    if (auto configured = Configure(metadata, metrics); !configured)
      return Fail(configured.error());
  // Of several metrics with one name, the merged metadata have only one under this name.
  std::erase_if(metrics, [this](MetricId id) {
    return in_archives_.contains(id) && !of_archives_.contains(id);
  });
  if (conflicts_ != nullptr) ChooseParts(metadata, metrics);
  if (drops)
    std::erase_if(metrics, [this](MetricId id) { return conflicts_->dropped().contains(id); });
  return true;
}

// The stage that computes them, and one that leaves out operands that nobody chose.  `metrics` are
// the chosen ones; afterwards they are those that the stage needs.
CopySink* CopyStages::MakeDeriving(const Metadata& metadata, bool is_choice,
                                   std::unordered_set<MetricId>& metrics, CopySink* next) {
  deriving_.Choose(is_choice ? &metrics : nullptr);
  metrics_ = is_choice ? metrics.size() : metadata.metrics().size() + deriving_.wanted().size();
  if (deriving_.wanted().empty()) return next;
  std::unordered_set<MetricId> operands = deriving_.Operands(metadata);
  if (conflicts_ != nullptr)
    std::erase_if(operands, [this](MetricId id) { return conflicts_->dropped().contains(id); });
  const bool has_others =
      std::ranges::any_of(operands, [&](MetricId id) { return !metrics.contains(id); });
  if (is_choice && has_others)
    next = &of_results_.emplace(deriving_.AllMetrics(metadata), metrics, *next);
  metrics.merge(operands);
  return &deriving_.Make(metadata, *next);
}

CopySink* CopyStages::MakeOfConfig(const Metadata& metadata,
                                   const std::unordered_set<MetricId>& metrics, CopySink* next) {
  if (configured_.instances.empty()) return next;
  of_config_ = StageOf(configured_.instances, metrics, metadata, *next);
  return of_config_.get();
}

// From the last stage to the first.
Result<CopySink*> CopyStages::Make(CopySink& writer, const Metadata& metadata) {
  CopySink* first = &writer;
  if (!deriving_.empty())
    if (auto bound = deriving_.Bind(metadata); !bound) return Fail(bound.error());
  std::unordered_set<MetricId> metrics;
  const Result<bool> is_choice = ChooseMetrics(metadata, metrics);
  if (!is_choice) return Fail(is_choice.error());
  if (*is_choice) metrics_ = metrics.size();
  // Scrubbing is last, so that no other stage brings names back.
  const auto parts =
      conflicts_ == nullptr ? std::map<std::string, std::string>() : conflicts_->part_names();
  if (scrubbing_) first = &scrubbing_->MakeStage(metadata, parts, *first);
  // Of what is left of counters, rates are means.
  if (!deriving_.empty()) first = MakeDeriving(metadata, *is_choice, metrics, first);
  if (!thinning_.empty()) first = &thinning_.Make(*first);
  if (scrubbing_) first = &scrubbing_->origins().Results(*first);
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
  first = MakeOfConfig(metadata, metrics, first);
  if (*is_choice) first = &of_metrics_.emplace(metadata.metrics(), metrics, *first);
  if (scrubbing_) first = &scrubbing_->origins().Originals(*first);
  return first;
}

std::optional<std::size_t> CopyStages::metrics() const {
  return rewrite_.stage() == nullptr || !deriving_.empty() ? metrics_ : rewrite_.stage()->metrics();
}

}  // namespace fdr::tools
