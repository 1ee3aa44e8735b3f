// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/metric_finder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fdr/replay/labels/label_levels.h"
#include "fdr/replay/serve/series/match/label_texts.h"
#include "fdr/replay/serve/viewer/last_labels.h"
#include "fdr/replay/serve/viewer/name_letters.h"
#include "fdr/replay/serve/viewer/named_descs.h"

namespace fdr {
namespace {

constexpr std::size_t kMostWords = 16;
// Of larger domains, such as processes, names are not searched.  The same for their labels.
constexpr std::size_t kMostSearchedInstances = 4096;

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  while (words.size() < kMostWords) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    words.push_back(InSmallLetters(text.substr(0, text.find_first_of(" \t"))));
    text.remove_prefix(std::min(words.back().size(), text.size()));
  }
  return words;
}

FoundIn FoundInName(const std::string& name, const std::string& word) {
  if (name == word) return FoundIn::kWholeName;
  for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
    if (BeginsPart(name, at)) return FoundIn::kStartOfPart;
  if (name.find(word) != std::string::npos) return FoundIn::kName;
  return HasLetters(name, word) ? FoundIn::kLetters : FoundIn::kNowhere;
}

bool Has(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

// "device_type=block"
std::set<std::string> LabelsAsTexts(std::string_view json) {
  std::set<std::string> texts;
  for (const auto& [name, value] : LabelTextsOf(json)) {
    std::string text = name;
    texts.insert(text.append("=").append(value));
  }
  return texts;
}

}  // namespace

Result<std::shared_ptr<const MetricFinder>> MetricFinder::Make(Context& context, bool with_texts) {
  GoToLastLabels(context);
  auto names = context.Traverse("");
  if (!names) return Fail(names.error());
  std::sort(names->begin(), names->end());
  const auto descs = NamedDescs(context, *names);
  if (!descs) return Fail(descs.error());
  auto finder = std::make_shared<MetricFinder>();
  for (std::size_t i = 0; i < names->size(); ++i) {
    if (!(*descs)[i]) continue;
    const Desc& desc = *(*descs)[i];
    Metric metric{.name = (*names)[i], .desc = desc};
    Searched searched{.name = InSmallLetters(metric.name),
                      .units = InSmallLetters(ToString(desc.units))};
    if (with_texts) {
      metric.oneline = context.Text(TextKind::kMetricOneLine, desc.id.value).value_or("");
      searched.oneline = InSmallLetters(metric.oneline);
      searched.help =
          InSmallLetters(context.Text(TextKind::kMetricHelp, desc.id.value).value_or(""));
      if (!desc.indom.IsNull()) {
        finder->AddDomain(context, desc.indom);
        metric.instances = finder->domains_[desc.indom].texts.size();
      }
      finder->AddLabels(context, desc);
    }
    finder->metrics_.push_back(std::move(metric));
    finder->searched_.push_back(std::move(searched));
  }
  return finder;
}

void MetricFinder::AddDomain(Context& context, InDomId indom) {
  const auto [place, is_new] = domains_.try_emplace(indom);
  if (!is_new) return;
  auto all = context.AllInstances(indom);
  if (!all) return;
  for (NamedInstance& instance : *all) place->second.texts.push_back(std::move(instance.name));
  place->second.Prepare();
  std::set<std::string> labels;
  TakeInstanceLabels(context, indom, [&](InstanceId, std::string_view json) {
    if (labels.size() <= kMostSearchedInstances) labels.merge(LabelsAsTexts(json));
  });
  Texts& texts = labels_[{LabelLevel::kInstances, indom.value}];
  texts.texts.assign(labels.begin(), labels.end());
  texts.Prepare();
}

// Labels of the source would find everything.
void MetricFinder::AddLabels(Context& context, const Desc& desc) {
  for (const LabelOwner& owner : LabelOwnersOf(desc.id, desc.indom)) {
    if (owner.level == LabelLevel::kContext) continue;
    const auto [place, is_new] = labels_.try_emplace({owner.level, owner.id});
    if (!is_new) continue;
    const auto sets = context.Labels(owner.level, owner.id);
    if (!sets) continue;
    for (const OwnedLabelSet& set : *sets)
      for (const std::string& text : LabelsAsTexts(set.json)) place->second.texts.push_back(text);
    place->second.Prepare();
  }
}

void MetricFinder::Texts::Prepare() {
  if (texts.size() > kMostSearchedInstances) return;
  for (const std::string& text : texts) searched.push_back(InSmallLetters(text));
}

std::string_view MetricFinder::Texts::With(const std::string& word) const {
  for (std::size_t i = 0; i < searched.size(); ++i)
    if (Has(searched[i], word)) return texts[i];
  return {};
}

std::string_view MetricFinder::LabelWith(const Desc& desc, const std::string& word) const {
  std::vector<LabelOwner> owners = LabelOwnersOf(desc.id, desc.indom);
  owners.push_back({LabelLevel::kInstances, desc.indom.value});
  for (const LabelOwner& owner : owners)
    if (const auto texts = labels_.find({owner.level, owner.id}); texts != labels_.end())
      if (const std::string_view text = texts->second.With(word); !text.empty()) return text;
  return {};
}

MetricFinder::Match MetricFinder::FindIn(std::size_t metric,
                                         const std::vector<std::string>& words) const {
  const Searched& searched = searched_[metric];
  Match match{.metric = &metrics_[metric], .where = FoundIn::kWholeName};
  for (const std::string& word : words) {
    FoundIn where = FoundInName(searched.name, word);
    if (where == FoundIn::kNowhere && Has(searched.units, word)) where = FoundIn::kUnits;
    const Desc& desc = metrics_[metric].desc;
    const auto domain = domains_.find(desc.indom);
    if (where == FoundIn::kNowhere && domain != domains_.end())
      if (const std::string_view name = domain->second.With(word); !name.empty()) {
        where = FoundIn::kInstance;
        match.instance = name;
      }
    if (where == FoundIn::kNowhere)
      if (const std::string_view label = LabelWith(desc, word); !label.empty()) {
        where = FoundIn::kLabel;
        match.label = label;
      }
    if (where == FoundIn::kNowhere && Has(searched.oneline, word)) where = FoundIn::kOneLine;
    if (where == FoundIn::kNowhere && Has(searched.help, word)) where = FoundIn::kHelp;
    match.where = std::max(match.where, where);
    if (where == FoundIn::kNowhere) break;
  }
  return match;
}

std::vector<MetricFinder::Match> MetricFinder::Find(std::string_view text) const {
  const std::vector<std::string> words = WordsOf(text);
  std::vector<Match> matches;
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    if (const Match match = FindIn(i, words); match.where != FoundIn::kNowhere)
      matches.push_back(match);
  if (words.empty()) return matches;
  std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
    return std::pair(a.where, a.metric->name.size()) < std::pair(b.where, b.metric->name.size());
  });
  return matches;
}

Result<std::shared_ptr<const MetricFinder>> KeptFinder::Get(Context& context, std::uint64_t version,
                                                            bool with_texts) {
  const std::lock_guard guard(mutex_);
  if (finder_ && version_ == version) return finder_;
  auto made = MetricFinder::Make(context, with_texts);
  if (!made) return made;
  finder_ = *made;
  version_ = version;
  return finder_;
}

}  // namespace fdr
