// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/metric_search.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "fdr/replay/search/first_metrics.h"
#include "fdr/replay/search/name_letters.h"
#include "fdr/replay/search/word_match.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kMetricsBetweenChecks = 64;
constexpr std::size_t kShortestSuggestion = 4;

// What a word counts for, by place and by WordMatch.
using Points = std::array<int, 4>;
constexpr Points kInName{0, 24, 28, 32}, kInOneLine{0, 11, 13, 16}, kInInstance{0, 8, 8, 9},
    kInHelp{0, 4, 5, 6}, kInUnits{0, 3, 3, 3}, kInLabel{0, 1, 1, 2};
constexpr int kAsLetters = 10, kWholeName = 8, kBeginsName = 2, kIsFirst = 6;

int PointsFor(WordMatch match, const Points& points, int cost) {
  if (match == WordMatch::kNone) return 0;
  return std::max(points[static_cast<std::size_t>(match)] - cost, 1);
}

int PointsInName(std::string_view name, const SearchWords::Form& form) {
  const int points = PointsFor(MatchIn(name, form.text), kInName, form.cost);
  if (points == 0) return 0;
  return points + (name == form.text ? kWholeName : 0) +
         (name.starts_with(form.text) ? kBeginsName : 0);
}

}  // namespace

// A list that metrics share, in small letters and as it is.
struct MetricSearch::Lines {
  Lines(std::shared_ptr<const NamedInstances> of, std::size_t most) : instances(std::move(of)) {
    if (instances->size() > most) return;
    for (const NamedInstance& instance : *instances) lower.push_back(ToLower(instance.name));
  }
  Lines(std::shared_ptr<const LabelLines> of, std::size_t most) : labels(std::move(of)) {
    if (labels->size() > most) return;
    for (const std::string& label : *labels) lower.push_back(ToLower(label));
  }
  std::string_view At(std::size_t i) const {
    return instances ? (*instances)[i].name : (*labels)[i];
  }

  std::shared_ptr<const NamedInstances> instances;
  std::shared_ptr<const LabelLines> labels;
  std::vector<std::string> lower;
};

// What is found for the words of one search.
class MetricSearch::Asked {
 public:
  explicit Asked(const std::vector<SearchWords::Word>& words) : words_(words) {}

  /// The best metric has the smallest rank.
  struct Rank {
    std::size_t not_in_name = 0;  // words that are found elsewhere
    int misfit = 0;
    std::size_t place_among_first = std::numeric_limits<std::size_t>::max();
    bool has_instances = false;  // the sum of all disks comes before each disk
    std::size_t depth = 0;       // components of the name: general metrics come first
    std::size_t length = 0;

    auto operator<=>(const Rank&) const = default;
  };
  struct Ranked {
    Rank rank;
    FoundMetric found;

    bool operator<(const Ranked& other) const {
      return std::tie(rank, found.place) < std::tie(other.rank, other.found.place);
    }
  };

  std::optional<Ranked> RankOf(const Searched& metric) {
    Ranked ranked;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Fit fit = FitOf(i, metric);
      if (fit.points == 0) return std::nullopt;
      ranked.rank.misfit -= fit.points;
      if (fit.where != FoundIn::kName) ++ranked.rank.not_in_name;
      ranked.found.where = std::max(ranked.found.where, fit.where);
      if (fit.where == FoundIn::kInstance && ranked.found.instance.empty())
        ranked.found.instance = fit.line;
      if (fit.where == FoundIn::kLabel && ranked.found.label.empty()) ranked.found.label = fit.line;
    }
    if (const auto place = PlaceAmongFirst(metric.name)) {
      ranked.rank.place_among_first = *place;
      ranked.rank.misfit -= kIsFirst;
    }
    ranked.rank.has_instances = metric.has_instances;
    ranked.rank.depth = static_cast<std::size_t>(std::ranges::count(metric.name, '.'));
    ranked.rank.length = metric.name.size();
    return ranked;
  }

 private:
  struct Fit {
    int points = 0;  // 0: the word does not occur
    FoundIn where = FoundIn::kName;
    std::string_view line = {};

    void Take(int other, FoundIn there, std::string_view at = {}) {
      if (other > points) *this = {other, there, at};
    }
  };

  // Looks where points are fewer only if nothing better was found.
  Fit FitOf(std::size_t word, const Searched& metric) {
    const std::vector<SearchWords::Form>& forms = words_[word].forms;
    Fit fit;
    for (const SearchWords::Form& form : forms) {
      fit.Take(PointsInName(metric.name, form), FoundIn::kName);
      fit.Take(PointsFor(MatchIn(metric.one_line, form.text), kInOneLine, form.cost),
               FoundIn::kOneLine);
    }
    if (fit.points == 0 && HasLetters(metric.name, forms.front().text))
      fit.Take(kAsLetters, FoundIn::kLetters);
    if (fit.points > kInInstance.back()) return fit;
    TakeLine(word, metric.instances, kInInstance, FoundIn::kInstance, fit);
    if (fit.points > kInHelp.back()) return fit;
    for (const SearchWords::Form& form : forms)
      fit.Take(PointsFor(MatchIn(metric.help, form.text), kInHelp, form.cost), FoundIn::kHelp);
    for (const SearchWords::Form& form : forms)
      if (form.is_given)
        fit.Take(PointsFor(MatchIn(metric.units, form.text), kInUnits, 0), FoundIn::kUnits);
    for (const auto& labels : metric.labels) TakeLine(word, labels, kInLabel, FoundIn::kLabel, fit);
    return fit;
  }

  // Metrics share lists, so each one is read once for each word.
  void TakeLine(std::size_t word, const std::shared_ptr<const Lines>& lines, const Points& points,
                FoundIn where, Fit& fit) {
    if (lines == nullptr) return;
    const auto [place, is_new] = of_lines_.try_emplace({lines.get(), word});
    if (is_new) {
      const std::string& text = words_[word].forms.front().text;
      for (std::size_t i = 0; i < lines->lower.size(); ++i)
        if (const int here = PointsFor(MatchIn(lines->lower[i], text), points, 0); here > 0)
          place->second.Take(here, where, lines->At(i));
    }
    fit.Take(place->second.points, where, place->second.line);
  }

  const std::vector<SearchWords::Word>& words_;
  std::map<std::pair<const Lines*, std::size_t>, Fit> of_lines_;
};

