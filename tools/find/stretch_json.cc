// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/find/ends_by.h"
#include "fdr/tools/find/stretch_sink.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

class StretchJson final : public StretchSink {
 public:
  StretchJson(const Condition& condition, const SearchFacts& facts)
      : condition_(condition), facts_(facts) {}

  void Begin(std::string& out) override {
    JsonWriter json(out);
    json.BeginObject().Key("schema").String("fdr.find/1").Key("host").String(facts_.host);
    json.Key("where").String(facts_.where).Key("terms").BeginArray();
    for (const ConditionTerm& term : condition_.terms)
      json.BeginObject()
          .Key("of")
          .String(term.text)
          .Key("units")
          .String(term.units)
          .Key("extreme")
          .String(ExtremeName(term))
          .EndObject();
    json.EndArray().EndObject();
    out += '\n';
  }

  void Add(const Stretch& stretch, const std::string& instance, std::string& out) override {
    JsonWriter json(out);
    json.BeginObject()
        .Key("start")
        .String(Time(stretch.start))
        .Key("end")
        .String(Time(stretch.end));
    json.Key("seconds").Double(stretch.Seconds()).Key("samples").UInt(stretch.samples);
    json.Key("ends_by").String(EndsBy(stretch.why));
    if (!condition_.desc().indom.IsNull())
      json.Key("instance").String(instance).Key("instance_id").Int(stretch.instance);
    json.Key("extremes").BeginArray();
    for (const auto& extreme : stretch.extremes) {
      if (!extreme) {
        json.Null();
        continue;
      }
      json.BeginObject().Key("value").Double(extreme->value);
      json.Key("time").String(Time(extreme->stamp)).EndObject();
    }
    json.EndArray().EndObject();
    out += '\n';
  }

 private:
  std::string Time(Timestamp stamp) const { return Rfc3339(stamp, facts_.time.zone); }

  const Condition& condition_;
  SearchFacts facts_;
};

}  // namespace

std::unique_ptr<StretchSink> MakeStretchJson(const Condition& condition, const SearchFacts& facts) {
  return std::make_unique<StretchJson>(condition, facts);
}

}  // namespace fdr::tools
