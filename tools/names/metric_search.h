// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics that have to do with some words: the search of `fdr names`.
//
// Each word must occur: in the name, in a help text, or in the name of an instance.  A word may be
// a part of another one.  Its singular counts, and so do the words that PCP's names have for it,
// such as "cpu" for "processor".

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/tools/names/metric_info.h"

namespace fdr::tools {

/// How well a metric fits; the best one is the smallest.
struct SearchRank {
  std::size_t not_in_name = 0;  ///< words that are found elsewhere
  int misfit = 0;               ///< smaller for whole words, and for words in short texts
  std::size_t depth = 0;        ///< components of the name: general metrics come first

  auto operator<=>(const SearchRank&) const = default;
};

class MetricSearch {
 public:
  explicit MetricSearch(std::string_view phrase);

  bool IsEmpty() const { return words_.empty(); }
  /// Nothing if the metric does not fit.
  std::optional<SearchRank> RankOf(const MetricInfo& metric);
  /// The first instance whose name has a word; "" if there is none.
  std::string InstanceFor(const MetricInfo& metric) const;
  /// The places of the words in a text, as beginnings and ends, in order and without overlap.
  std::vector<std::pair<std::size_t, std::size_t>> PlacesIn(std::string_view text) const;
  /// The words that none of the metrics has.
  std::vector<std::string> Missing(const std::vector<MetricInfo>& metrics) const;

 private:
  struct Form {
    std::string text;
    bool is_given;  // not another word for it
  };
  struct Word {
    std::string given;
    std::vector<Form> forms;
  };
  struct Fit {
    int score = 0;  // 0: the word does not occur
    bool in_name = false;
  };
  struct Texts;

  static Fit FitOf(const Word& word, const Texts& texts);
  int FitOfInstances(std::size_t word, const std::shared_ptr<const InstanceNames>& instances);

  std::vector<Word> words_;
  // By list and word: metrics share lists, which may be long.
  std::map<std::pair<std::shared_ptr<const InstanceNames>, std::size_t>, int> of_instances_;
};

/// The words of names and short texts, for suggestions.
std::vector<std::string> Vocabulary(const std::vector<MetricInfo>& metrics);

}  // namespace fdr::tools
