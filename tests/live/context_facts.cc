// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/live/context_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace fdr::test {
namespace {

constexpr std::size_t kNamesOfEach = 16;  // the collector takes long for names

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : UpToNul(text)) c == '\n' ? escaped += "\\n" : escaped += c;
  return escaped;
}

class Collector {
 public:
  explicit Collector(Context& context) : context_(context) {}

  Facts All() {
    AddLabels(LabelLevel::kContext, 0xffffffff);
    const auto names = context_.Traverse("");
    if (!names) return {names.error().Message()};
    const auto ids = context_.Find(*names);
    if (!ids) return {ids.error().Message()};
    std::set<std::uint32_t> domains;
    for (std::size_t i = 0; i < names->size(); ++i) {
      const Result<MetricId>& id = (*ids)[i];
      if (!id) {
        facts_.push_back((*names)[i] + ": " + id.error().Message());
        continue;
      }
      facts_.push_back(fmt::format("name {} {}", (*names)[i], id->value));
      if (domains.insert(id->domain()).second) AddLabels(LabelLevel::kDomain, id->domain());
      AddMetric(*id);
      if (i % kNamesOfEach == 0) AddNames(*id);
    }
    std::ranges::sort(facts_);
    return std::move(facts_);
  }

 private:
  void AddNames(MetricId id) {
    const auto names = context_.NamesOf(id);
    if (!names) return AddError(fmt::format("names {}", id.value), names.error());
    for (const std::string& name : *names)
      facts_.push_back(fmt::format("names {} {}", id.value, name));
  }

  void AddMetric(MetricId id) {
    AddText(TextKind::kMetricOneLine, id.value);
    AddText(TextKind::kMetricHelp, id.value);
    AddLabels(LabelLevel::kItem, id.value);
    AddLabels(LabelLevel::kCluster, id.value);
    const Result<Desc> desc = context_.DescOf(id);
    if (!desc) return AddError(fmt::format("desc {}", id.value), desc.error());
    const std::string units = ToString(desc->units);
    facts_.push_back(fmt::format("desc {} {} {} {} {}", id.value, static_cast<int>(desc->type),
                                 desc->indom.value, static_cast<int>(desc->semantics), units));
    if (!desc->indom.IsNull() && indoms_.insert(desc->indom).second) AddInDom(desc->indom);
  }

  void AddInDom(InDomId indom) {
    const auto instances = context_.Instances(indom);
    if (!instances) AddError(fmt::format("indom {}", indom.value), instances.error());
    if (instances)
      for (const NamedInstance& instance : *instances)
        facts_.push_back(fmt::format("instance {} {} {}", indom.value, instance.id, instance.name));
    AddText(TextKind::kInDomOneLine, indom.value);
    AddText(TextKind::kInDomHelp, indom.value);
    AddLabels(LabelLevel::kInDom, indom.value);
    AddLabels(LabelLevel::kInstances, indom.value);
  }

  void AddText(TextKind kind, std::uint32_t id) {
    const std::string what = fmt::format("text {} {}", id, static_cast<std::uint32_t>(kind));
    const Result<std::string> text = context_.Text(kind, id);
    if (!text) return AddError(what, text.error());
    facts_.push_back(what + " " + Escaped(*text));
  }

  void AddLabels(LabelLevel level, std::uint32_t id) {
    const auto number = static_cast<std::uint32_t>(level);
    const auto sets = context_.Labels(level, id);
    if (!sets) return AddError(fmt::format("labels {} {}", number, id), sets.error());
    for (const OwnedLabelSet& set : *sets) {
      const auto instance = static_cast<std::uint32_t>(set.instance);
      facts_.push_back(
          fmt::format("labels {} {} {} {} {}", number, id, instance, set.entries.size(), set.json));
      for (const LabelEntry& e : set.entries)
        facts_.push_back(fmt::format("label {} {} {} {} {} {} {} {}", number, id, instance,
                                     e.name_offset, e.name_length, e.flags, e.value_offset,
                                     e.value_length));
    }
  }

  void AddError(const std::string& what, const Error& error) {
    facts_.push_back(fmt::format("{} error {}", what, error.pcp_error));
  }

  Context& context_;
  Facts facts_;
  std::set<InDomId> indoms_;
};

std::string Hex(const FetchedValue& value) {
  if (value.type() == Type::kEvent || value.type() == Type::kHighresEvent)
    return fmt::format("{} bytes", value.size());
  std::string hex;
  Bytes bytes;
  if (value.IsNumber())
    bytes = std::as_bytes(std::span(&value.bits, 1)).first(value.size());
  else
    bytes = value.Payload();
  for (const std::byte b : bytes) hex += fmt::format("{:02x}", static_cast<unsigned>(b));
  return hex;
}

}  // namespace

Facts MetadataFacts(Context& context) { return Collector(context).All(); }

Facts ValueFacts(const FetchResult& result) {
  Facts facts;
  for (const FetchedSet& set : result.sets()) {
    if (set.status == SetStatus::kRecordedError)
      facts.push_back(fmt::format("values {} error {}", set.id.value, set.code));
    for (const FetchedValue& value : result.Values(set)) {
      const std::string what = fmt::format("value {} {} ", set.id.value, value.instance);
      if (set.format == ValueFormat::kInPlace)
        facts.push_back(what + fmt::format("{:08x}", value.Word()));
      else
        facts.push_back(what + fmt::format("{} ", static_cast<int>(value.type())) + Hex(value));
    }
  }
  std::ranges::sort(facts);
  return facts;
}

Facts LinesOf(const std::string& text) {
  Facts lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::sort(lines);
  return lines;
}

std::string Difference(const Facts& ours, const Facts& peers) {
  constexpr std::size_t kShown = 20;
  Facts only_ours, only_peers;
  std::ranges::set_difference(ours, peers, std::back_inserter(only_ours));
  std::ranges::set_difference(peers, ours, std::back_inserter(only_peers));
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, only_ours.size()); ++i)
    text += "ours:  " + only_ours[i] + "\n";
  for (std::size_t i = 0; i < std::min(kShown, only_peers.size()); ++i)
    text += "peer's: " + only_peers[i] + "\n";
  return text;
}

}  // namespace fdr::test
