// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/rule_grammar.h"

namespace fdr::test {

std::string RuleGrammar::Constant() {
  const std::string number = Pick("0", "1", "2", "3", "0.5", "10", "1.5e2", ".25", "100");
  return Below(3) > 0 ? number
                      : number + ' ' +
                            Pick("Kbyte", "sec", "msec", "count / sec", "Kbytes/min", "Mcount",
                                 "min", "byte");
}

std::string RuleGrammar::SingleMetric() {
  return Pick("t.s", "t.sc", "t.kbs", "t.perc", "t.mcnt", "instant t.sc", "t.s @1", "rate t.s",
              chosen_, chosen_, chosen_, "$minute + t.s");
}

std::string RuleGrammar::Single(int depth) {
  if (depth <= 0) return Below(4) > 0 ? '(' + SingleMetric() + ')' : Constant();
  switch (Below(7)) {
    case 0:
      return '(' + Pick("sum", "avg", "min", "max") + "_inst " + Set(depth - 1) + ')';
    case 1:
      return '(' + Pick("sum", "avg", "min", "max") + "_sample " + Pick("t.s", "t.kbs", "t.perc") +
             " @0.." + std::to_string(Below(4)) + ')';
    case 2:
      return "(count_inst " + SetRelation(depth - 1) + ')';
    case 3:
      return "(-" + Single(depth - 1) + ')';
    case 4:
      return '(' + Pick("rate", "instant") + " (" + SingleMetric() + "))";
    default:
      return '(' + Single(depth - 1) + Operator() + Single(depth - 1) + ')';
  }
}

// A single value that was folded is never on the left: there, the peer loses the shape of the set.
std::string RuleGrammar::Set(int depth) {
  const std::string metric = Pick("t.kb", "t.cnt", "t.ms", "t.kbc", "t.i32", "instant t.cnt",
                                  "rate t.i32", "t.i32 @1", "rate t.kb", "t.cnt @2");
  if (depth <= 0) return '(' + metric + ')';
  switch (Below(4)) {
    case 0:
      return '(' + Set(depth - 1) + Operator() + Set(depth - 1) + ')';
    case 1:
      return '(' + Set(depth - 1) + Operator() + Single(depth - 1) + ')';
    case 2:
      return '(' + Constant() + Operator() + Set(depth - 1) + ')';
    default:
      return '(' + metric + ')';
  }
}

std::string RuleGrammar::SetRelation(int depth, bool may_match) {
  const std::string relation =
      '(' + Set(depth) + Relation() + (Below(2) > 0 ? Set(depth - 1) : Single(depth - 1)) + ')';
  switch (Below(may_match ? 6 : 5)) {
    case 0:
      return "(!" + relation + ')';
    case 5:
      return '(' + Pick("match_inst", "nomatch_inst") + " \"" +
             Pick("e", "^red", "d x", "[aeiou]{2}", "bl(ue|ack)") + "\" " + relation + ')';
    case 2:
      return '(' + Pick("rising", "falling") + ' ' + relation + ')';
    default:
      return relation;
  }
}

std::string RuleGrammar::SingleRelation(int depth) {
  switch (Below(7)) {
    case 0:
      return '(' + Pick("50%_inst", "20%_inst", "75 %_inst") + ' ' + SetRelation(depth - 1, false) +
             ')';
    case 6:
      return '(' + Pick("some_inst", "all_inst") + ' ' + SetRelation(depth - 1) + ')';
    case 1:
      return '(' + Pick("some_sample", "all_sample", "60%_sample") + " (" + Pick("t.s", "t.kbs") +
             " @0.." + std::to_string(Below(3)) + Relation() + Constant() + "))";
    case 2:
      return '(' + Pick("rising", "falling") + ' ' + '(' + Single(0) + Relation() + SingleMetric() +
             "))";
    case 3:
      return "(!(" + SingleMetric() + Relation() + Single(depth - 1) + "))";
    default:
      return '(' + SingleMetric() + Relation() + Single(depth - 1) + ')';
  }
}

std::string RuleGrammar::Truth(int depth) {
  if (depth <= 0 || Below(3) == 0) return SingleRelation(depth);
  return '(' + Truth(depth - 1) + Pick(" && ", " || ") + Truth(depth - 1) + ')';
}

std::string RuleGrammar::Rule() {
  const std::string holdoff = Below(3) > 0 ? "" : Pick("15 sec ", "30 ", "0.5 min ", "20 ");
  const std::string action = Pick("print ", "shell ", "alarm ", "syslog ") + holdoff;
  return Truth(2) + " -> " + action + Pick("\"%v\"", "\"a %h:%i=%v \"", "\"x\" \" %i\"") +
         (Below(3) > 0 ? "" : Pick(" & print \"b\"", " | print \"c\"")) + ";\n";
}

std::string RuleGrammar::File() {
  std::string file;
  const int statements = 2 + Below(4);
  for (int i = 0; i < statements; ++i) {
    chosen_ = kChosen[static_cast<std::size_t>(Below(3))];
    if (Below(4) == 0) file += "delta = " + Pick("10 sec", "20", "7 sec", "0.25 min") + ";\n";
    switch (Below(4)) {
      case 0:
        file += Set(2) + ";\n";
        break;
      case 1:
        file += Single(2) + ";\n";
        break;
      case 2:
        file += SetRelation(2) + ";\n";
        break;
      default:
        file += Rule();
    }
  }
  return file;
}

}  // namespace fdr::test
