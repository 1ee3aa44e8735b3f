// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics that have to do with some words: the one search of `fdr names` and of the page.
//
// Each word must occur: in the name, in a text about the metric, in an instance, in the units, or
// in a label; or be letters of the name.  A word may be a part of another one.  Its singular
// counts, and so do the words that PCP's names have for it: search_words.h. docs/viewer-protocol.md
// has the order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/search/metric_info.h"
#include "fdr/replay/search/search_words.h"

namespace fdr {

/// Where a word was found, the best place first.
enum class FoundIn : std::uint8_t {
  kName,
  kOneLine,
  kLetters,  ///< "kal": kernel.all.load
  kInstance,
  kHelp,
  kUnits,
  kLabel,
};

struct FoundMetric {
  std::size_t place = 0;           ///< in what was given to the search
  FoundIn where = FoundIn::kName;  ///< the worst place of all words
  std::string_view instance = {};  ///< that of the first word that was found in one
  std::string_view label = {};     ///< the same for labels: "dev=sda"
};

struct FoundMetrics {
  std::vector<FoundMetric> best;  ///< the best ones first; by place without words
  std::size_t total = 0;          ///< how many have the words
};

/// Immutable: threads share it.
class MetricSearch {
 public:
  /// Copies what is searched, in small letters, and shares the lists.  Lists of more than
  /// `most_searched` lines are left out.
  explicit MetricSearch(std::span<const MetricInfo> metrics,
                        std::size_t most_searched = kMostSearched);

  /// The metrics with all of the words, `most` of them.  The texts are valid as long as this.
  Result<FoundMetrics> Find(const SearchWords& words, std::size_t most,
                            const CheckLimit& check) const;
  /// All of them.
  std::vector<FoundMetric> Find(const SearchWords& words) const;
  /// The words that none of the metrics has.
  std::vector<std::string> Missing(const SearchWords& words) const;
  /// The words of names and short texts, for suggestions.
  std::vector<std::string> Vocabulary() const;

 private:
  struct Lines;
  struct Searched {  // in small letters
    std::string name, one_line, help, units;
    bool has_instances = false;
    std::shared_ptr<const Lines> instances;  // may be null
    std::vector<std::shared_ptr<const Lines>> labels;
  };
  class Asked;
  class BestOnes;

  FoundMetrics FirstOnes(std::size_t most) const;

  std::vector<Searched> metrics_;
};

}  // namespace fdr
