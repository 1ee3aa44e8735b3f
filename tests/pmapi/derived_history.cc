// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/derived_history.h"

#include <algorithm>
#include <map>
#include <vector>

#include "fdr/replay/units/units_parser.h"
#include "fdr/tests/pmapi/dice.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr InDomId kFirst = InDomId::Build(60, 1), kSecond = InDomId::Build(60, 2);
constexpr int kRecords = 40;
constexpr double kStep = 10;  // seconds

const std::map<InDomId, std::vector<std::string>> kInstances = {
    {kFirst, {"eth0", "eth1", "lo", "blue sky", "sda part one", "x.y"}}, {kSecond, {"p", "q"}}};

class History {
 public:
  History(const std::string& base, bool is_interrupted)
      : is_interrupted_(is_interrupted), archive_(base, Version::k2) {
    dice_.Seed(1);
    AddKinds();
    AddExamples();
    for (const Metric& metric : metrics_) archive_.Metric(metric);
    for (const auto& [indom, names] : kInstances) {
      InstanceList members;
      for (std::size_t i = 0; i < names.size(); ++i)
        members.push_back({static_cast<InstanceId>(i), names[i]});
      archive_.InDom(At(0), indom, members);
    }
  }

  void Write() {
    for (int record = 0; record < kRecords; ++record) {
      std::vector<Values> sets;
      for (const Metric& metric : metrics_) AddValues(metric, record, sets);
      const double shift = record == 0 ? 0 : static_cast<double>(dice_.Below(1000)) / 1000;
      archive_.Record(At(record * kStep + shift), sets);
      if (is_interrupted_ && record % 7 == 3) archive_.Mark(At(record * kStep + 1.5));
    }
    archive_.Close();
  }

 private:
  void Add(const std::string& name, Type type, InDomId indom, Semantics semantics,
           const char* units) {
    metrics_.push_back({.name = name,
                        .id = MetricId::Build(60, 0, static_cast<std::uint32_t>(metrics_.size())),
                        .type = type,
                        .indom = indom,
                        .semantics = semantics,
                        .units = ParseUnits(units)->units});
  }

  void AddKinds() {
    const std::map<std::string, Semantics> semantics = {
        {"c", Semantics::kCounter}, {"i", Semantics::kInstant}, {"d", Semantics::kDiscrete}};
    const std::map<std::string, Type> types = {{"s32", Type::k32},  {"u32", Type::kU32},
                                               {"s64", Type::k64},  {"u64", Type::kU64},
                                               {"f", Type::kFloat}, {"d", Type::kDouble}};
    for (const auto& [letter, meaning] : semantics)
      for (const auto& [word, type] : types) {
        Add(letter + "." + word, type, {}, meaning, "");
        Add("full." + letter + "." + word, type, {}, meaning, "");
        Add("in." + letter + "." + word, type, kFirst, meaning, "");
        Add("full.in." + letter + "." + word, type, kFirst, meaning, "");
      }
    const std::vector<const char*> units = {
        "count",       "count x 10^3",    "byte",    "Kbyte",  "sec",        "millisec", "hour",
        "Kbyte / sec", "byte / millisec", "Mbyte^2", "byte^2", "count / sec"};
    int number = 0;
    for (const char* unit : units) {
      const std::string name = "unit.n" + std::to_string(number++);
      Add(name + ".i", Type::kU64, {}, Semantics::kInstant, unit);
      Add(name + ".c", Type::kU32, kFirst, Semantics::kCounter, unit);
      Add(name + ".f", Type::kFloat, kFirst, Semantics::kInstant, unit);
      Add(name + ".d", Type::kDouble, {}, Semantics::kCounter, unit);
    }
    Add("two.a", Type::k32, kSecond, Semantics::kInstant, "");
    Add("two.b", Type::kDouble, kSecond, Semantics::kCounter, "byte");
    Add("text", Type::kString, {}, Semantics::kDiscrete, "");
    Add("in.text", Type::kString, kFirst, Semantics::kInstant, "");
  }

  void AddExamples() {
    for (const char* name : {"disk.dev.total", "disk.dev.read", "disk.dev.write"})
      Add(name, Type::kU32, kFirst, Semantics::kCounter, "count");
    Add("disk.dev.total_bytes", Type::kU32, kFirst, Semantics::kCounter, "Kbyte");
    for (const char* name : {"in.bytes", "out.bytes", "total.bytes"})
      Add(std::string("network.interface.") + name, Type::kU64, kFirst, Semantics::kCounter,
          "byte");
    Add("network.interface.in.drops", Type::kU64, kFirst, Semantics::kCounter, "count");
    Add("network.interface.speed", Type::kFloat, kFirst, Semantics::kDiscrete, "Mbyte / sec");
    Add("sample.milliseconds", Type::kDouble, {}, Semantics::kCounter, "millisec");
    Add("mem.util.free", Type::kU64, {}, Semantics::kInstant, "Kbyte");
  }

  static bool IsFull(const Metric& metric) {
    return metric.name.starts_with("full.") || metric.name.find("network.") == 0 ||
           metric.name.starts_with("disk.");
  }

  void AddValues(const Metric& metric, int record, std::vector<Values>& sets) {
    if (!IsFull(metric) && dice_.OneIn(6)) return;
    if (!IsFull(metric) && dice_.OneIn(25)) return sets.push_back(NoValues(metric.id, -12350));
    Values values{metric.id, {}};
    if (metric.indom.IsNull()) values.values.emplace_back(kSingular, Value(metric, 0, record));
    const std::size_t count = metric.indom.IsNull() ? 0 : kInstances.at(metric.indom).size();
    for (std::size_t i = 0; i < count; ++i)
      if (IsFull(metric) || !dice_.OneIn(5))
        values.values.emplace_back(static_cast<InstanceId>(i),
                                   Value(metric, static_cast<InstanceId>(i), record));
    sets.push_back(std::move(values));
  }

  Payload Value(const Metric& metric, InstanceId instance, int record) {
    std::int64_t& number = last_[{metric.id, instance}];
    const auto grown = static_cast<std::int64_t>(dice_.Below(500));
    const bool is_unsigned = metric.type == Type::kU32 || metric.type == Type::kU64;
    if (metric.semantics == Semantics::kCounter)
      number = dice_.OneIn(20) ? number / 2 : number + grown;
    else if (metric.semantics == Semantics::kInstant || record % 10 == 0)
      number = is_unsigned ? grown : 250 - grown;
    if (metric.type == Type::kString) return "text " + std::to_string(number);
    if (metric.type == Type::kFloat || metric.type == Type::kDouble)
      return static_cast<double>(number) * 1.37;
    return number;
  }

  bool is_interrupted_;
  Dice dice_;
  std::vector<Metric> metrics_;
  std::map<std::pair<MetricId, InstanceId>, std::int64_t> last_;
  ArchiveBuilder archive_;
};

}  // namespace

void WriteDerivedHistory(const std::string& base, bool is_interrupted) {
  History(base, is_interrupted).Write();
}

}  // namespace fdr::test
