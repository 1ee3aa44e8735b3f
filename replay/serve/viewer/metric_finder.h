// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds metrics by words in their names, units, instances and help texts.  docs/viewer-protocol.md
// has the order of what is found.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
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
  };

  /// Asks for all names, with their texts and instances if that does not take a message each.
  static Result<std::shared_ptr<const MetricFinder>> Make(Context& context, bool with_texts);

  /// All metrics with all words of the text, the best first.
  std::vector<Match> Find(std::string_view text) const;

 private:
  struct Searched {  // in small letters
    std::string name, units;
    std::string oneline = {}, help = {};
  };
  struct Domain {
    std::vector<std::string> names, searched;
  };

  void AddDomain(Context& context, InDomId indom);
  Match FindIn(std::size_t metric, const std::vector<std::string>& words) const;

  std::vector<Metric> metrics_;  // by name
  std::vector<Searched> searched_;
  std::unordered_map<InDomId, Domain> domains_;
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
