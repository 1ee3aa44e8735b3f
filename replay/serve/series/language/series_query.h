// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an expression of /series/query asks for.  The language: docs/series-api.md.
//
//   rate(disk.dev.read{hostname == "db1" && instance.name : "sd*"}[samples:10]) * 8

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/units.h"
#include "fdr/archive/base/value.h"

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
  std::string key;      ///< as it was written
  std::string label;    ///< its name, if it is the subject
  std::string operand;  ///< a text or a number
};

/// NAME{CONDITIONS}[WINDOW]
struct SeriesOperand {
  std::string name;                         ///< of a metric, or a glob; "" for any
  std::vector<SeriesCondition> conditions;  ///< the last one holds them all; none: all series
  SeriesWindowText window;
};

enum class SeriesOp : std::uint8_t {
  kOperand,
  kConstant,
  // With two operands.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  // Functions of each value.
  kAbsolute,
  kFloor,
  kRound,
  kLogarithm,
  kSquareRoot,
  kRescale,
  // Functions of successive values.
  kRate,
  // Functions of many values.
  kMaximum,
  kMinimum,
  kTop,
  kPercentile,
  kSum,
  kAverage,
  kDeviation,
};

constexpr bool IsArithmetic(SeriesOp op) { return op >= SeriesOp::kAdd && op <= SeriesOp::kDivide; }
constexpr bool IsAggregate(SeriesOp op) { return op >= SeriesOp::kMaximum; }
/// An aggregate whose values are some of those of its operand.
constexpr bool IsChoice(SeriesOp op) { return IsAggregate(op) && op < SeriesOp::kSum; }

/// What the values of an aggregate are of.
enum class SeriesAxis : std::uint8_t {
  kTime,       ///< all values of an instance
  kInstances,  ///< all values of a sample
};

struct SeriesNode {
  SeriesOp op = SeriesOp::kOperand;
  /// A node of kOperand has a place in SeriesQuery::operands.  Other nodes have the places of
  /// earlier nodes.
  std::array<std::uint32_t, 2> operands = {};
  SeriesAxis axis = SeriesAxis::kTime;  ///< of an aggregate
  std::string text;                     ///< the name of a function; the digits of a constant
  std::string argument;                 ///< the second one of a function, as it was written; or ""
  double number = 0;                    ///< ... if it is a number
  Units units;                          ///< ... of kRescale
  Type type = Type::kDouble;            ///< of a constant
  std::uint64_t bits = 0;               ///< of a constant: the number, of this type
};

/// Operands stand before their operator; the last node is the root, and never a constant.
struct SeriesQuery {
  std::vector<SeriesOperand> operands;
  std::vector<SeriesNode> nodes;

  /// Whether it names series, and computes nothing.
  bool IsPlain() const { return nodes.size() == 1; }
};

}  // namespace fdr
