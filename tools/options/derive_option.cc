// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/derive_option.h"

#include <cstdlib>
#include <set>

#include "fdr/replay/ascii.h"
#include "fdr/replay/derive/derived_config.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

Result<void> Define(const std::string& name, const std::string& expression, DerivedTable& table) {
  const auto added = table.Add(name, expression);
  if (added) return {};
  return Fail(Errc::kInvalidArgument,
              UnderTitle("Not an expression; fdr-replay(1) says how to write one",
                         CaretText(expression, added.error())));
}

Result<void> DefineOption(const std::string& option, DerivedTable& table) {
  const std::size_t equals = option.find('=');
  if (equals == 0 || equals == option.npos)
    return Fail(Errc::kInvalidArgument, "Not NAME=EXPRESSION: " + option +
                                            "; as in --derive 'disk.busy=rate(disk.all.avactive)'");
  std::string name = option.substr(0, equals);
  name.erase(name.find_last_not_of(' ') + 1);
  const std::string expression = option.substr(equals + 1);
  return Define(name, expression.substr(CountBlanks(expression)), table);
}

Result<void> Load(const std::string& paths, IfMissing if_missing, DerivedTable& table) {
  const auto loaded = LoadDerivedConfig(paths, if_missing, table, [](std::string complaint) {
    complaint.pop_back();  // its end of line
    PrintError("warning: " + complaint);
  });
  if (loaded) return {};
  return Fail(loaded.error());
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

Result<void> DefineOfOptions(const DeriveOptions& options, DerivedTable& table) {
  for (const std::string& file : options.files)
    if (Result<void> loaded = Load(file, IfMissing::kFail, table); !loaded) return loaded;
  for (const std::string& option : options.definitions)
    if (Result<void> defined = DefineOption(option, table); !defined) return defined;
  return {};
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
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (Result<void> defined = DefineOfOptions(options, table); !defined)
    return Fail(defined.error());
  for (const std::string& argument : arguments)
    if (IsExpression(argument) && !table.Find(argument))
      if (Result<void> defined = Define(argument, argument, table); !defined)
        return Fail(defined.error());
  if (table.empty()) return &source;
  return &derived.emplace(source, std::move(table), TellOfSenseless(""));
}

}  // namespace fdr::tools
