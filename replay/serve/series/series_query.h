// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an expression of /series/query asks for.  The language: docs/series-api.md.
//
//   kernel.all.load{hostname == "db1" && instance.name : "1*"}[samples:10]

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fdr {

/// A stretch of time, as the client wrote it: in an expression or in the parameters of a URL.
struct SeriesWindowText {
  std::optional<std::uint64_t> samples;
  std::optional<std::string> start, finish, interval, align, offset, zone;

  /// Whether the window asks for values: a zone alone does not.
  bool AsksForValues() const { return samples || start || finish || interval; }
  /// Whether it says where in time, so that the oldest values come first.
  bool IsInTime() const { return start || finish || interval; }
};

/// One condition in the braces, or two that are combined.
struct SeriesCondition {
  enum class Kind : std::uint8_t { kCompare, kAnd, kOr };
  enum class Subject : std::uint8_t { kLabel, kInstanceName, kMetricName };
  enum class Operator : std::uint8_t {
    kEqual,
    kNotEqual,
    kGlob,
    kRegex,
    kNotRegex,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
  };

  Kind kind = Kind::kCompare;
  std::size_t left = 0, right = 0;  ///< of kAnd and kOr: places of earlier conditions
  Subject subject = Subject::kLabel;
  Operator op = Operator::kEqual;
  std::string label;    ///< its name, if it is the subject
  std::string operand;  ///< a text or a number
};

struct SeriesQuery {
  std::string name;                         ///< of a metric, or a glob; "" for any
  std::vector<SeriesCondition> conditions;  ///< the last one holds them all; none: all series
  SeriesWindowText window;
};

}  // namespace fdr
