// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/series_rules.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr Units kKilobytes = {.dim_space = 1, .scale_space = 1};
constexpr Units kSeconds = {.dim_time = 1, .scale_time = kSecondScale};
constexpr InDomId kDisks = InDomId::Build(1, 1), kHosts = InDomId::Build(1, 2);

struct Toy {
  Type type = Type::kU32;
  Semantics semantics = Semantics::kInstant;
  Units units = {};
  InDomId indom = {};
  bool is_constant = false;
};

SeriesFacts FactsOf(const Toy& toy, std::string_view name) {
  return {.desc = {.id = {},
                   .type = toy.type,
                   .indom = toy.indom,
                   .semantics = toy.semantics,
                   .units = toy.units},
          .name = name,
          .id = "1234",
          .is_constant = toy.is_constant};
}

constexpr Toy kCounter = {.semantics = Semantics::kCounter};
constexpr Toy kGauge = {};
constexpr Toy kTwo = {.type = Type::k32, .is_constant = true};

// "TYPE SEMANTICS UNITS", with a star if there are instances; or the error.
std::string TextOf(const Result<BoundNode>& described) {
  if (!described) return described.error().what;
  const Desc& desc = described->desc;
  return ToString(desc.type) + " " + ToString(desc.semantics) + " " + ToString(desc.units) +
         (desc.indom.IsNull() ? "" : "*");
}

std::string Operator(SeriesOp op, const Toy& left, const Toy& right) {
  return TextOf(DescribeOperator(op, FactsOf(left, "a"), FactsOf(right, "b")));
}

std::string Function(SeriesOp op, const Toy& operand, SeriesAxis axis = SeriesAxis::kTime,
                     Units units = {}) {
  SeriesNode node;
  node.op = op;
  node.axis = axis;
  node.units = units;
  return TextOf(DescribeFunction(node, FactsOf(operand, "a")));
}

constexpr const char* kBoth =
    "Both operands have the semantics of counter, only addition or subtraction is allowed.\n";
constexpr const char* kLeft =
    "Left operand is a counter and the right one is not, only multiplication or division is "
    "allowed.\n";
constexpr const char* kRight =
    "Left operand is not a counter and the right one is, only multiplication is allowed.\n";

TEST(SeriesRules, CountersFollowTheirRules) {
  EXPECT_EQ(Operator(SeriesOp::kAdd, kCounter, kCounter), "64-bit unsigned int counter ");
  EXPECT_EQ(Operator(SeriesOp::kSubtract, kCounter, kCounter), "64-bit int counter ");
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kCounter, kCounter), kBoth);
  EXPECT_EQ(Operator(SeriesOp::kDivide, kCounter, kCounter), kBoth);
  EXPECT_EQ(Operator(SeriesOp::kAdd, kCounter, kGauge), kLeft);
  EXPECT_EQ(Operator(SeriesOp::kSubtract, kCounter, kTwo), kLeft);
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kCounter, kGauge), "64-bit unsigned int instant ");
  EXPECT_EQ(Operator(SeriesOp::kDivide, kCounter, kGauge), "double instant ");
  EXPECT_EQ(Operator(SeriesOp::kAdd, kGauge, kCounter), kRight);
  EXPECT_EQ(Operator(SeriesOp::kDivide, kTwo, kCounter), kRight);
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kGauge, kCounter), "64-bit unsigned int instant ");
}

TEST(SeriesRules, ACounterByAConstantCounts) {
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kCounter, kTwo), "64-bit unsigned int counter ");
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kTwo, kCounter), "64-bit unsigned int counter ");
  EXPECT_EQ(Operator(SeriesOp::kDivide, kCounter, kTwo), "double counter ");
}

