// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/rule_toy.h"

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr InDomId kDomain = InDomId::Build(245, 1);

MetricId Id(std::uint32_t item) { return MetricId::Build(245, 0, item); }

enum Item : std::uint32_t {
  kKb,
  kCnt,
  kMs,
  kKbc,
  kS,
  kSc,
  kDisc,
  kStr,
  kKbs,
  kPerc,
  kI32,
  kMcnt,
  kRare
};

void Describe(ArchiveBuilder& archive) {
  using enum Semantics;
  const Units space{.dim_space = 1, .scale_space = 1}, count{.dim_count = 1};
  const auto add = [&](const char* name, Item item, Type type, InDomId indom, Semantics semantics,
                       Units units = {}) {
    archive.Metric({.name = std::string("t.") + name,
                    .id = Id(item),
                    .type = type,
                    .indom = indom,
                    .semantics = semantics,
                    .units = units});
  };
  add("kb", kKb, Type::kU32, kDomain, kInstant, space);
  add("cnt", kCnt, Type::kU32, kDomain, kCounter, count);
  add("ms", kMs, Type::kU64, kDomain, kCounter, {.dim_time = 1, .scale_time = kMillisecondScale});
  add("kbc", kKbc, Type::kU64, kDomain, kCounter, space);
  add("s", kS, Type::kU32, {}, kInstant);
  add("sc", kSc, Type::kU32, {}, kCounter, count);
  add("disc", kDisc, Type::kU32, {}, kDiscrete);
  add("str", kStr, Type::kString, kDomain, kDiscrete);
  add("kbs", kKbs, Type::kDouble, {}, kInstant,
      {.dim_space = 1, .dim_time = -1, .scale_space = 1, .scale_time = kSecondScale});
  add("perc", kPerc, Type::kDouble, {}, kInstant, {.dim_time = -1, .scale_time = kMinuteScale});
  add("i32", kI32, Type::k32, kDomain, kInstant);
  add("mcnt", kMcnt, Type::kU32, {}, kInstant, {.dim_count = 1, .scale_count = 6});
  add("rare", kRare, Type::kU32, {}, kInstant);
}

// The values of every instance at sample i.
Values Each(Item item, std::int64_t i, std::int64_t (*value)(std::int64_t, std::int64_t)) {
  Values values{Id(item), {}};
  for (const InstanceId instance : {1, 2, 3, 4}) {
    const bool lives = instance == 4 ? i >= 4 : instance != 2 || i < 9;
    if (lives) values.values.emplace_back(instance, value(instance, i));
  }
  return values;
}

std::vector<Values> Sample(std::int64_t i) {
  std::vector<Values> sets;
  sets.push_back(Each(kKb, i, [](auto j, auto n) { return 100 * j + n; }));
  sets.push_back(Each(kCnt, i, [](auto j, auto n) { return 1000 + j * n * n * 10; }));
  sets.push_back(Each(kMs, i, [](auto j, auto n) { return j * n * 1000; }));
  sets.push_back(Each(kKbc, i, [](auto j, auto n) { return j * n * 100; }));
  sets.push_back(Each(kI32, i, [](auto j, auto n) { return j - n; }));
  Values texts = Each(kStr, i, [](auto j, auto n) { return j * n % 4; });
  for (auto& [instance, value] : texts.values)
    value = "v" + std::to_string(std::get<std::int64_t>(value));
  sets.push_back(std::move(texts));
  const double real = static_cast<double>(i);
  sets.push_back(Single(Id(kS), i % 5));
  sets.push_back(Single(Id(kSc), i == 5 ? 3 : i * 7));
  sets.push_back(Single(Id(kDisc), i / 3));
  sets.push_back(Single(Id(kKbs), 1.5 * real));
  sets.push_back(Single(Id(kPerc), 90 * real));
  sets.push_back(Single(Id(kMcnt), i));
  if (i == 2 || i == 3 || i == 8) sets.push_back(Single(Id(kRare), i));
  return sets;
}

}  // namespace

void WriteRuleToy(const std::string& base) {
  ArchiveBuilder archive(base, Version::k2);
  Describe(archive);
  archive.InDom(At(0), kDomain, {{1, "red x"}, {2, "green"}, {3, "blue"}, {4, "black"}});
  constexpr std::int64_t kSamples = 13, kMark = 7;
  for (std::int64_t i = 0; i < kSamples; ++i) {
    const Timestamp stamp = At(10.0 * static_cast<double>(i));
    if (i == kMark)
      archive.Mark(stamp);
    else
      archive.Record(stamp, Sample(i));
  }
  archive.Close();
}

}  // namespace fdr::test
