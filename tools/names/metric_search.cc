// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/metric_search.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

namespace fdr::tools {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return Lower(c); });
  return lower;
}

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// What people say, and what PCP's names and texts say.
struct OtherWords {
  std::string_view said;
  std::array<std::string_view, 3> meant;
};
constexpr std::array kOtherWords = {
    OtherWords{"bandwidth", {"bytes"}},
    OtherWords{"container", {"cgroup"}},
    OtherWords{"context", {"pswitch", "ctxt"}},
    OtherWords{"disc", {"disk"}},
    OtherWords{"filesystem", {"filesys", "file system"}},
    OtherWords{"fs", {"filesys"}},
    OtherWords{"interrupt", {"intr"}},
    OtherWords{"iops", {"disk.all.total", "disk.dev.total"}},
    OtherWords{"iowait", {"wait"}},
    OtherWords{"latency", {"rawactive", "await"}},
    OtherWords{"memory", {"mem"}},
    OtherWords{"net", {"network"}},
    OtherWords{"nic", {"network.interface"}},
    OtherWords{"paging", {"pgpg", "pgmajfault", "pswp"}},
    OtherWords{"process", {"proc"}},
    OtherWords{"processor", {"cpu"}},
    OtherWords{"ram", {"mem"}},
    OtherWords{"service", {"cgroup"}},
    OtherWords{"storage", {"disk", "filesys"}},
    OtherWords{"swapping", {"swap", "pswp"}},
    OtherWords{"switch", {"pswitch"}},
    OtherWords{"switches", {"pswitch"}},
    OtherWords{"throughput", {"bytes"}},
    OtherWords{"traffic", {"bytes", "packets"}},
    OtherWords{"usage", {"used", "util", "usage"}},
    OtherWords{"utilization", {"util", "avactive"}},
};

constexpr std::size_t kShortestPlural = 4;

bool IsPlural(const std::string& word) {
  return word.size() >= kShortestPlural && word.ends_with('s') && !word.ends_with("ss");
}

enum class Match { kNone, kPart, kWhole };

Match MatchIn(std::string_view text, std::string_view form) {
  Match best = Match::kNone;
  for (std::size_t at = text.find(form); at != text.npos; at = text.find(form, at + 1)) {
    const std::size_t end = at + form.size();
    const bool begins = at == 0 || !IsLetter(text[at - 1]);
    if (begins && (end == text.size() || !IsLetter(text[end]))) return Match::kWhole;
    best = Match::kPart;
  }
  return best;
}

struct Scores {
  int whole, part;
};
constexpr Scores kInName{32, 24}, kInOneLine{12, 8}, kInHelp{6, 4}, kInInstance{3, 2};

}  // namespace

struct MetricSearch::Texts {
  explicit Texts(const MetricInfo& metric)
      : name(Lower(metric.name)),
        one_line(Lower(metric.one_line + ' ' + metric.expression)),
        help(Lower(metric.help)) {}

  std::string name, one_line, help;
};

MetricSearch::MetricSearch(std::string_view phrase) {
  std::istringstream words{std::string(phrase)};
  for (std::string given; words >> given;) {
    Word word{given, {}};
    const std::string lower = Lower(given);
    word.forms.push_back({lower, true});
    if (IsPlural(lower)) word.forms.push_back({lower.substr(0, lower.size() - 1), true});
    for (const OtherWords& other : kOtherWords)
      if (std::ranges::any_of(word.forms, [&](const Form& f) { return f.text == other.said; }))
        for (const std::string_view meant : other.meant)
          if (!meant.empty()) word.forms.push_back({std::string(meant), false});
    words_.push_back(std::move(word));
  }
}

MetricSearch::Fit MetricSearch::FitOf(const Word& word, const Texts& texts) {
  Fit best;
  const auto look = [&](std::string_view text, const Form& form, Scores scores, bool in_name) {
    const Match match = MatchIn(text, form.text);
    if (match == Match::kNone) return;
    int score = match == Match::kWhole ? scores.whole : scores.part;
    if (!form.is_given) score /= 2;
    if (score > best.score) best = {score, in_name};
  };
  for (const Form& form : word.forms) {
    look(texts.name, form, kInName, true);
    look(texts.one_line, form, kInOneLine, false);
    look(texts.help, form, kInHelp, false);
  }
  return best;
}

int MetricSearch::FitOfInstances(std::size_t word,
                                 const std::shared_ptr<const InstanceNames>& instances) {
  if (instances == nullptr) return 0;
  const auto [place, is_new] = of_instances_.try_emplace({instances, word}, 0);
  if (!is_new) return place->second;
  for (const NamedInstance& instance : *instances) {
    const Match match = MatchIn(Lower(instance.name), words_[word].forms.front().text);
    if (match == Match::kWhole) place->second = kInInstance.whole;
    if (match == Match::kPart) place->second = std::max(place->second, kInInstance.part);
  }
  return place->second;
}

std::optional<SearchRank> MetricSearch::RankOf(const MetricInfo& metric) {
  const Texts texts(metric);
  SearchRank rank;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    Fit fit = FitOf(words_[i], texts);
    if (fit.score == 0) fit.score = FitOfInstances(i, metric.instances);
    if (fit.score == 0) return std::nullopt;
    rank.misfit -= fit.score;
    if (!fit.in_name) ++rank.not_in_name;
  }
  rank.depth = static_cast<std::size_t>(std::ranges::count(metric.name, '.'));
  return rank;
}

std::string MetricSearch::InstanceFor(const MetricInfo& metric) const {
  if (metric.instances == nullptr) return "";
  const Texts texts(metric);
  for (const Word& word : words_) {
    if (FitOf(word, texts).score > 0) continue;
    for (const NamedInstance& instance : *metric.instances)
      if (Lower(instance.name).find(word.forms.front().text) != std::string::npos)
        return instance.name;
  }
  return "";
}

std::vector<std::pair<std::size_t, std::size_t>> MetricSearch::PlacesIn(
    std::string_view text) const {
  const std::string lower = Lower(text);
  std::vector<std::pair<std::size_t, std::size_t>> all, places;
  for (const Word& word : words_)
    for (const Form& form : word.forms)
      for (std::size_t at = lower.find(form.text); at != lower.npos;
           at = lower.find(form.text, at + 1))
        all.emplace_back(at, at + form.text.size());
  std::ranges::sort(all);
  for (const auto& [from, to] : all) {
    if (!places.empty() && from <= places.back().second)
      places.back().second = std::max(places.back().second, to);
    else
      places.emplace_back(from, to);
  }
  return places;
}

std::vector<std::string> MetricSearch::Missing(const std::vector<MetricInfo>& metrics) const {
  std::vector<std::string> missing;
  for (const Word& word : words_) {
    MetricSearch alone("");
    alone.words_ = {word};
    if (std::ranges::none_of(metrics, [&](const auto& m) { return alone.RankOf(m).has_value(); }))
      missing.push_back(word.given);
  }
  return missing;
}

std::vector<std::string> Vocabulary(const std::vector<MetricInfo>& metrics) {
  std::set<std::string> words;
  for (const MetricInfo& metric : metrics) {
    const std::string text = Lower(metric.name + ' ' + metric.one_line);
    for (std::size_t from = 0, to = 0; from < text.size(); from = to + 1) {
      to = from;
      while (to < text.size() && IsLetter(text[to])) ++to;
      if (to - from >= kShortestPlural) words.insert(text.substr(from, to - from));
    }
  }
  return {words.begin(), words.end()};
}

}  // namespace fdr::tools
