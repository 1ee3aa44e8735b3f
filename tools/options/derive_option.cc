// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/derive_option.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "fdr/replay/derive/derived_config.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// "rate(sum(x))": all that a new instance has counted before looks like growth.
bool IsRateOfSum(const Expression& expression) {
  return std::ranges::any_of(expression.nodes, [&](const Node& node) {
    return node.op == Op::kRate && expression.nodes[node.operands[0]].op == Op::kSum;
  });
}

Result<void> Define(const std::string& name, const std::string& expression, DerivedTable& table) {
  const auto added = table.Add(name, expression);
  if (added && IsRateOfSum(table.Find(name)->expression))
    PrintError("warning: " + expression +
               ": a new instance counts as growth in rate(sum(x)); sum(rate(x)) leaves it out");
  if (added) return {};
  return Fail(Errc::kInvalidArgument,
              UnderTitle("Not an expression; fdr help expressions shows how to write one",
                         CaretText(expression, added.error())));
}

// Returns the name.
Result<std::string> DefineOption(const std::string& option, DerivedTable& table) {
  const std::size_t equals = option.find('=');
  if (equals == 0 || equals == option.npos)
    return Fail(Errc::kInvalidArgument, "Not NAME=EXPRESSION: " + option +
                                            "; as in --derive 'disk.busy=rate(disk.all.avactive)'");
  std::string name = option.substr(0, equals);
  name.erase(name.find_last_not_of(' ') + 1);
  const std::string expression = option.substr(equals + 1);
  const auto defined = Define(name, expression.substr(CountBlanks(expression)), table);
  if (!defined) return Fail(defined.error());
  return name;
}

// Adds the formula of a report.  An error costs only this metric.
void DefineFormula(const std::string& report, ReportMetric& metric, DerivedTable& table) {
  if (metric.formula.empty()) return;
  if (const auto other = table.Find(metric.metric)) {
    if (other->expression.text == metric.formula) return;
    metric.metric = report + '.' + metric.metric;
    if (table.Find(metric.metric)) return;
  }
  if (const auto added = table.Add(metric.metric, metric.formula); !added)
    PrintError(UnderTitle("warning: " + metric.place.Text() + ": not an expression",
                          CaretText(metric.formula, added.error())));
}

// Splits "a = x, b = f(y, z); c = u".
std::vector<std::string> SplitDefinitions(std::string_view text) {
  std::vector<std::string> definitions(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ';' || (c == ',' && depth <= 0))
      definitions.emplace_back();
    else
      definitions.back() += c;
  }
  return definitions;
}

Result<void> Load(const std::string& paths, IfMissing if_missing, DerivedTable& table) {
  const auto loaded = LoadDerivedConfig(paths, if_missing, table, [](std::string complaint) {
    complaint.pop_back();  // its end of line
    PrintError("warning: " + complaint);
  });
  if (loaded) return {};
  return Fail(loaded.error());
}

// The option "derived" of a report: definitions, or a file of them.
void DefineOfReport(const ChosenReport& report, DerivedTable& table) {
  if (!report.options.derived) return;
  const std::string& derived = *report.options.derived;
  const auto warn = [&](const auto& defined) {
    if (!defined)
      PrintError("warning: :" + report.name + ": derived: " + defined.error().Message());
  };
  if (derived.starts_with('/') || derived.starts_with('.'))
    return warn(Load(derived, IfMissing::kFail, table));
  for (const std::string& definition : SplitDefinitions(derived))
    if (const std::string text(Trimmed(definition)); !text.empty()) warn(DefineOption(text, table));
}

// Adds all that is not about reports.
Result<void> DefineAll(const DeriveOptions& options, const std::vector<std::string>& arguments,
                       DerivedTable& table) {
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return defined;
  if (auto defined = DefineOfOptions(options, table); !defined) return Fail(defined.error());
  for (const std::string& argument : arguments)
    if (IsExpression(argument) && !table.Find(argument))
      if (Result<void> defined = Define(argument, argument, table); !defined) return defined;
  return {};
}

}  // namespace

