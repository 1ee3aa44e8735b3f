// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/config_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/copy/extract_instances.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostWarnings = 20;

using Warning = std::function<void(const ExtractSpec&, const std::string&)>;

// Finds the choices in the metadata.
class ConfigSearch {
 public:
  ConfigSearch(const Metadata& metadata, Warning warn)
      : metadata_(metadata), warn_(std::move(warn)), instances_(metadata) {}

  void Take(const ExtractSpec& spec);
  std::size_t warnings() const { return warnings_; }

  ConfiguredMetrics found;

 private:
  // False if nobody wants another warning.
  bool Warns() { return warn_ && ++warnings_ <= kMostWarnings; }
  void TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id);
  std::string UnknownMetric(std::string_view name);

  const Metadata& metadata_;
  Warning warn_;  // may be empty
  std::size_t warnings_ = 0;
  ExtractInstances instances_;
  std::vector<std::string> names_;  // all, once one is unknown
};

void ConfigSearch::TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id) {
  if (found.metrics.contains(id) || spec.instances.empty()) {
    found.metrics.insert(id);
    return;
  }
  SomeInstances some;
  std::vector<std::string> missing;
  for (const ExtractInstance& wanted : spec.instances) {
    if (!instances_.Find(id, wanted)) {
      const std::string text = std::visit([](auto one) { return fmt::format("{}", one); }, wanted);
      missing.push_back(fmt::format("{} has no instance \"{}\"", name, text));
    } else if (const auto* const number = std::get_if<InstanceId>(&wanted)) {
      some.numbers.insert(*number);
    } else {
      some.names.emplace(std::get<std::string_view>(wanted));
    }
  }
  if (some.numbers.empty() && some.names.empty()) {
    if (Warns()) warn_(spec, fmt::format("{} has none of the instances; it is left out", name));
    return;
  }
  for (const std::string& what : missing)
    if (Warns()) warn_(spec, what);
  found.metrics.insert(id);
  found.instances.emplace(id, std::move(some));
}

std::string ConfigSearch::UnknownMetric(std::string_view name) {
  const NameTree& names = metadata_.names();
  if (names_.empty())
    names.Visit(NameTree::kRoot,
                [&](NameTree::Node node) { names_.emplace_back(names.FullName(node)); });
  return fmt::format("Unknown metric \"{}\"{}", name, DidYouMean(name, names_));
}

void ConfigSearch::Take(const ExtractSpec& spec) {
  const NameTree& names = metadata_.names();
  const auto node = names.Find(spec.metric);
  if (!node) {
    if (Warns()) warn_(spec, UnknownMetric(spec.metric));
    return;
  }
  names.Visit(*node, [&](NameTree::Node leaf) {
    TakeMetric(spec, names.FullName(leaf), *names.Metric(leaf));
  });
}

Error ErrorIn(const std::string& file, std::size_t line, const std::string& what) {
  return {Errc::kInvalidArgument, fmt::format("{}:{}: {}", Printable(file), line, what), {}, 0};
}

}  // namespace

bool SomeInstances::Has(InstanceId id, std::optional<std::string_view> name) const {
  if (numbers.contains(id)) return true;
  return name && (names.contains(*name) || names.contains(FirstWordOf(*name)));
}

Result<ConfigChoice> ConfigChoice::Read(const std::string& file) {
  Result<std::string> text = ReadTextFile(file, kMostExtractConfig);
  if (!text) return Fail(text.error());
  if (text->size() > kMostExtractConfig)
    return Fail(Errc::kTooLarge, "The file is too large", file);
  ConfigChoice choice(file, std::make_shared<const std::string>(std::move(*text)));
  std::unordered_set<std::string_view> names;
  const auto read = ReadExtractSpecs(*choice.text_, [&](const ExtractSpec& spec) {
    if (names.insert(spec.metric).second) choice.specs_.push_back(spec);
  });
  if (!read) return Fail(ErrorIn(file, read.error().offset, read.error().what));
  if (choice.specs_.empty()) return Fail(ErrorIn(file, 1, "The file names no metric"));
  return choice;
}

ConfiguredMetrics ConfigChoice::FindInOne(const Metadata& metadata) const {
  ConfigSearch search(metadata, {});
  for (const ExtractSpec& spec : specs_) search.Take(spec);
  return std::move(search.found);
}

Result<ConfiguredMetrics> ConfigChoice::FindIn(const Metadata& metadata, bool quiet) const {
  Warning warn = [this](const ExtractSpec& spec, const std::string& what) {
    PrintError(fmt::format("warning: {}:{}: {}", Printable(file_), spec.own_line, Printable(what)));
  };
  ConfigSearch search(metadata, quiet ? Warning() : std::move(warn));
  for (const ExtractSpec& spec : specs_) search.Take(spec);
  if (search.warnings() > kMostWarnings)
    PrintError(fmt::format("warning: {}: {} more warnings", Printable(file_),
                           search.warnings() - kMostWarnings));
  if (search.found.metrics.empty())
    return Fail(Errc::kNotFound, "There is nothing of what this file names in the archives", file_);
  return std::move(search.found);
}

std::unique_ptr<InstanceStage> StageOf(const std::unordered_map<MetricId, SomeInstances>& instances,
                                       const std::unordered_set<MetricId>& metrics,
                                       const Metadata& metadata, CopySink& next) {
  std::unordered_map<InDomId, std::vector<const SomeInstances*>> domains;
  std::unordered_set<InDomId> some, whole;
  const auto kept = std::make_shared<const std::unordered_map<MetricId, SomeInstances>>(instances);
  for (const Desc& desc : metadata.metrics()) {
    if (!metrics.contains(desc.id)) continue;
    const auto one = kept->find(desc.id);
    if (one == kept->end()) {
      whole.insert(desc.indom);
      continue;
    }
    domains[desc.indom].push_back(&one->second);
    some.insert(desc.indom);
  }
  auto keeps = [kept, domains = std::move(domains), whole = std::move(whole)](
                   InDomId domain, InstanceId id, std::optional<std::string_view> name) {
    const auto lists = domains.find(domain);
    return whole.contains(domain) || lists == domains.end() ||
           std::ranges::any_of(lists->second,
                               [&](const auto* list) { return list->Has(id, name); });
  };
  auto keeps_value = [kept](MetricId metric, InstanceId id, std::optional<std::string_view> name) {
    const auto one = kept->find(metric);
    return one == kept->end() || one->second.Has(id, name);
  };
  return std::make_unique<InstanceStage>(std::move(some), std::move(keeps), next,
                                         std::move(keeps_value));
}

}  // namespace fdr::tools
