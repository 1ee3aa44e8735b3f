// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/expression_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "fdr/replay/derive/operators.h"

namespace fdr::test {
namespace {

std::string Operation(const Node& node, const std::vector<std::string>& texts) {
  const auto operand = [&](std::size_t i) { return texts[node.operands[i]]; };
  switch (node.op) {
    case Op::kConstant:
    case Op::kMetric:
      return node.text;
    case Op::kDefined:
      return "defined(" + node.text + ")";
    case Op::kNegate:
      return "(-" + operand(0) + ")";
    case Op::kNot:
      return "(!" + operand(0) + ")";
    case Op::kInstance:
      return operand(0) + "[" + node.text + "]";
    case Op::kRescale:
      return "rescale(" + operand(0) + ", " + ToString(*node.tags.units) + ")";
    case Op::kTernary:
      return "(" + operand(0) + " ? " + operand(1) + " : " + operand(2) + ")";
    default:
      if (!IsBinary(node.op)) return "f(" + operand(0) + ")";
      return "(" + operand(0) + " " + std::string(FindOperator(node.op)->spelling) + " " +
             operand(1) + ")";
  }
}

// The expression as the parser understands it, with all parentheses.  Or the error.
std::string Understood(std::string_view text, DeriveRules rules = DeriveRules::kNewest) {
  const auto parsed = ParseExpression(text, rules);
  if (!parsed)
    return std::to_string(parsed.error().offset) + ": " + parsed.error().text + " <" +
           parsed.error().expected + ">";
  std::vector<std::string> texts;
  for (const Node& node : parsed->nodes) texts.push_back(Operation(node, texts));
  return texts.back();
}

std::string UnderstoodBy6(std::string_view text) { return Understood(text, DeriveRules::kPcp6); }

Node Only(std::string_view text, DeriveRules rules = DeriveRules::kNewest) {
  const auto parsed = ParseExpression(text, rules);
  EXPECT_TRUE(parsed.has_value()) << text << ": " << parsed.error().text;
  return parsed ? parsed->nodes.back() : Node();
}

TEST(ExpressionParser, OperatorsBindAsTightlyAsInPcp) {
  EXPECT_EQ(Understood("a+b*c"), "(a + (b * c))");
  EXPECT_EQ(Understood("a-b>c+d"), "((a - b) > (c + d))");
  EXPECT_EQ(Understood("a>b!=c"), "((a > b) != c)");
  EXPECT_EQ(Understood("a>b*c&&d<=e+f"), "((a > (b * c)) && (d <= (e + f)))");
  EXPECT_EQ(Understood("a>=b||b>c&&d!=e||f>g"), "((((a >= b) || (b > c)) && (d != e)) || (f > g))");
  EXPECT_EQ(Understood("!a>b||c<d"), "((!(a > b)) || (c < d))");
  EXPECT_EQ(Understood("!a<b+c"), "(!(a < (b + c)))");
  EXPECT_EQ(Understood("-2*3+10"), "((-(2 * 3)) + 10)");
  EXPECT_EQ(Understood("a*-b*c"), "(a * (-(b * c)))");
  EXPECT_EQ(Understood("a - -3--b"), "((a - (-3)) - (-b))");
  EXPECT_EQ(Understood("a/b/c*d"), "(((a / b) / c) * d)");
}

TEST(ExpressionParser, TernariesAreLeftAssociative) {
  EXPECT_EQ(Understood("1?2:0?3:4"), "((1 ? 2 : 0) ? 3 : 4)");
  EXPECT_EQ(Understood("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
  EXPECT_EQ(Understood("a || b ? !c : -d"), "((a || b) ? (!c) : (-d))");
}

TEST(ExpressionParser, ParenthesesGroup) {
  EXPECT_EQ(Understood("(a+b)*c"), "((a + b) * c)");
  EXPECT_EQ(Understood("((a))"), "a");
  EXPECT_EQ(Understood("-(a+b)[x y]"), "(-(a + b)[x y])");
}

TEST(ExpressionParser, InstancesAreAnythingInBrackets) {
  EXPECT_EQ(Understood("a[b\\]c]"), "a[b]c]");
  EXPECT_EQ(Understood("a [ b ]"), "a[ b ]");
  EXPECT_EQ(Understood("a[]"), "a[]");
  EXPECT_EQ(Understood("a[b][c]"), "4:  <an operator or the end>");
  EXPECT_EQ(Understood("1[b]"), "1:  <an operator or the end>");
  EXPECT_EQ(Understood("a[b"), "1: unterminated instance name <>");
}

TEST(ExpressionParser, NumbersAreDecimal) {
  EXPECT_EQ(Only("4294967295").number, 4294967295.0);
  EXPECT_FALSE(Only("0010").is_real);
  EXPECT_EQ(Only("0010").number, 10.0);
  EXPECT_EQ(Only(".").number, 0.0);
  EXPECT_EQ(Only("5.").number, 5.0);
  EXPECT_TRUE(Only(".5").is_real);
  EXPECT_EQ(Understood("4294967296"), "0: Constant value too large <>");
  EXPECT_EQ(Understood("1.5e3"), "3:  <an operator or the end>");
  EXPECT_EQ(Understood("1..2"), "2:  <an operator or the end>");
}

TEST(ExpressionParser, FunctionsAreNamesWithAParenthesis) {
  EXPECT_EQ(Understood("sum(a)+sum"), "(f(a) + sum)");
  EXPECT_EQ(Understood("sum (a)"), "5: Unexpected '(' <>");
  EXPECT_EQ(UnderstoodBy6("sum(1)").substr(0, 39), "4: Metric name expected to follow sum( ");
  EXPECT_EQ(Understood("scalar(a"), "7: <expr> expected to follow scalar( <an operator or ')'>");
  EXPECT_EQ(Understood("defined(a.b) && 1"), "(defined(a.b) && 1)");
  EXPECT_EQ(Understood("- defined(1)"),
            "10: Arithmetic expression expected to follow NEG <the name of a metric, and ')'>");
}

TEST(ExpressionParser, TheNewestTakesExpressionsWhereVersion6TakesNames) {
  for (const char* function : {"delta", "rate", "instant", "sum", "avg", "min", "max", "count"}) {
    const std::string text = std::string(function) + "(a+b)";
    EXPECT_EQ(Understood(text), "f((a + b))");
    EXPECT_NE(UnderstoodBy6(text).find("Metric name expected to follow "), std::string::npos);
    EXPECT_EQ(UnderstoodBy6(std::string(function) + "(a)"), "f(a)");
  }
  EXPECT_EQ(UnderstoodBy6("novalue()"), "8: Unexpected '(' <>");
  EXPECT_EQ(UnderstoodBy6("indom+meta"), "(indom + meta)");
  EXPECT_EQ(Understood("indom+meta"), "0:  <a metric, a number, a function or '('>");
}

TEST(ExpressionParser, NoValueIsAWholeBranch) {
  const auto ternary = ParseExpression("a ? b : novalue(meta=a.b)", DeriveRules::kNewest);
  ASSERT_TRUE(ternary);
  EXPECT_EQ(ternary->nodes[2].op, Op::kNoValue);
  EXPECT_EQ(ternary->nodes[2].tags.meta, "a.b");
  EXPECT_TRUE(ParseExpression("a ? novalue() : b ? novalue() : c", DeriveRules::kNewest))
      << "one of each of two";
  const std::string elsewhere = " <something else: novalue() is a whole branch of '? :'>";
  EXPECT_EQ(Understood("novalue()"), "0: " + elsewhere);
  EXPECT_EQ(Understood("novalue() ? a : b"), "0: " + elsewhere);
  EXPECT_EQ(Understood("a + novalue()"),
            "4: Arithmetic expression expected to follow PLUS" + elsewhere);
  EXPECT_EQ(Understood("a ? b : -novalue()"),
            "9: Arithmetic expression expected to follow NEG" + elsewhere);
  EXPECT_EQ(Understood("rate(novalue())"), "5: <expr> expected to follow rate(" + elsewhere);
  EXPECT_EQ(Understood("a ? novalue() + 1 : b"),
            "14: Arithmetic expression expected to follow QUEST <':' or the end behind novalue()>");
  EXPECT_EQ(Understood("a ? novalue() : novalue()"),
            "16: novalue() may appear at most once in a ternary expression <>");
  EXPECT_EQ(Understood("a ? b : novalue(foo=1)"),
            "16: metadata keyword expected to follow novalue( <type, semantics or units>");
}

TEST(ExpressionParser, InstantComplainsAsIfItTookANameOnly) {
  EXPECT_EQ(Understood("instant(+"),
            "8: Metric name expected to follow instant( <a metric, a number, a function or '('>");
}

TEST(ExpressionParser, RescaleHasUnits) {
  EXPECT_EQ(Understood("rescale(a, \"Mbytes/hour\")"), "rescale(a, Mbyte / hour)");
  EXPECT_EQ(Understood("rescale(a)"),
            "9: Arithmetic or relational or boolean operator expected to follow rescale( "
            "<an operator or ','>");
  EXPECT_EQ(Understood("rescale(a,b)"),
            "10: Units string expected to follow rescale(<expr>, <units in quotes, and ')'>");
  EXPECT_EQ(Understood("rescale(a,\"s\" b)"),
            "14: Units string expected to follow rescale(<expr>, <units in quotes, and ')'>");
  EXPECT_EQ(Understood("rescale(a,\"parsec\")"),
            "18: Illegal units: 'unrecognized or duplicate base unit' <>");
  EXPECT_EQ(Understood("rescale(a,\"s"), "10: unterminated STRING <>");
}

TEST(ExpressionParser, MatchinstHasAPattern) {
  EXPECT_TRUE(Only("matchinst(!/^(lo)|(vbir)/, a)").inverted);
  EXPECT_TRUE(Only("matchinst(/some\\\\*text\\/other\\\\[text]/, a)").pattern != nullptr);
  EXPECT_EQ(Understood("matchinst(a,b)"),
            "10: <filter>, <expr>) expected to follow matchinst( "
            "<a pattern between slashes, perhaps behind '!'>");
  EXPECT_EQ(Understood("matchinst(/x/ a"),
            "14: , <expr>) expected to follow matchinst(<filter> <','>");
  EXPECT_EQ(Understood("matchinst(/x/,"),
            "13: <expr>) expected to follow matchinst(<filter>, "
            "<a metric, a number, a function or '('>");
  EXPECT_EQ(Understood("matchinst(/x"), "10: unterminated pattern <>");
  EXPECT_EQ(Understood("matchinst(/(/,a)"), "10: bad regular expression: 'Unmatched ( or \\(' <>");
}

// The C library would need all memory or hours for such patterns.
TEST(ExpressionParser, TakesNoPatternsThatAreTooMuchWork) {
  for (const char* pattern : {"(x{99}){99}", "(a?){1000,}", "x{1001}"})
    EXPECT_EQ(Understood("matchinst(/" + std::string(pattern) + "/,a)"),
              "10: bad regular expression: 'Regular expression too big' <>")
        << pattern;
  EXPECT_EQ(Understood(R"(matchinst(/(.*)\\1x/,a))"),
            "10: bad regular expression: 'The back reference \\1 is not supported' <>");
  for (const char* pattern :
       {"([0-9]+[.:]+)+[a-z]+-[a-z]+-[a-z]+-[a-z]+(x+)+y+z+", "^([0-9]{1,3}[.]){3}[0-9]{1,3}$",
        "^[0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}$", "^([0-9a-f]{2}:){5}[0-9a-f]{2}$",
        "^(eth|wlan|en|ib|bond|br|docker|veth)[0-9]+([.][0-9]+)?$", "(a)?(b)?(c)?(d)?(e)?",
        "^[a-z]+([0-9]+([.][0-9]+)*)?(-[a-z]+)*$"})
    EXPECT_TRUE(Only("matchinst(/" + std::string(pattern) + "/,a)").pattern != nullptr) << pattern;
}

TEST(ExpressionParser, OnlyVersion6TakesADivisionForAPattern) {
  EXPECT_EQ(Understood("matchinst(/x/,a/b)/c"), "(f((a / b)) / c)");
  EXPECT_EQ(UnderstoodBy6("matchinst(/x/,a/b)"), "15: unterminated pattern <>");
  EXPECT_EQ(UnderstoodBy6("matchinst(/x/,a)/c/d"), "((f(a) / c) / d)");
}

TEST(ExpressionParser, ConstantsSayWhatTheyAre) {
  const Node node = Only("mkconst( 15 , type = \"u64\" , semantics=Counter, units = \"Kbyte/s\" )");
  EXPECT_EQ(node.tags.type, Type::kU64);
  EXPECT_EQ(node.tags.semantics, Semantics::kCounter);
  EXPECT_EQ(ToString(*node.tags.units), "Kbyte / sec");
  EXPECT_EQ(Only("mkconst(1,type=32,type=double)").tags.type, Type::kDouble);
  EXPECT_EQ(Only("mkconst(1,indom=29.1)").tags.indom, InDomId::Build(29, 1));
  EXPECT_EQ(Only("mkconst(1,indom=NULL)").tags.indom, InDomId{});
  EXPECT_EQ(Understood("mkconst(1)"), "9:  <',' and type, semantics or units>");
  EXPECT_EQ(Understood("mkconst(a,type=32)"), "8:  <a number>");
  EXPECT_EQ(UnderstoodBy6("mkconst(1,foo=32)"), "10:  <type, semantics or units>");
  EXPECT_EQ(Understood("mkconst(1,foo=32)"),
            "10: metadata keyword expected to follow mkconst(type <type, semantics or units>");
  EXPECT_EQ(Understood("1 + mkconst(1,type=32,foo=32)"),
            "22: metadata keyword expected to follow mkconst(type <type, semantics or units>");
  EXPECT_EQ(Understood("mkconst(1,type 32)"), "15:  <'='>");
  EXPECT_EQ(Understood("mkconst(1,type=)"), "15:  <a value for type>");
  EXPECT_EQ(Understood("mkconst(1,type=32 type=32)"), "18:  <',' or ')'>");
  EXPECT_EQ(Understood("mkconst(1,type=x)"), "15: Unrecognized value for type 'x' <>");
  EXPECT_EQ(Understood("mkconst(1,semantics=x)"), "20: Unrecognized value for semantics 'x' <>");
  EXPECT_EQ(Understood("mkconst(1,units=foo)"),
            "16: Illegal units: 'unrecognized or duplicate base unit' <>");
  EXPECT_EQ(Understood("mkconst(1,indom=511.1)"), "16: Illegal indom: '511.1' <>");
  EXPECT_EQ(Understood("mkconst(1.5,type=u32)"),
            "20: Incompatible floating point constant and type 'U32' <>");
}

TEST(ExpressionParser, AnonHasAType) {
  EXPECT_EQ(Only("anon(PM_TYPE_DOUBLE)").tags.type, Type::kDouble);
  EXPECT_EQ(Understood("anon(PM_TYPE_STRING)"), "5: type=PM_TYPE_STRING not allowed for anon() <>");
  EXPECT_EQ(Understood("anon(1)"),
            "5: Metric name expected to follow anon( <PM_TYPE_32 ... PM_TYPE_DOUBLE>");
}

TEST(ExpressionParser, ComplaintsNameWhatIsIncomplete) {
  constexpr const char* kOperand = " <a metric, a number, a function or '('>";
  EXPECT_EQ(Understood("a +"),
            std::string("2: Arithmetic expression expected to follow PLUS") + kOperand);
  EXPECT_EQ(Understood("a && *"),
            std::string("5: Boolean expression expected to follow AND") + kOperand);
  EXPECT_EQ(Understood("! )"),
            std::string("2: Boolean expression expected to follow NOT") + kOperand);
  EXPECT_EQ(Understood("- "),
            std::string("1: Arithmetic expression expected to follow NEG") + kOperand);
  EXPECT_EQ(Understood("a ? b"),
            "4: Arithmetic expression expected to follow QUEST <an operator or ':'>");
  EXPECT_EQ(Understood("a ? b :"),
            std::string("6: Arithmetic expression expected to follow COLON") + kOperand);
  EXPECT_EQ(Understood("1 ? ( )"),
            std::string("6: Arithmetic expression expected to follow QUEST") + kOperand);
  EXPECT_EQ(Understood("(a"), "1: Unexpected initial '(' <an operator or ')'>");
  EXPECT_EQ(Understood("+ a"), std::string("2: Unexpected initial '+'") + kOperand);
  EXPECT_EQ(Understood("a )"), "2: Unexpected ')' <>");
  EXPECT_EQ(Understood("a b"),
            "2: Arithmetic or relational or boolean operator expected to follow NAME <>");
  EXPECT_EQ(Understood("a : b"), "2:  <an operator or the end>");
  EXPECT_EQ(Understood("a , b"), "2:  <an operator or the end>");
  EXPECT_EQ(Understood(""), std::string("0: ") + kOperand);
  EXPECT_EQ(Understood("a & b"), "2: Illegal character <>");
}

TEST(ExpressionParser, DeepNestingNeedsNoDeepStack) {
  constexpr std::size_t kDeep = 200'000;
  const std::string open(kDeep, '('), close(kDeep, ')');
  EXPECT_EQ(Understood(open + "a" + close), "a");
  EXPECT_EQ(ParseExpression(std::string(kDeep, '-') + "a", DeriveRules::kNewest)->nodes.size(),
            kDeep + 1);
}

std::string Quantity(std::string_view text) {
  const auto parsed = ParseExpression(text, DeriveRules::kQuantities);
  if (!parsed) return parsed.error().text;
  const Node& last = parsed->nodes.back();
  const Node& node = IsBinary(last.op) ? parsed->nodes[last.operands[1]] : last;
  std::string units = node.tags.units ? ToString(*node.tags.units) : "no units";
  return node.text + " = " + std::to_string(node.number) + ", " + units;
}

TEST(ExpressionParser, NumbersMayHaveUnits) {
  EXPECT_EQ(Quantity("a > 100 MB/s"), "100 MB/s = 100.000000, Mbyte / sec");
  EXPECT_EQ(Quantity("a > 100MB / s"), "100 MB/s = 100.000000, Mbyte / sec");
  EXPECT_EQ(Quantity("a > 1.5 GiB"), "1.5 GiB = 1.500000, Gbyte");
  EXPECT_EQ(Quantity("a > 20 msec"), "20 msec = 20.000000, millisec");
  EXPECT_EQ(Quantity("a > 512 B"), "512 B = 512.000000, byte");
  EXPECT_EQ(Quantity("a > 10 %"), "10 % = 0.100000, no units");
  EXPECT_EQ(Quantity("a > 3 sec/min"), "3 sec/min = 0.050000, ");
  EXPECT_EQ(Quantity("a > 3"), "3 = 3.000000, no units");
  EXPECT_EQ(Quantity("a > 3 parsecs"), "\"parsecs\" is no unit");
  EXPECT_EQ(Quantity("a > 3 disk.dev.read"), "\"disk.dev.read\" is no unit");
}

TEST(ExpressionParser, ASlashBehindUnitsBelongsToThemOnlyBeforeAUnit) {
  const auto understood = [](std::string_view text) {
    return Understood(text, DeriveRules::kQuantities);
  };
  EXPECT_EQ(understood("10 MB / hinv.ncpu < a"), "((10 MB / hinv.ncpu) < a)");
  EXPECT_EQ(understood("10 MB / s / b < a"), "((10 MB/s / b) < a)");
  EXPECT_EQ(understood("10 / s"), "(10 / s)");
  EXPECT_EQ(understood("2 * 3 MB + 10 % * c"), "((2 * 3 MB) + (10 % * c))");
}

TEST(ExpressionParser, UnitsAreAnErrorInTheGrammarOfPcp) {
  for (const DeriveRules rules : {DeriveRules::kNewest, DeriveRules::kPcp6})
    for (const char* const text : {"a > 100 MB", "a > 100 MB/s", "a > 10 %", "10 s"})
      EXPECT_FALSE(ParseExpression(text, rules).has_value()) << text;
}

}  // namespace
}  // namespace fdr::test