bool IsExpression(const std::string& argument) {
  constexpr std::string_view kNeverInPatterns = "()+-/<>=!&|:\" ";
  bool in_brackets = false;
  for (const char c : argument) {
    if (c == '[') in_brackets = true;
    if (c == ']') in_brackets = false;
    if (!in_brackets && kNeverInPatterns.find(c) != kNeverInPatterns.npos) return true;
  }
  return false;
}

Result<void> DefineOfEnvironment(DerivedTable& table) {
  if (const char* const controls = std::getenv("PCP_DERIVED_CONTROL"))
    SetDerivedOptions(controls, Setting::kFix, table.options(), [](const std::string& wrong) {
      PrintError("warning: $PCP_DERIVED_CONTROL: " + wrong);
    });
  const char* const paths = std::getenv("PCP_DERIVED_CONFIG");
  return paths != nullptr ? Load(paths, IfMissing::kSkip, table) : Result<void>();
}

Result<std::vector<std::string>> DefineOfOptions(const DeriveOptions& options,
                                                 DerivedTable& table) {
  for (const std::string& file : options.files)
    if (auto loaded = Load(file, IfMissing::kFail, table); !loaded) return Fail(loaded.error());
  std::vector<std::string> names;
  for (const std::string& option : options.definitions) {
    Result<std::string> name = DefineOption(option, table);
    if (!name) return Fail(name.error());
    names.push_back(std::move(*name));
  }
  return names;
}

Result<DerivedTable> DefinedMetrics(const DeriveOptions& options) {
  DerivedTable table;
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (const auto defined = DefineOfOptions(options, table); !defined) return Fail(defined.error());
  return table;
}

OnSemanticError TellOfSenseless(const std::string& source) {
  const std::string before = source.empty() ? "" : source + ": ";
  return [before, told = std::set<std::string>()](const DerivedMetric& metric,
                                                  const SemanticError& error) mutable {
    if (IsExpression(metric.name)) return;  // an error of the command line, reported elsewhere
    const std::string what = "cannot compute " + metric.name + ": " + error.Message();
    if (told.insert(what).second) PrintError("warning: " + before + what);
  };
}

Result<Context*> WithDerived(Context& source, const DeriveOptions& options,
                             const std::vector<std::string>& arguments,
                             std::optional<DerivedContext>& derived) {
  DerivedTable table;
  if (Result<void> defined = DefineAll(options, arguments, table); !defined)
    return Fail(defined.error());
  if (table.empty()) return &source;
  return &derived.emplace(source, std::move(table), TellOfSenseless(""));
}

Result<Context*> WithDerived(Context& source, const DeriveOptions& options, MetricArguments& choice,
                             std::optional<DerivedContext>& derived) {
  if (!choice.HasReports()) return WithDerived(source, options, choice.Metrics(), derived);
  DerivedTable table;
  if (Result<void> defined = DefineAll(options, choice.Metrics(), table); !defined)
    return Fail(defined.error());
  std::set<std::string> told;
  for (const auto& metric : table.metrics()) told.insert(metric->name);
  // The reports of PCP use metrics that PCP derives for all of its programs.
  if (std::getenv("PCP_DERIVED_CONFIG") == nullptr)
    static_cast<void>(LoadDerivedConfig(PcpVarDirectory() + "/config/derived", IfMissing::kSkip,
                                        table, [](const std::string& /*complaint*/) {}));
  for (MetricArguments::Item& item : choice.items) {
    if (!item.report) continue;
    DefineOfReport(*item.report, table);
    for (ReportMetric& metric : item.report->metrics)
      DefineFormula(item.report->name, metric, table);
  }
  if (table.empty()) return &source;
  return &derived.emplace(
      source, std::move(table),
      [told, tell = TellOfSenseless("")](const DerivedMetric& metric, const SemanticError& error) {
        if (told.contains(metric.name)) tell(metric, error);
      });
}

}  // namespace fdr::tools
