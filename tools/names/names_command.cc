// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/names_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/json_writer.h"

namespace fdr::tools {
namespace {

struct MetricFacts {
  std::string name;
  Desc desc;
  std::string one_line, help;
  std::string expression;                // of a derived metric
  std::vector<NamedInstance> instances;  // ascending by identifier; only on request
};

std::string TextOf(Context& context, TextKind kind, MetricId id) {
  return context.Text(kind, id.value).value_or("");
}

Result<MetricFacts> FactsOf(Context& context, const std::string& name, bool all) {
  MetricFacts facts{
      .name = name, .desc = {}, .one_line = {}, .help = {}, .expression = {}, .instances = {}};
  const Result<MetricId> id = context.Find(name);
  if (!id) return Fail(id.error());
  const Result<Desc> desc = context.DescOf(*id);
  if (!desc) return Fail(desc.error());
  facts.desc = *desc;
  facts.one_line = TextOf(context, TextKind::kMetricOneLine, *id);
  if (!all) return facts;
  facts.help = TextOf(context, TextKind::kMetricHelp, *id);
  if (desc->indom.IsNull()) return facts;
  if (auto instances = context.AllInstances(desc->indom)) facts.instances = std::move(*instances);
  std::sort(facts.instances.begin(), facts.instances.end(),
            [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; });
  return facts;
}

// Keeps the lines of a help text; all other control characters must not reach the terminal.
void AppendIndented(const std::string& text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "    " + Printable(text.substr(at, end - at)) + '\n';
    at = end + 1;
  }
}

std::string Defined(const MetricFacts& facts) {
  return facts.expression.empty() ? "" : "= " + facts.expression;
}

void AppendText(const MetricFacts& facts, std::size_t width, bool verbose, std::string& out) {
  const std::string units = ToString(facts.desc.units);
  out += fmt::format("{:<{}}  {:<9}{:<20} {:<16} ", Printable(facts.name), width,
                     ToString(facts.desc.semantics), ToString(facts.desc.type),
                     units.empty() ? "-" : units);
  if (!verbose) out += Printable(facts.one_line.empty() ? Defined(facts) : facts.one_line);
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
  if (!verbose) return;
  if (!facts.expression.empty()) AppendIndented(Defined(facts), out);
  AppendIndented(facts.help.empty() ? facts.one_line : facts.help, out);
  for (const NamedInstance& instance : facts.instances)
    out += fmt::format("    [{}] {}\n", instance.id, Printable(instance.name));
}

// The first line.
std::string JsonHead(const Context& context) {
  std::string out;
  JsonWriter(out)
      .BeginObject()
      .Key("schema")
      .String("fdr.names/1")
      .Key("host")
      .String(context.HostName())
      .EndObject();
  return out + '\n';
}

void AppendJson(const MetricFacts& facts, std::string& out) {
  JsonWriter json(out);
  json.BeginObject().Key("name").String(facts.name).Key("id").String(ToString(facts.desc.id));
  json.Key("type").String(ToString(facts.desc.type));
  json.Key("semantics").String(ToString(facts.desc.semantics));
  json.Key("units").String(ToString(facts.desc.units));
  if (!facts.desc.indom.IsNull()) json.Key("indom").String(ToString(facts.desc.indom));
  if (!facts.expression.empty()) json.Key("expression").String(facts.expression);
  if (!facts.one_line.empty()) json.Key("oneline").String(facts.one_line);
  if (!facts.help.empty()) json.Key("help").String(facts.help);
  if (!facts.desc.indom.IsNull()) {
    json.Key("instances").BeginArray();
    for (const NamedInstance& instance : facts.instances)
      json.BeginObject().Key("id").Int(instance.id).Key("name").String(instance.name).EndObject();
    json.EndArray();
  }
  json.EndObject();
  out += '\n';
}

Result<std::set<std::string>> SelectNames(Context& context,
                                          const std::vector<std::string>& patterns) {
  std::set<std::string> selected;
  if (patterns.empty()) {
    const Result<std::vector<std::string>> all = context.Traverse("");
    if (!all) return Fail(all.error());
    selected.insert(all->begin(), all->end());
  }
  for (const std::string& pattern : patterns) {
    const Result<std::vector<std::string>> names = ExpandPattern(context, pattern);
    if (!names) return Fail(names.error());
    selected.insert(names->begin(), names->end());
  }
  return selected;
}

Result<std::unique_ptr<Context>> OpenContext(const NamesCommand& command, DamageReport& damage) {
  if (command.host || command.local) {
    Result<LiveSource> source = OpenLiveSource(command.host, command.common);
    if (!source) return Fail(source.error());
    return std::move(source->context);
  }
  auto context = ArchiveContext::Open(command.archive, ContextOptions(command.common, damage));
  if (!context) return Fail(ExplainFile(command.archive, context.error()));
  return std::unique_ptr<Context>(std::move(*context));
}

}  // namespace

int Run(const NamesCommand& command) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  DamageReport damage(command.common.quiet);
  const auto context = OpenContext(command, damage);
  if (!context) return fail(context.error());
  std::optional<NamedContext> named;
  const Result<Context*> plain = UnderNames(**context, command.names, named);
  if (!plain) return fail(plain.error());
  std::optional<DerivedContext> derived;
  const Result<Context*> source = WithDerived(**plain, command.derive, {}, derived);
  if (!source) return fail(source.error());
  const Result<std::set<std::string>> names = SelectNames(**source, command.patterns);
  if (!names) return fail(damage.Explain(names.error()));
  std::size_t width = 0;
  for (const std::string& name : *names) width = std::max(width, name.size());
  std::string out;
  if (command.common.json && !WriteOutput(JsonHead(**source))) return kFailed;
  for (const std::string& name : *names) {
    Result<MetricFacts> facts = FactsOf(**source, name, command.verbose || command.common.json);
    if (!facts) return fail(facts.error());
    const auto definition = derived ? derived->Definition(facts->desc.id) : nullptr;
    if (definition) facts->expression = definition->expression.text;
    out.clear();
    if (command.common.json)
      AppendJson(*facts, out);
    else
      AppendText(*facts, width, command.verbose, out);
    if (!WriteOutput(out)) return kFailed;
  }
  return damage.status();
}

}  // namespace fdr::tools
