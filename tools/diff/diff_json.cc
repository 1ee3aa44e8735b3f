// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_rows.h"
#include "fdr/tools/diff/presence_text.h"
#include "fdr/tools/summary/series_json.h"

namespace fdr::tools {
namespace {

void WriteSide(const DiffSide& side, const Zone& zone, JsonWriter& json) {
  json.BeginObject().Key("archive").String(side.archive).Key("host").String(side.host);
  json.Key("start").String(Rfc3339(side.window.start, zone));
  json.Key("end").String(Rfc3339(side.window.end, zone));
  json.Key("records").UInt(side.statistics->pass().records());
  json.Key("gaps").UInt(side.statistics->pass().gaps()).EndObject();
}

void WriteNames(const char* key, const std::vector<std::string>& names, JsonWriter& json) {
  json.Key(key).BeginArray();
  for (const std::string& name : names) json.String(name);
  json.EndArray();
}

void WriteProcess(const BusierProcess& process, JsonWriter& json) {
  const Column& column = *process.column;
  json.BeginObject().Key("resource").String(process.resource);
  json.Key("instance").String(column.instance).Key("instance_id").Int(column.id);
  json.Key("user").String(process.words.user).Key("command").String(process.words.command);
  json.Key("growth").Double(process.growth).Key("units").String(column.units).EndObject();
}

void WriteShares(const CpuShares& shares, JsonWriter& json) {
  json.BeginObject().Key("by").String(shares.by).Key("units").String(shares.column->units);
  json.Key("shares").BeginArray();
  for (const CpuShare& share : shares.shares)
    json.BeginObject()
        .Key("name")
        .String(share.name)
        .Key("before")
        .Double(share.before)
        .Key("after")
        .Double(share.after)
        .EndObject();
  json.EndArray();
  json.EndObject();
}

void WriteHead(const Diff& diff, const Zone& zone, JsonWriter& json) {
  json.BeginObject().Key("schema").String("fdr.diff/1");
  json.Key("before");
  WriteSide(diff.before, zone, json);
  json.Key("after");
  WriteSide(diff.after, zone, json);
  json.Key("series").UInt(diff.series).Key("different").UInt(diff.different);
  json.Key("searched").Bool(diff.is_searched);
  WriteNames("only_before", diff.only_before, json);
  WriteNames("only_after", diff.only_after, json);
  WriteNames("other_kind", diff.other_kind, json);
  json.Key("processes").BeginArray();
  for (const BusierProcess& process : diff.processes) WriteProcess(process, json);
  json.EndArray();
  json.Key("cpu").BeginArray();
  for (const CpuShares& shares : diff.cpu) WriteShares(shares, json);
  json.EndArray();
  json.EndObject();
}

void WriteValues(const char* key, const SeriesStatistics* statistics, const Zone& zone,
                 JsonWriter& json) {
  json.Key(key);
  if (statistics == nullptr) {
    json.Null();
    return;
  }
  json.BeginObject();
  WriteStatistics(*statistics, zone, json);
  json.EndObject();
}

void WriteRow(const DiffRow& row, const Zone& zone, JsonWriter& json) {
  const SeriesDifference& difference = row.difference;
  json.BeginObject();
  WriteSeries(*row.column, json);
  json.Key("distance").Double(difference.distance);
  json.Key("presence").String(ToString(difference.presence));
  json.Key("others").UInt(row.others);
  WriteNames("same", row.same, json);
  json.Key("mean_before").Double(difference.before).Key("mean_after").Double(difference.after);
  json.Key("change").String(ChangeText(difference));
  WriteValues("before", row.before, zone, json);
  WriteValues("after", row.after, zone, json);
  json.EndObject();
}

}  // namespace

void AppendDiffJson(const Diff& diff, const Zone& zone, std::string& out) {
  JsonWriter head(out);
  WriteHead(diff, zone, head);
  out += '\n';
  for (const DiffRow& row : diff.rows) {
    JsonWriter json(out);
    WriteRow(row, zone, json);
    out += '\n';
  }
}

}  // namespace fdr::tools
