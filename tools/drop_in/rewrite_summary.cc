// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rewrite_summary.h"

#include <fmt/format.h>

#include <array>

#include "fdr/replay/copy/rewrite/text_changes.h"
#include "fdr/replay/values/type_name.h"

namespace fdr::tools {
namespace {

std::string TextOf(InDomId indom) { return indom.IsNull() ? "PM_INDOM_NULL" : ToString(indom); }

std::string TextOf(const OutputChoice& output) {
  using Kind = OutputChoice::Kind;
  constexpr std::array<std::string_view, 6> kWords = {"first",   "last",   "smallest",
                                                      "largest", "sum of", "average of"};
  if (output.kind == Kind::kNumber)
    return fmt::format("value for instance with number {}", output.number);
  if (output.kind == Kind::kName)
    return fmt::format("value for instance with name \"{}\"", output.name);
  const bool is_many = output.kind == Kind::kSum || output.kind == Kind::kAverage;
  return fmt::format("{} value{}", kWords[static_cast<std::size_t>(output.kind)],
                     is_many ? "s" : "");
}

void AddLabel(const GlobalRules& global, const LabelRecord& label, std::string& out) {
  const auto add = [&out](std::string_view what, const std::optional<PlacedText>& text,
                          const LabelText& now) {
    if (text && text->text != now.view())
      out += fmt::format("{}\t{} -> {}\n", what, now.view(), text->text);
  };
  add("Hostname:", global.host, label.host);
  add("Timezone:", global.timezone, label.timezone);
  add("Zoneinfo:", global.zoneinfo, label.zoneinfo);
  if (global.features && global.features->first != label.features)
    out += fmt::format("Features:\t{:#x} -> {:#x}\n", label.features, global.features->first);
  if (!global.shift || global.shift->first == 0) return;
  const bool is_back = global.shift->first < 0;
  const std::int64_t nanos = is_back ? -global.shift->first : global.shift->first;
  const std::int64_t seconds = nanos / kNanosPerSecond;
  out += fmt::format("Delta:\t\t-> {}{:02}:{:02}:{:02}.{:09}\n", is_back ? "-" : "", seconds / 3600,
                     seconds / 60 % 60, seconds % 60, nanos % kNanosPerSecond);
}

std::string LinesOf(const MetricChange& change) {
  const Desc &before = change.before, &after = change.after;
  if (change.is_deleted) return "DELETE\n";
  std::string out;
  if (before.id != after.id)
    out += fmt::format("pmID:\t\t{} -> {}\n", ToString(before.id), ToString(after.id));
  for (const auto& [from, to] : change.new_names)
    if (from != to) out += fmt::format("Name:\t\t{} -> {}\n", from, to);
  if (before.type != after.type)
    out += fmt::format("Type:\t\t{} -> {}\n", TypeName(before.type), TypeName(after.type));
  if (before.indom != after.indom)
    out += fmt::format("InDom:\t\t{} -> {}\n", TextOf(before.indom), TextOf(after.indom));
  if (change.output) out += fmt::format("Output:\t\t{}\n", TextOf(*change.output));
  if (change.instances != nullptr && change.instances->changes_instances())
    out += fmt::format("Inst Changes:\t<- InDom {}\n", ToString(before.indom));
  if (before.semantics != after.semantics)
    out += fmt::format("Semantics:\t{} -> {}\n", ToString(before.semantics),
                       ToString(after.semantics));
  if (before.units != after.units)
    out += fmt::format("Units:\t\t{} -> {}{}\n", ToString(before.units), ToString(after.units),
                       change.ratio ? " (rescale)" : "");
  if (!change.substitutions.empty()) out += "Values:\t\tREPLACE\n";
  return out;
}

std::string LinesOf(const DomainChange& change) {
  std::string out;
  if (change.copy()) out += fmt::format("pmInDom:\t-> {} (copy)\n", ToString(*change.copy()));
  if (change.to() != change.from()) out += fmt::format("pmInDom:\t-> {}\n", ToString(change.to()));
  if (change.changes_instances()) out += "Instance:\tnumbers or names change\n";
  return out;
}

}  // namespace

std::string ChangesOf(const RewriteRules& rules, const RuleTable& table, const Archive& archive) {
  std::string out;
  AddLabel(rules.global, archive.label(), out);
  for (const auto& [id, change] : table.domains())
    if (const std::string lines = LinesOf(*change); !lines.empty())
      out += fmt::format("\nInstance Domain: {}\n{}", ToString(id), lines);
  for (const auto& [id, change] : table.metrics())
    if (const std::string lines = LinesOf(*change); !lines.empty())
      out += fmt::format("\nMetric: {} ({})\n{}", change->name, ToString(id), lines);
  const TextChanges texts(rules, table);
  for (const TextRecord& text : archive.metadata().texts())
    for (const TextRule& rule : rules.texts)
      if (texts.Fits(rule, text)) out += fmt::format("\nHelp text: {}\n", text.id);
  if (!rules.labels.empty()) out += fmt::format("\nLabels: {} rules\n", rules.labels.size());
  return out;
}

}  // namespace fdr::tools
