// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/json_dump.h"

#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/tools/dump/json_values.h"
#include "fdr/tools/dump/stored_indoms.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {
namespace {

std::string_view LevelName(LabelLevel level) {
  switch (level) {
    case LabelLevel::kContext:
      return "context";
    case LabelLevel::kDomain:
      return "domain";
    case LabelLevel::kInDom:
      return "indom";
    case LabelLevel::kCluster:
      return "cluster";
    case LabelLevel::kItem:
      return "item";
    case LabelLevel::kInstances:
      return "instances";
  }
  return "unknown";
}

// Writes the object that the labels belong to.
void WriteOwner(LabelLevel level, std::uint32_t id, JsonWriter& json) {
  switch (level) {
    case LabelLevel::kContext:
      return;
    case LabelLevel::kDomain:
      json.Key("domain").UInt(id);
      return;
    case LabelLevel::kCluster:
      json.Key("domain").UInt(MetricId{id}.domain()).Key("cluster").UInt(MetricId{id}.cluster());
      return;
    case LabelLevel::kItem:
      json.Key("pmid").String(ToString(MetricId{id}));
      return;
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      json.Key("indom").String(ToString(InDomId{id}));
      return;
  }
}

class JsonDump {
 public:
  JsonDump(const Archive& archive, const MetricNames& names, const Zone& zone, OutputBuffer& out)
      : archive_(archive), names_(names), formatter_(zone), out_(out) {}

  void Header() {
    const LabelRecord& label = archive_.label();
    JsonWriter json(line_);
    json.BeginObject()
        .Key("schema")
        .String("fdr.dump/1")
        .Key("archive")
        .String(archive_.files().base);
    json.Key("version").Int(static_cast<int>(label.version)).Key("host").String(label.host.view());
    WriteTime(label.start, formatter_, json.Key("start"));
    json.Key("end");
    if (const Result<Timestamp> end = archive_.End())
      WriteTime(*end, formatter_, json);
    else
      json.Null();
    json.Key("timezone").String(label.timezone.view());
    json.Key("zoneinfo").String(label.zoneinfo.view());
    json.Key("features").UInt(label.features).Key("pid").Int(label.pid).EndObject();
    EndLine();
  }

  void Descs() {
    for (const Desc& desc : archive_.metadata().metrics()) {
      JsonWriter json(line_);
      json.BeginObject().Key("kind").String("metric").Key("pmid").String(ToString(desc.id));
      json.Key("names").BeginArray();
      for (const std::string_view name : names_.Of(desc.id)) json.String(name);
      json.EndArray().Key("type").String(ToString(desc.type)).Key("indom");
      desc.indom.IsNull() ? json.Null() : json.String(ToString(desc.indom));
      json.Key("semantics").String(ToString(desc.semantics));
      json.Key("units").String(ToString(desc.units)).EndObject();
      EndLine();
    }
  }

  void LabelSets() {
    for (const LabelHistory& history : archive_.metadata().labels())
      for (std::size_t i = 0; i < history.size(); ++i) LabelRecordLine(history, history.Record(i));
  }

  void Texts() {
    for (const TextRecord& text : archive_.metadata().texts()) {
      const bool is_metric = IsOfMetric(text.kind);
      JsonWriter json(line_);
      json.BeginObject().Key("kind").String("text").Key(is_metric ? "pmid" : "indom");
      json.String(is_metric ? ToString(MetricId{text.id}) : ToString(InDomId{text.id}));
      json.Key(IsOneLine(text.kind) ? "oneline" : "help").String(text.text()).EndObject();
      EndLine();
    }
  }

  void InDoms() {
    for (const InDomHistory& history : archive_.metadata().indoms()) {
      for (std::size_t i = 0; i < history.size(); ++i) {
        JsonWriter json(line_);
        BeginInDom("indom", history.id(), history.StampOf(i), json);
        json.Key("instances").BeginArray();
        for (const Instance& instance : history.Members(i))
          json.BeginObject()
              .Key("id")
              .Int(instance.id)
              .Key("name")
              .String(instance.name)
              .EndObject();
        json.EndArray().EndObject();
        EndLine();
      }
    }
  }

  Result<void> StoredInDoms(const SourceOptions& options) {
    return ForEachStoredInDom(
        archive_, options,
        [this](const InDomRecord& record, std::uint64_t offset) { StoredInDom(record, offset); });
  }

