// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

#include <fmt/format.h>

#include <memory>

#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/record/numbers.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/replay/copy/rewrite/rewrite_parser.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"
#include "fdr/replay/values/type_name.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::test {
namespace {

std::string Time(Timestamp stamp) { return fmt::format("{}", SecondsBetween(At(0), stamp)); }

std::string EventsText(Type type, Bytes payload) {
  const auto events = EventArray::Decode(type, payload);
  if (!events) return "?";
  std::string text = "{";
  for (const EventRecord& record : events->records()) {
    text += fmt::format(" @{}", Time(record.stamp));
    for (const EventParameter& parameter : events->Parameters(record))
      text += fmt::format(
          " {}={}", ToString(parameter.id),
          parameter.type == Type::kString ? std::string(UpToNul(AsText(parameter.payload)))
          : parameter.payload.size() == 4 ? std::to_string(LoadU32(parameter.payload.data()))
                                          : std::to_string(LoadU64(parameter.payload.data())));
  }
  return text + " }";
}

std::string SetText(const ValueSet& set, Type type) {
  std::string text;
  if (set.count() < 0) return fmt::format(" error {}", set.count());
  const auto add = [&text](InstanceId instance, const auto& value) {
    text += fmt::format(" [{}]={}", instance, value);
  };
  if (IsNumeric(type)) {
    if (!VisitNumbers(set, type, add)) return " ?";
    return text;
  }
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const Bytes payload = set.Block(i).payload;
    const bool is_event = type == Type::kEvent || type == Type::kHighresEvent;
    add(set.Instance(i),
        is_event ? EventsText(type, payload) : std::string(UpToNul(AsText(payload))));
  }
  return text;
}

std::string_view LevelName(LabelLevel level) {
  switch (level) {
    case LabelLevel::kContext:
      return "context";
    case LabelLevel::kDomain:
      return "domain";
    case LabelLevel::kCluster:
      return "cluster";
    case LabelLevel::kItem:
      return "item";
    case LabelLevel::kInDom:
      return "indom";
    case LabelLevel::kInstances:
      return "instances";
  }
  return "?";
}

std::string OwnerText(LabelLevel level, std::uint32_t id) {
  const MetricId metric{id};
  switch (level) {
    case LabelLevel::kContext:
      return "";
    case LabelLevel::kDomain:
      return fmt::format(" {}", id);
    case LabelLevel::kCluster:
      return fmt::format(" {}.{}", metric.domain(), metric.cluster());
    case LabelLevel::kItem:
      return " " + ToString(metric);
    default:
      return " " + ToString(InDomId{id});
  }
}

}  // namespace

RewriteRules RulesOf(std::string_view text) {
  RewriteRules rules;
  EXPECT_EQ(ErrorOf(ParseRewriteRules(std::make_shared<const RuleText>("rules", std::string(text)),
                                      rules)),
            "");
  return rules;
}

std::string ValuesOf(const Archive& archive) {
  std::string text;
  RecordCursor cursor(archive);
  ResultRecord record;
  while (true) {
    const auto frame = cursor.Next();
    EXPECT_EQ(ErrorOf(frame), "");
    if (!frame || !*frame) return text;
    EXPECT_EQ(ErrorOf(record.Decode(archive.version(), (*frame)->body)), "");
    if (record.is_mark()) text += Time(record.stamp()) + " mark\n";
    for (const ValueSet& set : record.sets()) {
      const Desc* const desc = archive.metadata().FindDesc(set.id());
      text += fmt::format("{} {}{}\n", Time(record.stamp()), ToString(set.id()),
                          desc == nullptr ? " not described" : SetText(set, desc->type));
    }
  }
}

std::string MetricsOf(const Archive& archive) {
  std::string text;
  for (const Desc& desc : archive.metadata().metrics()) {
    text += ToString(desc.id);
    for (const std::string_view name : archive.metadata().NamesOf(desc.id))
      text.append(" ").append(name);
    text += fmt::format(" {} {} {} {}\n", TypeName(desc.type),
                        desc.indom.IsNull() ? "-" : ToString(desc.indom), ToString(desc.semantics),
                        desc.units == Units() ? "none" : ToString(desc.units));
  }
  return text;
}

std::string InDomsOf(const Archive& archive) {
  std::string text;
  for (const InDomHistory& indom : archive.metadata().indoms())
    for (std::size_t i = 0; i < indom.size(); ++i) {
      text += fmt::format("{} @{}", ToString(indom.id()), Time(indom.StampOf(i)));
      for (const Instance& member : indom.Members(i))
        text += fmt::format(" {}={}", member.id, member.name);
      text += '\n';
    }
  return text;
}

std::string LabelsOf(const Archive& archive) {
  std::string text;
  for (const LabelHistory& labels : archive.metadata().labels())
    for (std::size_t i = 0; i < labels.size(); ++i) {
      text += fmt::format("{}{} @{}", LevelName(labels.level()),
                          OwnerText(labels.level(), labels.id()), Time(labels.StampOf(i)));
      for (const LabelSet& set : labels.Record(i).sets) {
        if (set.instance != kSingular) text += fmt::format(" [{}]", set.instance);
        text += fmt::format(" {}", set.json);
      }
      text += '\n';
    }
  return text;
}

std::string TextsOf(const Archive& archive) {
  std::string text;
  for (const TextRecord& record : archive.metadata().texts())
    text += fmt::format(
        "{} {} {}\n", IsOneLine(record.kind) ? "line" : "help",
        IsOfMetric(record.kind) ? ToString(MetricId{record.id}) : ToString(InDomId{record.id}),
        record.text());
  return text;
}

void RewriteTest::Write(const Build& build, Version version, const std::string& name) {
  ArchiveBuilder builder(directory_ / name, version);
  build(builder);
  builder.Close();
}

std::string RewriteTest::Rewrite(std::string_view text) {
  const RewriteRules rules = RulesOf(text);
  std::unique_ptr<RewriteStage> stage;
  JoinOptions join;
  join.stages = [&](CopySink& writer, const Metadata& metadata) -> Result<CopySink*> {
    auto made = RewriteStage::Make(rules, metadata, options_, writer);
    if (!made) return Fail(made.error());
    stage = std::move(*made);
    return stage.get();
  };
  std::vector<ArchiveFiles> inputs;
  for (const std::string& name : names_) inputs.push_back(FindArchive(directory_ / name).value());
  RemoveFiles(directory_, "out");
  const auto joined = JoinArchives(inputs, out_, join);
  if (stage) {
    report_ = stage->report();
    unused_ = stage->UnusedRules();
  }
  return joined ? "" : joined.error().Message();
}

std::unique_ptr<Archive> RewriteTest::Rewritten(std::string_view rules) {
  EXPECT_EQ(Rewrite(rules), "");
  ExpectSound(out_);
  auto archive = Archive::Open(out_);
  EXPECT_EQ(ErrorOf(archive), "");
  return archive ? std::move(*archive) : nullptr;
}

}  // namespace fdr::test
