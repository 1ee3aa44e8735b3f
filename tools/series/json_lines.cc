// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <map>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {
namespace {

class JsonLines final : public RowSink {
 public:
  JsonLines(const std::vector<Column>& columns, const Zone& zone, const std::string& host)
      : columns_(columns), zone_(zone), host_(host) {
    std::map<std::string, int> uses;
    for (const Column& column : columns) ++uses[column.Name()];
    // Two instances, of different times, may have the same name.
    for (const Column& column : columns)
      names_.push_back(uses[column.Name()] == 1 ? column.Name()
                                                : column.Name() + '#' + std::to_string(column.id));
  }

  void SetZone(const Zone& zone) override { zone_ = zone; }

  void Begin(std::string& out) override {
    JsonWriter json(out);
    json.BeginObject().Key("schema").String("fdr.replay/1").Key("host").String(host_);
    json.Key("series").BeginArray();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      json.BeginObject().Key("name").String(names_[i]).Key("metric").String(column.metric);
      if (column.id != kSingular)
        json.Key("instance").String(column.instance).Key("instance_id").Int(column.id);
      json.Key("semantics").String(ToString(column.desc.semantics));
      json.Key("rate").Bool(column.is_rate).Key("units").String(column.units).EndObject();
    }
    json.EndArray().EndObject();
    out += '\n';
  }

  void Add(const Row& row, std::string& out) override {
    JsonWriter json(out);
    json.BeginObject().Key("time").String(Rfc3339(row.stamp, zone_));
    json.Key("values").BeginObject();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      json.Key(names_[i]);
      WriteJson(row.cells[i], json);
    }
    json.EndObject().EndObject();
    out += '\n';
  }

 private:
  const std::vector<Column>& columns_;
  Zone zone_;
  std::string host_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<RowSink> MakeJsonLines(const std::vector<Column>& columns, const Zone& zone,
                                       const std::string& host) {
  return std::make_unique<JsonLines>(columns, zone, host);
}

}  // namespace fdr::tools