TEST(SeriesRules, OnlyWhatIsDiscreteStaysSo) {
  const Toy discrete = {.semantics = Semantics::kDiscrete};
  EXPECT_EQ(Operator(SeriesOp::kAdd, discrete, discrete), "64-bit unsigned int discrete ");
  EXPECT_EQ(Operator(SeriesOp::kAdd, discrete, kTwo), "64-bit unsigned int discrete ");
  EXPECT_EQ(Operator(SeriesOp::kAdd, discrete, kGauge), "64-bit unsigned int instant ");
}

TEST(SeriesRules, TypesAreWideEnough) {
  const auto type = [](SeriesOp op, Type left, Type right) {
    return Operator(op, {.type = left}, {.type = right});
  };
  constexpr SeriesOp kAdd = SeriesOp::kAdd, kMinus = SeriesOp::kSubtract;
  EXPECT_EQ(type(kAdd, Type::k32, Type::kU32), "64-bit int instant ");
  EXPECT_EQ(type(kMinus, Type::kU32, Type::kU32), "64-bit int instant ");
  EXPECT_EQ(type(kAdd, Type::kU32, Type::kU32), "64-bit unsigned int instant ");
  EXPECT_EQ(type(kAdd, Type::kU64, Type::kU32), "64-bit unsigned int instant ");
  EXPECT_EQ(type(kAdd, Type::k32, Type::kU64), "double instant ");
  EXPECT_EQ(type(kMinus, Type::kU64, Type::kU64), "double instant ");
  EXPECT_EQ(type(kAdd, Type::kFloat, Type::kU32), "float instant ");
  EXPECT_EQ(type(kAdd, Type::kFloat, Type::kDouble), "double instant ");
  EXPECT_EQ(type(SeriesOp::kDivide, Type::k32, Type::k32), "double instant ");
  EXPECT_EQ(Operator(kAdd, {.type = Type::kU64}, kTwo), "64-bit unsigned int instant ");
  EXPECT_EQ(Operator(kAdd, {.type = Type::k32}, kTwo), "64-bit int instant ");
}

TEST(SeriesRules, UnitsMustFit) {
  const Toy kilo = {.units = kKilobytes}, seconds = {.units = kSeconds};
  const Toy mega = {.units = {.dim_space = 1, .scale_space = 2}};
  EXPECT_EQ(Operator(SeriesOp::kAdd, kilo, mega), "double instant Mbyte");
  EXPECT_EQ(Operator(SeriesOp::kAdd, kilo, seconds),
            "Incompatible units between operand metrics or expressions\n"
            "'a' (Kbyte)\nvs'b' (sec)\n");
  EXPECT_EQ(Operator(SeriesOp::kAdd, kGauge, seconds),
            "Incompatible units between operand metrics or expressions\n"
            "'a' (none)\nvs'b' (sec)\n");
  EXPECT_EQ(Operator(SeriesOp::kMultiply, kilo, seconds), "64-bit unsigned int instant Kbyte sec");
  EXPECT_EQ(Operator(SeriesOp::kDivide, kilo, seconds), "double instant Kbyte / sec");
  EXPECT_EQ(Operator(SeriesOp::kDivide, kilo, kilo), "double instant ");
}

TEST(SeriesRules, DomainsMustFit) {
  const Toy disks = {.indom = kDisks}, hosts = {.indom = kHosts};
  EXPECT_EQ(Operator(SeriesOp::kAdd, disks, disks), "64-bit unsigned int instant *");
  EXPECT_EQ(Operator(SeriesOp::kAdd, disks, kGauge), "64-bit unsigned int instant *");
  EXPECT_EQ(Operator(SeriesOp::kAdd, kGauge, disks), "64-bit unsigned int instant *");
  EXPECT_EQ(Operator(SeriesOp::kAdd, disks, hosts),
            "Operands should have the same instance domain for all of the binary operators.\n");
}

