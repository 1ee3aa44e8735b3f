// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Problems, each once.  The second report of a place may know more of it than the first.

#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/problem.h"

namespace fdr {

/// Problems of one place are the same problem, whatever their texts.  The beginning of a file is no
/// place: there are the problems of its label, and those of all of the file.  A lack of memory or
/// descriptors is no damage, so it is another problem.
struct ProblemPlace {
  std::uint64_t offset = 0;
  bool is_shortage = false;
  std::string file;
  std::string what;  // only without an offset

  friend auto operator<=>(const ProblemPlace&, const ProblemPlace&) = default;
};

inline ProblemPlace PlaceOf(const Problem& problem) {
  return {problem.offset, IsShortage(problem.system_error), problem.file,
          problem.offset > 0 ? std::string() : problem.what};
}

/// A damaged archive may have any number of problems, so there is a limit.
class KnownProblems {
 public:
  explicit KnownProblems(std::size_t most) : most_(most) {}

  /// If there are several reports of a place, keeps the one that says how much is lost there.
  void Add(const Problem& problem) {
    const auto is_same = [&problem, place = PlaceOf(problem)](const Problem& known) {
      return known.offset == problem.offset && PlaceOf(known) == place;
    };
    const auto known = std::ranges::find_if(problems_, is_same);
    if (known == problems_.end()) {
      if (problems_.size() < most_) problems_.push_back(problem);
    } else if (problem.bytes_lost > 0) {
      *known = problem;
    }
  }
  template <class Predicate>
  void EraseIf(Predicate is_over) {
    std::erase_if(problems_, is_over);
  }
  /// In the order in which they were met first.
  const std::vector<Problem>& all() const { return problems_; }

 private:
  std::size_t most_;
  std::vector<Problem> problems_;
};

}  // namespace fdr
