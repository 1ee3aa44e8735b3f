// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/binder.h"

#include <gtest/gtest.h>

#include "fdr/replay/derive/expression_parser.h"
#include "fdr/replay/units/units_parser.h"

namespace fdr::test {
namespace {

constexpr InDomId kDisks = InDomId::Build(60, 1), kNets = InDomId::Build(60, 2);

MetricFact Fact(std::uint32_t item, Type type, Semantics semantics, const char* units,
                InDomId indom = {}) {
  return {true, false,
          Desc{.id = MetricId::Build(60, 0, item),
               .type = type,
               .indom = indom,
               .semantics = semantics,
               .units = ParseUnits(units)->units}};
}

MetricFacts Facts() {
  MetricFacts facts = {
      {"count.c", Fact(1, Type::kU32, Semantics::kCounter, "count")},
      {"bytes.c", Fact(2, Type::kU64, Semantics::kCounter, "byte", kDisks)},
      {"kbytes.i", Fact(3, Type::kU64, Semantics::kInstant, "Kbyte")},
      {"plain.i", Fact(4, Type::k32, Semantics::kInstant, "", kDisks)},
      {"plain.d", Fact(5, Type::k32, Semantics::kDiscrete, "")},
      {"u32.i", Fact(6, Type::kU32, Semantics::kInstant, "")},
      {"text", Fact(7, Type::kString, Semantics::kDiscrete, "")},
      {"msec.c", Fact(8, Type::kU64, Semantics::kCounter, "millisec")},
      {"other.i", Fact(9, Type::kFloat, Semantics::kInstant, "", kNets)},
      {"area", Fact(10, Type::kDouble, Semantics::kInstant, "Mbyte^2")},
      {"small.area", Fact(11, Type::kDouble, Semantics::kInstant, "byte^2")},
      {"derived", {true, true, Desc()}},
      {"undescribed", {true, false, std::nullopt}},
      {"unknown", {}},
  };
  return facts;
}

std::string Bound(const std::string& text, DeriveRules rules = DeriveRules::kNewest) {
  const auto parsed = ParseExpression(text, rules);
  if (!parsed) return "syntax: " + parsed.error().text;
  const auto bound = BindExpression(*parsed, Facts(), rules);
  if (!bound) return bound.error().Message();
  const Desc& desc = bound->desc();
  return ToString(desc.type) + ", " + ToString(desc.semantics) + ", " + ToString(desc.units) +
         (desc.indom.IsNull() ? "" : ", " + ToString(desc.indom));
}

std::string BoundBy6(const std::string& text) { return Bound(text, DeriveRules::kPcp6); }

TEST(Binder, TheWiderTypeWins) {
  EXPECT_EQ(Bound("plain.i + u32.i"), "32-bit unsigned int, instant, , 60.1");
  EXPECT_EQ(Bound("plain.d + other.i"), "float, instant, , 60.2");
  EXPECT_EQ(Bound("plain.d / plain.d"), "double, discrete, ");
  EXPECT_EQ(Bound("plain.d < 1.5"), "32-bit unsigned int, discrete, ");
}

TEST(Binder, UnitsAreThoseOfTheLargerScale) {
  EXPECT_EQ(Bound("bytes.c + bytes.c"), "64-bit unsigned int, counter, byte, 60.1");
  EXPECT_EQ(Bound("kbytes.i + instant(bytes.c)"), "double, instant, Kbyte, 60.1");
  EXPECT_EQ(Bound("kbytes.i / instant(bytes.c)"), "double, instant, , 60.1");
  EXPECT_EQ(Bound("kbytes.i * instant(msec.c)"), "64-bit unsigned int, instant, Kbyte millisec");
  EXPECT_EQ(Bound("1 / kbytes.i"), "double, instant, / Kbyte");
}

TEST(Binder, CountersCombineOnlyWhereThatMakesSense) {
  EXPECT_EQ(Bound("count.c * count.c"), "count.c * count.c: Illegal operator for counters");
  EXPECT_EQ(Bound("count.c + 1"), "count.c + 1: Illegal operator for counter and non-counter");
  EXPECT_EQ(Bound("5 / count.c"), "5 / count.c: Illegal operator for non-counter and counter");
  EXPECT_EQ(Bound("5 * count.c"), "32-bit unsigned int, counter, count");
  EXPECT_EQ(Bound("kbytes.i * count.c"),
            "kbytes.i * count.c: Non-counter and not dimensionless for left operand");
  EXPECT_EQ(Bound("count.c / kbytes.i"),
            "count.c / kbytes.i: Non-counter and not dimensionless for right operand");
}

TEST(Binder, OperandsMustFit) {
  EXPECT_EQ(Bound("text + 1"), "text + 1: Non-arithmetic type for left operand");
  EXPECT_EQ(Bound("1 < text"), "1 < text: Non-arithmetic type for right operand");
  EXPECT_EQ(Bound("kbytes.i - instant(msec.c)"), "kbytes.i - <expr>: Dimensions are not the same");
  EXPECT_EQ(Bound("kbytes.i && 1"), "kbytes.i && 1: Dimensions are not the same");
  EXPECT_EQ(Bound("plain.i + other.i"),
            "plain.i + other.i: Operands should have the same instance domain");
  EXPECT_EQ(Bound("-text"), "- text: Non-arithmetic operand for unary negation");
  EXPECT_EQ(Bound("!text"), "! text: Non-arithmetic operand for unary negation");
  EXPECT_EQ(Bound("sum(text)"), "SUM(text): Non-arithmetic operand for function");
  EXPECT_EQ(Bound("rate(kbytes.i * instant(msec.c) * instant(msec.c))"),
            "RATE(<expr>): Incorrect time dimension for operand");
  EXPECT_EQ(Bound("rescale(kbytes.i, \"sec\")"), "kbytes.i RESCALE sec: Incompatible dimensions");
  EXPECT_EQ(Bound("rescale(kbytes.i, \"\")"), "kbytes.i RESCALE none: Incompatible dimensions");
}

TEST(Binder, OperandsMustBeThere) {
  EXPECT_EQ(Bound("unknown + 1"), "operand unknown: Unknown operand metric");
  EXPECT_EQ(Bound("never.heard.of"), "operand never.heard.of: Unknown operand metric");
  EXPECT_EQ(Bound("plain.d ? unknown : 1"),
            "operand unknown: Unknown metric for ternary expression");
  EXPECT_EQ(Bound("plain.d ? 1 : unknown + 1"),
            "operand unknown: Unknown metric for ternary expression");
  EXPECT_EQ(Bound("unknown ? 1 : 2"), "operand unknown: Unknown operand metric");
  EXPECT_EQ(Bound("(plain.d ? 1 : 2) && unknown ? 1 : 2"),
            "operand unknown: Unknown operand metric");
  EXPECT_EQ(Bound("(plain.d ? unknown : 2) ? 1 : 2"),
            "operand unknown: Unknown metric for ternary expression");
  EXPECT_EQ(Bound("undescribed"), "operand undescribed: Metadata for operand metric not available");
  EXPECT_EQ(Bound("derived + 1"), "operand derived: Illegal nested derived metric");
}

TEST(Binder, FunctionsSayWhatTheyMake) {
  EXPECT_EQ(Bound("avg(bytes.c)"), "float, instant, byte");
  EXPECT_EQ(Bound("sum(bytes.c)"), "64-bit unsigned int, counter, byte");
  EXPECT_EQ(Bound("max(bytes.c)"), "64-bit unsigned int, instant, byte");
  EXPECT_EQ(Bound("count(text)"), "32-bit unsigned int, instant, count");
  EXPECT_EQ(Bound("defined(text)"), "32-bit unsigned int, discrete, ");
  EXPECT_EQ(Bound("delta(count.c)"), "64-bit int, instant, count");
  EXPECT_EQ(Bound("delta(bytes.c)"), "double, instant, byte, 60.1");
  EXPECT_EQ(Bound("rate(count.c)"), "double, instant, count / sec");
  EXPECT_EQ(Bound("rate(msec.c)"), "double, instant, ");
  EXPECT_EQ(Bound("rate(bytes.c + bytes.c)"), "double, instant, byte / sec, 60.1");
  EXPECT_EQ(Bound("scalar(bytes.c)"), "64-bit unsigned int, counter, byte");
  EXPECT_EQ(Bound("bytes.c[x]"), "64-bit unsigned int, counter, byte, 60.1");
  EXPECT_EQ(Bound("rescale(kbytes.i, \"Mbyte\")"), "64-bit unsigned int, instant, Mbyte");
  EXPECT_EQ(Bound("anon(PM_TYPE_FLOAT)"), "float, discrete, ");
  EXPECT_EQ(Bound("-kbytes.i"), "64-bit int, instant, Kbyte");
}

TEST(Binder, ConstantsAreWhatTheySay) {
  EXPECT_EQ(Bound("mkconst(1, type=u64, semantics=instant, units=Kbyte)"),
            "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(Bound("mkconst(1, meta=bytes.c, type=double)"), "double, counter, byte, 60.1");
  EXPECT_EQ(Bound("mkconst(1, meta=bytes.c, indom=null)"), "64-bit unsigned int, counter, byte");
  EXPECT_EQ(Bound("mkconst(1, meta=unknown)"), "operand unknown: Unknown operand metric");
  EXPECT_EQ(Bound("mkconst(1, meta=text)"), "operand text: Non-arithmetic type of a constant");
}

TEST(Binder, BranchesOfTernariesAreAlike) {
  EXPECT_EQ(Bound("u32.i ? plain.d : 1"), "plain.d : 1: Different types for ternary operands");
  EXPECT_EQ(Bound("u32.i ? 1 : u32.i"), "1 : u32.i: Different semantics for ternary operands");
  EXPECT_EQ(Bound("u32.i ? kbytes.i : instant(bytes.c)"),
            "kbytes.i : <expr>: Different units or scale (space) for ternary operands");
  EXPECT_EQ(Bound("text ? 1 : 2"), "text ? 1 : 2: Non-arithmetic operand for ternary guard");
  EXPECT_EQ(Bound("plain.i ? 1 : 2"),
            "plain.i ? 1 : 2: Non-scalar ternary guard with scalar expressions");
  EXPECT_EQ(Bound("plain.i ? plain.i : plain.i"), "32-bit int, instant, , 60.1");
}

TEST(Binder, WhatIsNeverChosenNeedNotMakeSense) {
  EXPECT_EQ(Bound("defined(unknown) ? unknown : kbytes.i"), "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(Bound("defined(text) && !defined(unknown) || 0 ? text : text + 1"),
            "string, discrete, ");
  EXPECT_EQ(Bound("defined(unknown) ? 1 : (1 ? kbytes.i : unknown + (0 ? unknown : text))"),
            "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(BoundBy6("defined(unknown) ? unknown : kbytes.i"),
            "operand unknown: Unknown operand metric");
}

TEST(Binder, NoValueIsLikeTheOtherBranch) {
  EXPECT_EQ(Bound("u32.i ? novalue() : kbytes.i"), "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(Bound("u32.i ? kbytes.i : novalue()"), "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(Bound("defined(unknown) ? unknown : novalue(type=float, units=byte)"),
            "float, discrete, byte");
  EXPECT_EQ(Bound("defined(unknown) ? unknown : novalue()"), "32-bit int, discrete, ");
  EXPECT_EQ(Bound("u32.i ? novalue() : novalue()"),
            "syntax: novalue() may appear at most once in a ternary expression");
}

// Cases in which the newest rules correct those of version 6.
TEST(Binder, RulesDiffer) {
  EXPECT_EQ(Bound("count.c < 11"), "32-bit unsigned int, instant, ");
  EXPECT_EQ(BoundBy6("count.c < 11"), "32-bit unsigned int, counter, ");
  EXPECT_EQ(Bound("plain.d * count.c"), "32-bit unsigned int, counter, count");
  EXPECT_EQ(BoundBy6("plain.d * count.c"), "32-bit unsigned int, discrete, count");
  EXPECT_EQ(Bound("kbytes.i < 5.0"), "32-bit unsigned int, instant, ");
  EXPECT_EQ(BoundBy6("kbytes.i < 5.0"), "kbytes.i < 5.0: Dimensions are not the same");
  EXPECT_EQ(Bound("!kbytes.i"), "32-bit unsigned int, instant, ");
  EXPECT_EQ(BoundBy6("!kbytes.i"), "64-bit unsigned int, instant, Kbyte");
  EXPECT_EQ(Bound("mkconst(1, units=Kbyte) * plain.d"), "32-bit unsigned int, discrete, Kbyte");
  EXPECT_EQ(BoundBy6("mkconst(1, units=Kbyte) * plain.d"), "32-bit unsigned int, discrete, byte");
}

double Divisor(DeriveRules rules) {
  const auto bound = BindExpression(*ParseExpression("area + small.area", rules), Facts(), rules);
  return bound->nodes.back().scaling[1].divisor;
}

TEST(Binder, ScalesCountAsOftenAsTheirDimension) {
  EXPECT_EQ(Divisor(DeriveRules::kNewest), 1024.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(Divisor(DeriveRules::kPcp6), 1024.0 * 1024);
}

// The factors that scale the sides of a comparison.
std::string Scaled(const std::string& text) {
  const auto parsed = ParseExpression(text, DeriveRules::kQuantities);
  if (!parsed) return "syntax: " + parsed.error().text;
  const auto bound = BindExpression(*parsed, Facts(), DeriveRules::kQuantities);
  if (!bound) return bound.error().Message();
  std::string factors;
  for (const Scaling& side : bound->nodes.back().scaling)
    factors += std::to_string(side.multiplier / side.divisor) + " ";
  return factors;
}

TEST(Binder, ComparisonsWithQuantitiesConvertUnits) {
  EXPECT_EQ(Scaled("kbytes.i > 100 MB"), "0.000977 1.000000 ");
  EXPECT_EQ(Scaled("100 byte < kbytes.i"), "0.000977 1.000000 ");
  EXPECT_EQ(Scaled("rate(bytes.c) > 1 KB/min"), "0.058594 1.000000 ");
  EXPECT_EQ(Scaled("rate(msec.c) > 90 %"), "1.000000 1.000000 ");
  EXPECT_EQ(Scaled("delta(plain.i) > 5 count"), "1.000000 1.000000 ");
  EXPECT_EQ(Scaled("kbytes.i > 100"), "1.000000 1.000000 ");
  EXPECT_EQ(Scaled("kbytes.i > area"), "kbytes.i > area: Dimensions are not the same");
  EXPECT_EQ(Scaled("u32.i > 5 MB"), "u32.i > 5 MB: Dimensions are not the same");
  EXPECT_EQ(Scaled("kbytes.i > 5 %"), "kbytes.i > 5 %: Dimensions are not the same");
  EXPECT_EQ(Bound("kbytes.i > mkconst(5, units=\"Mbyte\")"), "32-bit unsigned int, instant, ");
}

}  // namespace
}  // namespace fdr::test