TEST(SeriesRules, TextsAreNoNumbers) {
  const Toy text = {.type = Type::kString};
  constexpr const char* kNoNumber = "Series values' Type extract fail, unsupported type\n";
  EXPECT_EQ(Operator(SeriesOp::kAdd, text, kGauge), kNoNumber);
  EXPECT_EQ(Operator(SeriesOp::kAdd, kGauge, text), kNoNumber);
  EXPECT_EQ(Function(SeriesOp::kMaximum, text), kNoNumber);
  EXPECT_EQ(Function(SeriesOp::kRate, text),
            "Can't rate convert 'a', counter semantics required\n");
}

TEST(SeriesRules, RatesAreOfCounters) {
  EXPECT_EQ(Function(SeriesOp::kRate, kCounter), "double instant / sec");
  EXPECT_EQ(Function(SeriesOp::kRate, {.semantics = Semantics::kCounter, .units = kKilobytes}),
            "double instant Kbyte / sec");
  EXPECT_EQ(Function(SeriesOp::kRate, {.semantics = Semantics::kCounter, .units = kSeconds}),
            "double instant ");
  EXPECT_EQ(Function(SeriesOp::kRate, kGauge),
            "Can't rate convert 'a', counter semantics required\n");
  EXPECT_EQ(Function(SeriesOp::kRate, {.semantics = Semantics::kCounter, .units = {.dim_time = 2}}),
            "Incorrect time dimension for operand");
}

TEST(SeriesRules, RescalingNeedsTheSameDimensions) {
  const Toy kilo = {.units = kKilobytes};
  constexpr SeriesAxis kTime = SeriesAxis::kTime;
  EXPECT_EQ(Function(SeriesOp::kRescale, kilo, kTime, {.dim_space = 1}), "double instant byte");
  EXPECT_EQ(Function(SeriesOp::kRescale, kilo, kTime, kSeconds),
            "Dimensions of units mismatch, for series 1234 the units is Kbyte\n");
  EXPECT_EQ(Function(SeriesOp::kRescale, kGauge, kTime, kSeconds),
            "Dimensions of units mismatch, for series 1234 the units is none\n");
}

TEST(SeriesRules, FunctionsOfValuesKeepWhatMakesSense) {
  const Toy bytes = {.type = Type::kU64,
                     .semantics = Semantics::kCounter,
                     .units = {.dim_space = 2, .scale_space = 1},
                     .indom = kDisks};
  for (const SeriesOp op : {SeriesOp::kAbsolute, SeriesOp::kFloor, SeriesOp::kRound})
    EXPECT_EQ(Function(op, bytes), "64-bit unsigned int counter Kbyte^2*");
  EXPECT_EQ(Function(SeriesOp::kSquareRoot, bytes), "double instant Kbyte*");
  EXPECT_EQ(Function(SeriesOp::kSquareRoot, {.units = kKilobytes}), "double instant ");
  EXPECT_EQ(Function(SeriesOp::kLogarithm, bytes), "double instant *");
}

TEST(SeriesRules, AggregatesChooseOrCompute) {
  const Toy counter = {.semantics = Semantics::kCounter, .units = kSeconds, .indom = kDisks};
  constexpr SeriesAxis kInstances = SeriesAxis::kInstances;
  for (const SeriesAxis axis : {SeriesAxis::kTime, kInstances}) {
    for (const SeriesOp op : {SeriesOp::kMaximum, SeriesOp::kMinimum, SeriesOp::kPercentile})
      EXPECT_EQ(Function(op, counter, axis), "32-bit unsigned int counter sec*");
    EXPECT_EQ(Function(SeriesOp::kTop, counter, axis), "32-bit unsigned int instant sec*");
  }
  EXPECT_EQ(Function(SeriesOp::kSum, counter), "double counter sec*");
  EXPECT_EQ(Function(SeriesOp::kSum, counter, kInstances), "double counter sec");
  EXPECT_EQ(Function(SeriesOp::kAverage, counter), "double instant sec*");
  EXPECT_EQ(Function(SeriesOp::kAverage, counter, kInstances), "double instant sec");
  EXPECT_EQ(Function(SeriesOp::kDeviation, counter), "double instant sec*");
}

}  // namespace
}  // namespace fdr
