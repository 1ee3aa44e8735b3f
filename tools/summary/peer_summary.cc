// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/peer_summary.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/columns.h"
#include "fdr/tools/summary/peer_collection.h"
#include "fdr/tools/summary/peer_lines.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Of each scale of time.
constexpr std::array kPerSecond = {1e9, 1e6, 1e3, 1.0, 1 / 60.0, 1 / 3600.0};

// A sum keeps the units of the metric.
PeerRules RulesOf(const Desc& desc, bool sum) {
  PeerRules rules{.type = desc.type, .semantics = desc.semantics};
  if (std::getenv("PCP_COUNTER_WRAP") != nullptr) rules.counters = CounterRule::kPcpWrap;
  const Units& units = desc.units;
  if (!sum && desc.semantics == Semantics::kCounter && units.dim_time > 0 &&
      units.scale_time < kPerSecond.size())
    rules.per_second = kPerSecond[units.scale_time];
  return rules;
}

class PeerRun {
 public:
  PeerRun(const SummaryCommand& command, DamageReport& damage)
      : command_(command),
        options_(command.peer),
        damage_(damage),
        collection_(static_cast<std::size_t>(command.peer.bins)) {}

  Result<std::string> Text() {
    auto archive = ArchiveContext::Open(command_.archive, ContextOptions(command_.common, damage_));
    if (!archive) return Fail(ExplainFile(command_.archive, archive.error()));
    archive_ = std::move(*archive);
    const Result<Context*> named = UnderNames(*archive_, command_.names, named_);
    if (!named) return Fail(named.error());
    values_ = *named;
    const Result<Zone> zone = ZoneOf(command_.window, command_.common, archive_->label());
    if (!zone) return Fail(zone.error());
    if (const Result<void> chosen = ChooseWindow(*zone); !chosen) return Fail(chosen.error());
    AddMetrics();
    if (!knows_any_) return Fail(Errc::kNotFound, "None of these metrics is in this archive");
    Read();
    if (options_.bins > 0) {
      collection_.BeginAgain();
      Read();
    }
    return TextOf(*zone);
  }

 private:
  Result<void> ChooseWindow(const Zone& zone) {
    const Result<Timestamp> end = archive_->LastStamp();
    if (!end) return Fail(end.error());
    const Result<TimeWindow> window = ParseWindow(command_.window.times, *archive_, *end, zone);
    if (!window) return Fail(ExplainTime(window.error()));
    start_ = window->origin;
    end_ = window->end.value_or(*end);
    return {};
  }

  // Unknown names are reported, and the others counted.
  void AddMetrics() {
    if (command_.metrics.empty()) return AddBelow("", {});
    for (const std::string& argument : command_.metrics) {
      const Result<ColumnSpec> spec = ParseColumnSpec(argument);
      if (spec)
        AddBelow(spec->metric, spec->instances);
      else
        PrintError(spec.error());
    }
  }

  void AddBelow(const std::string& name, const std::vector<std::string>& instances) {
    const Result<std::vector<std::string>> names = values_->Traverse(name);
    if (!names) {
      PrintError("Unknown metric \"" + name + '"');
      return;
    }
    knows_any_ = true;
    for (const std::string& metric : *names) AddMetric(metric, instances);
  }

  void AddMetric(const std::string& name, const std::vector<std::string>& instances) {
    const Result<MetricId> id = values_->Find(name);
    const Result<Desc> desc = id ? values_->DescOf(*id) : Fail(id.error());
    if (!desc || !IsNumeric(desc->type)) {
      if (command_.verbose) PrintError("warning: " + name + " has no numbers");
      return;
    }
    PeerMetric metric{.name = name, .desc = *desc, .rules = RulesOf(*desc, options_.sum)};
    if (!instances.empty()) {
      metric.wanted = InstancesOf(*desc, instances);
      if (metric.wanted.empty()) return;
    }
    collection_.Add(std::move(metric));
  }

  std::vector<InstanceId> InstancesOf(const Desc& desc, const std::vector<std::string>& names) {
    std::vector<InstanceId> wanted;
    const auto all = values_->AllInstances(desc.indom);
    for (std::size_t i = 0; all && i < all->size(); ++i)
      for (const std::string& name : names)
        if ((*all)[i].name == name) wanted.push_back((*all)[i].id);
    return wanted;
  }

  void Read() {
    static_cast<void>(archive_->SetMode(Mode::kForward, start_));
    FetchResult record;
    while (!Interrupted()) {
      const Result<bool> fetched = archive_->FetchRecord(record);
      if (!fetched) damage_.Add(ProblemOf(fetched.error()));
      if (!fetched || !*fetched || record.stamp() > end_) break;
      collection_.Take(record);
    }
    collection_.Finish(end_);
  }

  std::string TextOf(const Zone& zone) {
    PeerLines lines(options_, zone, start_, end_);
    std::string out = ZoneNote(command_.window, archive_->label());
    if (options_.label) lines.AppendLabel(archive_->label(), out);
    if (options_.header) lines.AppendHeader(out);
    for (PeerMetric& metric : collection_.metrics()) {
      const auto names = NamesOf(metric.desc.indom);
      for (const PeerInstance& instance : metric.instances) {
        const std::string text = metric.desc.indom.IsNull() ? "" : InstanceText(names, instance.id);
        lines.AppendSeries(metric.name, text, metric.desc, instance.series, out);
      }
    }
    return out;
  }

  std::unordered_map<InstanceId, std::string> NamesOf(InDomId indom) {
    std::unordered_map<InstanceId, std::string> names;
    if (indom.IsNull()) return names;
    if (const auto all = values_->AllInstances(indom))
      for (const NamedInstance& instance : *all) names.emplace(instance.id, instance.name);
    return names;
  }

  static std::string InstanceText(const std::unordered_map<InstanceId, std::string>& names,
                                  InstanceId id) {
    const auto found = names.find(id);
    return found == names.end() ? fmt::format("[{}]", id) : fmt::format("[\"{}\"]", found->second);
  }

  const SummaryCommand& command_;
  const PeerOptions& options_;
  DamageReport& damage_;
  PeerCollection collection_;
  std::unique_ptr<ArchiveContext> archive_;
  bool knows_any_ = false;  // of the metrics that are named
  std::optional<NamedContext> named_;
  Context* values_ = nullptr;
  Timestamp start_, end_;
};

}  // namespace

Result<std::string> PeerSummaryText(const SummaryCommand& command, DamageReport& damage) {
  return PeerRun(command, damage).Text();
}

int RunAsPeer(const SummaryCommand& command) {
  DamageReport damage(command.common.quiet);
  CatchInterrupts();
  const Result<std::string> text = PeerSummaryText(command, damage);
  if (Interrupted()) EndAsInterrupted();
  if (!text) {
    PrintError(text.error());
    return text.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  return WriteOutput(*text) ? damage.status() : kFailed;
}

}  // namespace fdr::tools