// Keeps the best ones of any number.
class MetricSearch::BestOnes {
 public:
  explicit BestOnes(std::size_t most) : most_(most) {}

  void Add(const Asked::Ranked& ranked) {
    ++total_;
    heap_.push_back(ranked);
    std::ranges::push_heap(heap_, std::less<>());
    if (heap_.size() <= most_) return;
    std::ranges::pop_heap(heap_, std::less<>());  // the worst one
    heap_.pop_back();
  }
  FoundMetrics Take() {
    std::ranges::sort_heap(heap_, std::less<>());
    FoundMetrics found{.best = {}, .total = total_};
    for (const Asked::Ranked& ranked : heap_) found.best.push_back(ranked.found);
    return found;
  }

 private:
  std::size_t most_, total_ = 0;
  std::vector<Asked::Ranked> heap_;
};

MetricSearch::MetricSearch(std::span<const MetricInfo> metrics, std::size_t most_searched) {
  std::map<const void*, std::shared_ptr<const Lines>> shared;
  const auto lines_of = [&shared, most_searched](const auto& list) {
    std::shared_ptr<const Lines>& lines = shared[list.get()];
    if (lines == nullptr) lines = std::make_shared<const Lines>(list, most_searched);
    return lines;
  };
  metrics_.reserve(metrics.size());
  for (const MetricInfo& metric : metrics) {
    const bool has_expression = !metric.expression.empty();
    Searched& searched = metrics_.emplace_back();
    searched.name = ToLower(metric.name);
    searched.one_line =
        ToLower(has_expression ? metric.one_line + ' ' + metric.expression : metric.one_line);
    searched.help = ToLower(metric.help);
    searched.has_instances = !metric.desc.indom.IsNull();
    searched.units = ToLower(ToString(metric.desc.units));
    if (metric.instances != nullptr) searched.instances = lines_of(metric.instances);
    for (const auto& labels : metric.labels) searched.labels.push_back(lines_of(labels));
  }
}

Result<FoundMetrics> MetricSearch::Find(const SearchWords& words, std::size_t most,
                                        const CheckLimit& check) const {
  if (words.IsEmpty()) return FirstOnes(most);
  Asked asked(words.words());
  BestOnes best(most);
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    if (i % kMetricsBetweenChecks == 0)
      if (Result<void> checked = check(); !checked) return Fail(checked.error());
    auto ranked = asked.RankOf(metrics_[i]);
    if (!ranked) continue;
    ranked->found.place = i;
    best.Add(*ranked);
  }
  return best.Take();
}

std::vector<FoundMetric> MetricSearch::Find(const SearchWords& words) const {
  const auto never = [] { return Result<void>(); };
  return Find(words, metrics_.size(), never).value_or(FoundMetrics()).best;
}

FoundMetrics MetricSearch::FirstOnes(std::size_t most) const {
  FoundMetrics found{.best = {}, .total = metrics_.size()};
  for (std::size_t i = 0; i < std::min(most, metrics_.size()); ++i)
    found.best.push_back({.place = i});
  return found;
}

std::vector<std::string> MetricSearch::Missing(const SearchWords& words) const {
  std::vector<std::string> missing;
  for (const SearchWords::Word& word : words.words()) {
    const std::vector<SearchWords::Word> alone = {word};
    Asked asked(alone);
    if (std::ranges::none_of(metrics_,
                             [&](const Searched& m) { return asked.RankOf(m).has_value(); }))
      missing.push_back(word.given);
  }
  return missing;
}

std::vector<std::string> MetricSearch::Vocabulary() const {
  std::set<std::string> words;
  for (const Searched& metric : metrics_) {
    const std::string text = metric.name + ' ' + metric.one_line;
    for (std::size_t from = 0, to = 0; from < text.size(); from = to + 1) {
      to = from;
      while (to < text.size() && IsSmallLetterOrDigit(text[to])) ++to;
      if (to - from >= kShortestSuggestion) words.insert(text.substr(from, to - from));
    }
  }
  return {words.begin(), words.end()};
}

}  // namespace fdr
