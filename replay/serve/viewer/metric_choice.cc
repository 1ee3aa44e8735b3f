// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/metric_choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fdr/replay/serve/viewer/named_descs.h"
#include "fdr/replay/units/rate_units.h"

namespace fdr {
namespace {

constexpr std::size_t kMostMetrics = 10'000;

struct AskedMetric {
  std::string name;
  std::optional<std::string> instance;

  friend auto operator<=>(const AskedMetric&, const AskedMetric&) = default;
};

// "a,b" or "a[x,y]".
Result<void> AddAsked(std::string_view text, std::vector<AskedMetric>& asked) {
  const std::size_t bracket = text.find('[');
  if (bracket != std::string_view::npos) {
    if (!text.ends_with(']'))
      return Fail(Errc::kInvalidArgument, "m: the ] of an instance is missing");
    const std::string_view instance = text.substr(bracket + 1, text.size() - bracket - 2);
    asked.push_back({std::string(text.substr(0, bracket)), std::string(instance)});
    return {};
  }
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    if (!name.empty()) asked.push_back({std::string(name), std::nullopt});
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return {};
}

std::vector<std::string> NamesOf(const std::vector<AskedMetric>& asked) {
  std::vector<std::string> names;
  names.reserve(asked.size());
  for (const AskedMetric& one : asked) names.push_back(one.name);
  return names;
}

tl::unexpected<Error> TooManyMetrics() {
  return Fail(Errc::kTooLarge, "There are more than " + std::to_string(kMostMetrics) + " metrics");
}

// Names with others below become these; unknown names are missing.
Result<std::vector<AskedMetric>> Expanded(Context& context, const std::vector<AskedMetric>& asked,
                                          std::vector<std::string>& missing) {
  const auto found = context.Find(NamesOf(asked));
  if (!found) return Fail(found.error());
  std::vector<AskedMetric> all;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Result<MetricId>& id = (*found)[i];
    if (id) {
      all.push_back(asked[i]);
    } else if (asked[i].name.empty() || id.error().code == Errc::kNotAMetric) {
      const auto below = context.Traverse(asked[i].name);
      if (!below) return Fail(below.error());
      for (const std::string& name : *below) all.push_back({name, asked[i].instance});
    } else {
      missing.push_back(asked[i].name);
    }
    if (all.size() > kMostMetrics) return TooManyMetrics();
  }
  return all;
}

Result<void> Describe(Context& context, std::vector<AskedMetric> asked, MetricChoice& choice) {
  const auto descs = NamedDescs(context, NamesOf(asked));
  if (!descs) return Fail(descs.error());
  std::set<AskedMetric> seen;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!seen.insert(asked[i]).second) continue;
    if ((*descs)[i])
      choice.metrics.push_back(
          {std::move(asked[i].name), *(*descs)[i], std::move(asked[i].instance)});
    else
      choice.missing.push_back(std::move(asked[i].name));
  }
  return {};
}

template <class IsKept>
void Keep(MetricChoice& choice, IsKept&& is_kept) {
  std::erase_if(choice.metrics, [&](const ChosenMetric& metric) {
    const bool is_wanted = is_kept(metric.desc.type);
    if (!is_wanted) choice.missing.push_back(metric.name);
    return !is_wanted;
  });
}

}  // namespace

Result<MetricChoice> ChooseMetrics(Context& context, const Parameters& parameters,
                                   WithoutMetrics without) {
  MetricChoice choice;
  Result<AskedInstances> instances = AskedInstances::Of(parameters);
  if (!instances) return Fail(instances.error());
  choice.instances = std::move(*instances);
  const std::string_view rate = parameters.Get("rate");
  if (!rate.empty() && rate != "auto" && rate != "raw")
    return Fail(Errc::kInvalidArgument, "rate is auto or raw");
  choice.raw = rate == "raw";
  std::vector<AskedMetric> asked;
  for (const auto& [name, value] : parameters.all())
    if (name == "m")
      if (const Result<void> added = AddAsked(value, asked); !added) return Fail(added.error());
  if (asked.size() > kMostMetrics) return TooManyMetrics();
  if (asked.empty() && without == WithoutMetrics::kRefuse)
    return Fail(Errc::kInvalidArgument, "m is missing");
  if (asked.empty()) asked.push_back({"", std::nullopt});
  auto all = Expanded(context, asked, choice.missing);
  if (!all) return Fail(all.error());
  if (const Result<void> described = Describe(context, std::move(*all), choice); !described)
    return Fail(described.error());
  if (const Result<void> read = ReadLabels(context, choice); !read) return Fail(read.error());
  return choice;
}

Result<void> ReadLabels(Context& context, MetricChoice& choice) {
  std::vector<Desc> descs;
  for (const ChosenMetric& metric : choice.metrics)
    if (!metric.instance) descs.push_back(metric.desc);
  return choice.instances.ReadLabels(context, descs);
}

void KeepNumbers(MetricChoice& choice) { Keep(choice, IsNumeric); }

void KeepStrings(MetricChoice& choice) {
  Keep(choice, [](Type type) { return type == Type::kString; });
}

void FindExtremes(Context& context, MetricChoice& choice) {
  std::vector<ShownMetric> metrics;
  for (const ChosenMetric& metric : choice.metrics)
    metrics.push_back({metric.name, metric.desc, choice.IsRate(metric)});
  std::vector<TrueExtremes> extremes = FindExtremes(context, metrics);
  for (std::size_t i = 0; i < extremes.size(); ++i)
    choice.metrics[i].extremes = std::move(extremes[i]);
}

std::optional<StringParts> MissingNames::Next() {
  if (next_ == 0) json_.Key("missing").BeginArray();
  if (next_ < choice_.missing.size()) return json_.Parts(choice_.missing[next_++]);
  json_.EndArray();
  return std::nullopt;
}

std::string UnitsOf(const Desc& desc, bool is_rate) {
  return ToString(is_rate ? UnitsOfRate(desc.units) : desc.units);
}

const std::string& NamesOfInstances::Of(InDomId indom, InstanceId id) {
  static const std::string kNone;
  if (id == kSingular) return kNone;
  const auto [names, is_new] = names_.try_emplace(indom);
  if (is_new)
    if (auto all = context_.AllInstances(indom))
      for (NamedInstance& one : *all) names->second.try_emplace(one.id, std::move(one.name));
  return names->second.try_emplace(id, std::to_string(id)).first->second;
}

}  // namespace fdr
