// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a search for metrics, and the words that PCP's names have for the same things, such
// as "cpu" for "processor".

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fdr {

class SearchWords {
 public:
  struct Form {
    std::string text;       ///< in small letters
    int cost = 0;           ///< the farther from what was given, the more
    bool is_given = false;  ///< the word itself, or its singular
  };
  struct Word {
    std::string given;
    std::vector<Form> forms;  ///< the first one is the word itself
  };

  /// The first 16 words, each once.
  explicit SearchWords(std::string_view phrase);

  bool IsEmpty() const { return words_.empty(); }
  const std::vector<Word>& words() const { return words_; }
  /// The places of the words in a text, as beginnings and ends, in order and without overlap.
  std::vector<std::pair<std::size_t, std::size_t>> PlacesIn(std::string_view text) const;

 private:
  std::vector<Word> words_;
};

}  // namespace fdr
