// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/search_words.h"

#include <algorithm>
#include <array>
#include <optional>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

// Each word asks every metric.
constexpr std::size_t kMostWords = 16;
constexpr std::size_t kShortestPlural = 4;
constexpr int kCostOfSingular = 2, kCostOfOther = 1, kCostOfNext = 3;

// What people say, and what PCP's names and texts say: the nearest first.
struct OtherWords {
  std::string_view said;
  std::array<std::string_view, 4> meant;
};
constexpr std::array kOtherWords = {
    OtherWords{"bandwidth", {"bytes"}},
    OtherWords{"container", {"cgroup"}},
    OtherWords{"context", {"pswitch", "ctxt"}},
    OtherWords{"disc", {"disk"}},
    OtherWords{"dropped", {"drops"}},
    OtherWords{"filesystem", {"filesys", "file system"}},
    OtherWords{"fs", {"filesys"}},
    OtherWords{"interrupt", {"intr"}},
    OtherWords{"iops", {"disk.all.total", "disk.dev.total"}},
    OtherWords{"iowait", {"cpu.wait", "pressure.io"}},
    OtherWords{"latency", {"await", "rawactive"}},
    OtherWords{"memory", {"mem"}},
    OtherWords{"net", {"network"}},
    OtherWords{"nic", {"network.interface"}},
    OtherWords{"paging", {"swap.pages", "pgpg", "pgmajfault", "pswp"}},
    OtherWords{"process", {"nprocs", "proc"}},
    OtherWords{"processor", {"cpu"}},
    OtherWords{"ram", {"mem"}},
    OtherWords{"retransmission", {"retrans"}},
    OtherWords{"retransmit", {"retrans"}},
    OtherWords{"service", {"cgroup"}},
    OtherWords{"storage", {"disk", "filesys"}},
    OtherWords{"swapping", {"swap.pages", "pswp", "swap"}},
    OtherWords{"switch", {"pswitch"}},
    OtherWords{"throughput", {"bytes"}},
    OtherWords{"traffic",
               {"network.interface.in.bytes", "network.interface.out.bytes", "bytes", "packets"}},
    OtherWords{"usage", {"used", "util"}},
    OtherWords{"user", {"nusers"}},
    OtherWords{"utilization", {"util", "avactive"}},
};

std::optional<std::string> SingularOf(const std::string& word) {
  if (word.size() < kShortestPlural || !word.ends_with('s') || word.ends_with("ss"))
    return std::nullopt;
  if (word.ends_with("ies")) return word.substr(0, word.size() - 3) + 'y';
  for (const std::string_view end : {"sses", "ches", "shes", "xes"})
    if (word.ends_with(end)) return word.substr(0, word.size() - 2);
  return word.substr(0, word.size() - 1);
}

SearchWords::Word WordOf(std::string_view given) {
  SearchWords::Word word{std::string(given), {{ToLower(given), 0, true}}};
  if (const auto singular = SingularOf(word.forms.front().text))
    word.forms.push_back({*singular, kCostOfSingular, true});
  const std::vector<SearchWords::Form> said = word.forms;
  for (const SearchWords::Form& form : said)
    for (const OtherWords& other : kOtherWords) {
      if (form.text != other.said) continue;
      int cost = kCostOfOther;
      for (const std::string_view meant : other.meant) {
        if (!meant.empty()) word.forms.push_back({std::string(meant), cost, false});
        cost += kCostOfNext;
      }
    }
  return word;
}

}  // namespace

SearchWords::SearchWords(std::string_view phrase) {
  for (phrase = Trimmed(phrase); !phrase.empty() && words_.size() < kMostWords;
       phrase = Trimmed(phrase)) {
    const auto end = std::find_if(phrase.begin(), phrase.end(), IsSpace);
    const std::string_view given = phrase.substr(0, static_cast<std::size_t>(end - phrase.begin()));
    phrase.remove_prefix(given.size());
    Word word = WordOf(given);
    const auto is_same = [&word](const Word& other) {
      return other.forms.front().text == word.forms.front().text;
    };
    if (std::none_of(words_.begin(), words_.end(), is_same)) words_.push_back(std::move(word));
  }
}

std::vector<std::pair<std::size_t, std::size_t>> SearchWords::PlacesIn(
    std::string_view text) const {
  const std::string lower = ToLower(text);
  std::vector<std::pair<std::size_t, std::size_t>> all, places;
  for (const Word& word : words_)
    for (const Form& form : word.forms)
      for (std::size_t at = lower.find(form.text); at != lower.npos;
           at = lower.find(form.text, at + 1))
        all.emplace_back(at, at + form.text.size());
  std::sort(all.begin(), all.end());
  for (const auto& [from, to] : all) {
    if (!places.empty() && from <= places.back().second)
      places.back().second = std::max(places.back().second, to);
    else
      places.emplace_back(from, to);
  }
  return places;
}

}  // namespace fdr