  Result<void> Index(const SourceOptions& options) {
    if (archive_.files().index.empty()) return {};
    const auto source = OpenToLoad(archive_.files().index, options);
    if (!source) return Fail(source.error());
    const Result<TemporalIndex> index = ReadTemporalIndex(**source);
    if (!index) return Fail(index.error());
    for (const IndexEntry& entry : index->entries) {
      JsonWriter json(line_);
      json.BeginObject().Key("kind").String("index").Key("time");
      WriteTime(entry.stamp, formatter_, json);
      json.Key("volume").Int(entry.volume).Key("meta_offset").Int(entry.meta_offset);
      json.Key("data_offset").Int(entry.data_offset).EndObject();
      EndLine();
    }
    return {};
  }

  void Values(const WalkOptions& walk, const ProblemSink& on_problem) {
    JsonRecords records(archive_, names_, formatter_);
    WalkRecords(archive_, walk,
                {.see =
                     [&](const WalkedRecord& record) {
                       records.Write(record, line_);
                       EndLine();
                       return out_.error() == 0;
                     },
                 .outside = {},
                 .on_problem = on_problem});
  }

 private:
  void EndLine() {
    out_.Append(line_).Append('\n');
    line_.clear();
  }

  void BeginInDom(std::string_view kind, InDomId id, Timestamp stamp, JsonWriter& json) {
    json.BeginObject().Key("kind").String(kind).Key("time");
    WriteTime(stamp, formatter_, json);
    json.Key("indom").String(ToString(id));
  }

  void StoredInDom(const InDomRecord& record, std::uint64_t offset) {
    JsonWriter json(line_);
    BeginInDom("stored_indom", record.indom, record.stamp, json);
    json.Key("offset").UInt(offset).Key("delta").Bool(record.is_delta);
    json.Key("instances").BeginArray();
    for (const InDomEntry& entry : record.entries) {
      json.BeginObject().Key("id").Int(entry.id);
      if (record.is_delta && entry.deleted())
        json.Key("deleted").Bool(true);
      else
        json.Key("name").String(entry.name);
      json.EndObject();
    }
    json.EndArray().EndObject();
    EndLine();
  }

  void LabelRecordLine(const LabelHistory& history, const LabelSetRecord& record) {
    JsonWriter json(line_);
    json.BeginObject().Key("kind").String("labels").Key("time");
    WriteTime(record.stamp, formatter_, json);
    json.Key("level").String(LevelName(history.level()));
    WriteOwner(history.level(), history.id(), json);
    json.Key("sets").BeginArray();
    for (const LabelSet& set : record.sets) {
      json.BeginObject();
      if (history.level() == LabelLevel::kInstances) json.Key("id").Int(set.instance);
      if (set.count < 0) json.Key("error").Int(set.count);
      json.Key("json").String(set.json).Key("labels").BeginArray();
      for (const LabelEntry& entry : set.entries)
        json.BeginObject()
            .Key("name")
            .String(set.Name(entry))
            .Key("value")
            .String(set.Value(entry))
            .Key("flags")
            .UInt(entry.flags)
            .EndObject();
      json.EndArray().EndObject();
    }
    json.EndArray().EndObject();
    EndLine();
  }

  const Archive& archive_;
  const MetricNames& names_;
  StampFormatter formatter_;
  OutputBuffer& out_;
  std::string line_;
};

}  // namespace

void DumpJson(const Archive& archive, const MetricNames& names, const Sections& sections,
              const WalkOptions& walk, const Zone& zone, const SourceOptions& source,
              const ProblemSink& on_problem, OutputBuffer& out) {
  JsonDump dump(archive, names, zone, out);
  const auto check = [&](const Result<void>& dumped) {
    if (!dumped) Report(on_problem, ProblemOf(dumped.error()));
  };
  dump.Header();
  if (sections.descs) dump.Descs();
  if (sections.labelsets) dump.LabelSets();
  if (sections.texts) dump.Texts();
  if (sections.stored_indoms) check(dump.StoredInDoms(source));
  if (sections.indoms) dump.InDoms();
  if (sections.index) check(dump.Index(source));
  if (sections.values) dump.Values(walk, on_problem);
}

}  // namespace fdr::tools
