// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers of an agent, for people.

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/agent/answer.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

std::string Indented(const std::string& text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += "    " + Printable(text.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return lines;
}

std::string ValueText(const ValuesAnswer::Value& value) {
  if (!value.mistake.empty()) return "error: " + value.mistake;
  if (const auto* text = std::get_if<std::string>(&value.cell)) return '"' + Printable(*text) + '"';
  return ExactText(value.cell);
}

std::string TextOfProfile(const StatusAnswer& answer) {
  std::string text = answer.includes_others ? "all instances" : "no instances";
  for (const auto& [indom, rule] : answer.rules) {
    text += fmt::format("; of {} {}", ToString(indom), rule.included ? "all" : "none");
    if (!rule.exceptions.empty()) text += fmt::format(" but {}", fmt::join(rule.exceptions, ", "));
  }
  return text;
}

std::string Lines(const NamesAnswer& answer) {
  std::string lines;
  for (const NamesAnswer::Name& one : answer.names)
    lines +=
        fmt::format("{}  {}\n", Printable(one.name),
                    one.id ? ToString(*one.id) : "error: " + Printable(one.id.error().Message()));
  return lines.empty() ? "no names\n" : lines;
}

std::string Lines(const ChildrenAnswer& answer) {
  std::string lines;
  for (const NameChild& child : answer.children)
    lines += Printable(child.name) + (child.is_leaf ? "\n" : ".\n");
  return lines;
}

std::string Lines(const DescAnswer& answer) {
  const Desc& desc = answer.desc;
  const std::string units = ToString(desc.units);
  return fmt::format(
      "{}\n    id {}\n    type {}\n    semantics {}\n    units {}\n    instances {}\n",
      Printable(answer.metric), ToString(desc.id), ToString(desc.type), ToString(desc.semantics),
      units.empty() ? "none" : units, desc.indom.IsNull() ? "none" : ToString(desc.indom));
}

std::string Lines(const ValuesAnswer& answer) {
  std::string lines;
  for (const ValuesAnswer::Metric& metric : answer.metrics) {
    lines += Printable(metric.name);
    if (!metric.error.empty()) {
      lines += "  error: " + Printable(metric.error) + '\n';
    } else if (metric.values.empty()) {
      lines += "  no values\n";
    } else if (metric.values.size() == 1 && metric.values[0].id == kSingular) {
      lines += "  " + ValueText(metric.values[0]) + '\n';
    } else {
      lines += '\n';
      for (const ValuesAnswer::Value& value : metric.values)
        lines +=
            fmt::format("    [{}] {}  {}\n", value.id,
                        value.instance.empty() ? "?" : Printable(value.instance), ValueText(value));
    }
  }
  return lines;
}

std::string Lines(const InstancesAnswer& answer) {
  std::string lines = ToString(answer.indom) + '\n';
  for (const NamedInstance& instance : answer.instances)
    lines += fmt::format("    [{}] {}\n", instance.id, Printable(instance.name));
  return lines;
}

std::string Lines(const TextsAnswer& answer) {
  std::string lines;
  if (answer.one_line) lines += Printable(*answer.one_line) + '\n';
  if (answer.help) lines += Indented(*answer.help);
  return lines;
}

std::string Lines(const LabelsAnswer& answer) {
  std::string lines;
  for (const OwnedLabelSet& set : answer.sets) {
    if (set.instance != kSingular) lines += fmt::format("[{}] ", set.instance);
    lines += (set.entries.empty() ? "no labels" : Printable(set.json)) + '\n';
  }
  return lines.empty() ? "no labels\n" : lines;
}

std::string Lines(const StatusAnswer& answer) {
  return fmt::format("agent {}, domain {}, {}\nclient {}\nprofile: {}\n",
                     Printable(answer.facts.label), answer.facts.domain,
                     answer.facts.status == 0 ? "answers" : "does not answer", answer.client,
                     TextOfProfile(answer));
}

std::string Lines(const DoneAnswer& answer) { return PrintableLines(answer.what) + '\n'; }

}  // namespace

bool HasFailed(const Answer& answer) {
  if (const auto* names = std::get_if<NamesAnswer>(&answer))
    return std::ranges::any_of(names->names, [](const auto& one) { return !one.id; });
  const auto* values = std::get_if<ValuesAnswer>(&answer);
  return values != nullptr && std::ranges::any_of(values->metrics, [](const auto& metric) {
           return !metric.error.empty() ||
                  std::ranges::any_of(metric.values,
                                      [](const auto& value) { return !value.mistake.empty(); });
         });
}

std::string TextOf(const Answer& answer) {
  return std::visit([](const auto& one) { return Lines(one); }, answer);
}

}  // namespace fdr::tools
