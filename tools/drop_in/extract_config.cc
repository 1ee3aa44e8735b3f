// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/copy/extract_specs.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Finds what the choices mean in the archives.
class ExtractChoice {
 public:
  ExtractChoice(const std::string& file, const Metadata& metadata, ChosenValues& chosen)
      : file_(file), metadata_(metadata), chosen_(chosen) {}

  void Take(const ExtractSpec& spec);

 private:
  void Warn(const ExtractSpec& spec, const std::string& text) const {
    PrintMessage(fmt::format("Warning [{}, line {}]\n{}\n", file_, spec.line, text));
  }
  const InstanceList& InstancesOf(MetricId id);
  void TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id);
  std::optional<InstanceId> Find(const InstanceList& all,
                                 const std::variant<InstanceId, std::string_view>& wanted) const;

  const std::string& file_;
  const Metadata& metadata_;
  ChosenValues& chosen_;
  std::unordered_map<InDomId, InstanceList> instances_;  // of all times
};

std::optional<InstanceId> ExtractChoice::Find(
    const InstanceList& all, const std::variant<InstanceId, std::string_view>& wanted) const {
  const auto found = std::ranges::find_if(all, [&](const Instance& instance) {
    if (const auto* const id = std::get_if<InstanceId>(&wanted)) return instance.id == *id;
    const std::string_view name = std::get<std::string_view>(wanted);
    return instance.name == name || FirstWordOf(instance.name) == name;
  });
  return found == all.end() ? std::nullopt : std::optional(found->id);
}

const InstanceList& ExtractChoice::InstancesOf(MetricId id) {
  const Desc* const desc = metadata_.FindDesc(id);
  const InDomId domain = desc != nullptr ? desc->indom : InDomId();
  const auto [known, is_new] = instances_.try_emplace(domain);
  const InDomHistory* const history = is_new ? metadata_.FindInDom(domain) : nullptr;
  if (history != nullptr) known->second = history->AllInstances();
  return known->second;
}

void ExtractChoice::TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id) {
  if (!chosen_.metrics) chosen_.metrics.emplace();
  if (chosen_.metrics->contains(id)) return;
  ChosenValues::Instances instances;
  for (const auto& wanted : spec.instances) {
    const std::optional<InstanceId> found = Find(InstancesOf(id), wanted);
    if (found && std::ranges::find(instances, *found) == instances.end())
      instances.push_back(*found);
    if (found) continue;
    const std::string text = std::visit([](auto one) { return fmt::format("{}", one); }, wanted);
    Warn(spec, fmt::format("Instance \"{}\" is not defined for the metric \"{}\"", text, name));
  }
  if (instances.empty() && !spec.instances.empty())
    return Warn(spec, fmt::format("None of the instances for metric \"{}\" are valid, metric not "
                                  "extracted",
                                  name));
  chosen_.metrics->emplace(id, std::move(instances));
}

void ExtractChoice::Take(const ExtractSpec& spec) {
  const NameTree& names = metadata_.names();
  const auto node = names.Find(spec.metric);
  if (!node)
    return Warn(spec, fmt::format("Problem with lookup for metric \"{}\" ... metric ignored\n"
                                  "Reason: Unknown metric name",
                                  spec.metric));
  if (const auto id = names.Metric(*node)) return TakeMetric(spec, spec.metric, *id);
  names.Visit(*node, [&](NameTree::Node leaf) {
    TakeMetric(spec, names.FullName(leaf), *names.Metric(leaf));
  });
}

}  // namespace

bool ReadExtractConfig(const std::string& file, const Metadata& metadata, ChosenValues& chosen) {
  Result<std::string> text = ReadTextFile(file, kMostExtractConfig);
  if (text && text->size() > kMostExtractConfig)
    text = Fail(Errc::kTooLarge, "The file is too large", file);
  if (!text) {
    PrintPeerError(kPmlogextract, text.error().Message());
    return false;
  }
  ExtractChoice choice(file, metadata, chosen);
  const auto read = ReadExtractSpecs(*text, [&](const ExtractSpec& spec) { choice.Take(spec); });
  if (read) return true;
  PrintMessage(fmt::format("Specification error in configuration file ({})\n[line {}] {}\n", file,
                           read.error().offset, read.error().what));
  return false;
}

}  // namespace fdr::tools
