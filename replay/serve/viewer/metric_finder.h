// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds metrics by words in their names, units, instances, labels and help texts.
// docs/viewer-protocol.md has the order of what is found.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr {

/// Where a word was found, the best first.
enum class FoundIn : std::uint8_t {
  kWholeName,
  kStartOfPart,
  kName,
  kLetters,  ///< "kal": kernel.all.load
  kUnits,
  kInstance,
  kLabel,
  kOneLine,
  kHelp,
  kNowhere,
};

/// Immutable: threads share it.
class MetricFinder {
 public:
  struct Metric {
    std::string name;
    Desc desc;
    std::string oneline = {};
    std::size_t instances = 0;
  };
  struct Match {
    const Metric* metric = nullptr;
    FoundIn where = FoundIn::kNowhere;  ///< the worst of all words
    std::string_view instance = {};     ///< for kInstance
    std::string_view label = {};        ///< for kLabel: "dev=sda"
  };

  /// Asks for all names, with their texts, instances and labels if that does not take a message
  /// each.  May set the mode of an archive.
  static Result<std::shared_ptr<const MetricFinder>> Make(Context& context, bool with_texts);

  /// All metrics with all words of the text, the best first.
  std::vector<Match> Find(std::string_view text) const;

 private:
  struct Searched {  // in small letters
    std::string name, units;
    std::string oneline = {}, help = {};
  };
  struct Texts {
    std::vector<std::string> texts, searched;

    /// After the last text.
    void Prepare();
    /// "" without one.
    std::string_view With(const std::string& word) const;
  };
  using LabelPlace = std::pair<LabelLevel, std::uint32_t>;

  void AddDomain(Context& context, InDomId indom);
  void AddLabels(Context& context, const Desc& desc);
  std::string_view LabelWith(const Desc& desc, const std::string& word) const;
  Match FindIn(std::size_t metric, const std::vector<std::string>& words) const;

  std::vector<Metric> metrics_;  // by name
  std::vector<Searched> searched_;
  std::unordered_map<InDomId, Texts> domains_;
  std::map<LabelPlace, Texts> labels_;  // "name=value", without those that all metrics have
};

/// The finder of a source that changes.  Any thread.
class KeptFinder {
 public:
  /// Makes another one if the version is another.
  Result<std::shared_ptr<const MetricFinder>> Get(Context& context, std::uint64_t version,
                                                  bool with_texts);

 private:
  std::mutex mutex_;
  std::uint64_t version_ = 0;
  std::shared_ptr<const MetricFinder> finder_;
};

}  // namespace fdr
