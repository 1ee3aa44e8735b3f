// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_keywords.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/find/firing_sink.h"

namespace fdr::tools {
namespace {

class FiringJson final : public FiringSink {
 public:
  explicit FiringJson(const RuleFacts& facts) : facts_(facts) {}

  void Begin(std::string& out) override {
    JsonWriter json(out);
    json.BeginObject().Key("schema").String("fdr.find.rules/1").Key("host").String(facts_.host);
    json.Key("file").String(facts_.text.file()).Key("rules").BeginArray();
    for (const BoundRule& rule : facts_.rules.rules)
      json.BeginObject()
          .Key("rule")
          .String(rule.name)
          .Key("line")
          .UInt(facts_.text.PlaceOf(rule.rule.offset).line)
          .Key("seconds")
          .Double(static_cast<double>(rule.delta) / kNanosPerSecond)
          .EndObject();
    json.EndArray().EndObject();
    out += '\n';
  }

  void Add(const RuleFiring& firing, std::string& out) override {
    JsonWriter json(out);
    BeginLine(firing.stamp, firing.rule->name, json);
    json.Key("action").String(NameOf(firing.action)).Key("text").String(firing.Text());
    json.Key("bindings").BeginArray();
    for (const RuleBinding& binding : firing.bindings.all) {
      json.BeginObject();
      if (binding.instance) json.Key("instance").String(*binding.instance);
      json.Key("value").String(binding.value).EndObject();
    }
    json.EndArray().EndObject();
    out += '\n';
  }

  void AddValue(const RuleValue& value, std::string& out) override {
    JsonWriter json(out);
    BeginLine(value.stamp, value.rule->name, json);
    json.Key("value").String(value.text).EndObject();
    out += '\n';
  }

 private:
  std::string Time(Timestamp stamp) const { return Rfc3339(stamp, facts_.time.zone); }
  void BeginLine(Timestamp stamp, const std::string& rule, JsonWriter& json) const {
    json.BeginObject().Key("time").String(Time(stamp)).Key("rule").String(rule);
  }

  RuleFacts facts_;
};

}  // namespace

std::unique_ptr<FiringSink> MakeFiringJson(const RuleFacts& facts) {
  return std::make_unique<FiringJson>(facts);
}

}  // namespace fdr::tools
