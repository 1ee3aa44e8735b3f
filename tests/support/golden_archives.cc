// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/golden_archives.h"

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

constexpr InDomId kColours = InDomId::Build(245, 1);
constexpr InDomId kProcesses = InDomId::Build(245, 2);

constexpr MetricId Id(std::uint32_t item) { return MetricId::Build(245, 0, item); }
constexpr MetricId k32 = Id(1), kU32 = Id(2), k64 = Id(3), kU64 = Id(4), kFloat = Id(5),
                   kDouble = Id(6), kString = Id(7), kAggregate = Id(8), kGone = Id(9),
                   kEvent = Id(10), kHighres = Id(11), kNote = Id(12), kCounter = Id(13);

constexpr std::int32_t kNoAgent = -12386;
constexpr std::int32_t kNotInThisVersion = -12350;

Units Count() { return {.dim_count = 1}; }
Units Kbyte() { return {.dim_space = 1, .scale_space = 1}; }

ByteBuffer Opaque(std::initializer_list<int> bytes) {
  ByteBuffer buffer;
  for (const int b : bytes) buffer.push_back(static_cast<std::byte>(b));
  return buffer;
}

InstanceList Colours() { return {{0, "red"}, {1, "green"}, {2, "blue light"}}; }

// All types except events, single values and instances, error codes, and extreme values.
void AllTypes(const std::string& base, Version version) {
  constexpr auto kCounterSemantics = Semantics::kCounter;
  ArchiveBuilder archive(base, version);
  archive.Metric({"toy.i32", k32, Type::k32, kColours})
      .Metric({"toy.u32", kU32, Type::kU32, kColours, kCounterSemantics, Count()})
      .Metric({"toy.i64", k64, Type::k64, kColours})
      .Metric({"toy.u64", kU64, Type::kU64, kColours, kCounterSemantics, Count()})
      .Metric({"toy.float", kFloat, Type::kFloat, kColours})
      .Metric({"toy.double", kDouble, Type::kDouble, kColours, Semantics::kInstant, Kbyte()})
      .Metric({"toy.string", kString, Type::kString, {}, Semantics::kDiscrete})
      .Metric({"toy.aggregate", kAggregate, Type::kAggregate})
      .Metric({"toy.gone", kGone, Type::kU32})
      .InDom(At(0), kColours, Colours());
  for (int i = 0; i < 4; ++i) {
    const std::int64_t n = i;
    const auto u = static_cast<std::uint64_t>(i);
    archive.Record(
        At(i + 0.123456),
        {{k32, {{0, n - 5}, {1, std::int64_t{-2147483648}}, {2, std::int64_t{2147483647}}}},
         {kU32, {{0, n}, {1, std::int64_t{4000000000} + n}, {2, std::int64_t{4294967290} + n}}},
         {k64, {{0, -(std::int64_t{1} << 40) - n}, {1, INT64_MIN + n}, {2, INT64_MAX - n}}},
         {kU64, {{0, n}, {1, (std::uint64_t{1} << 63) + u}, {2, UINT64_MAX - 9 + u}}},
         {kFloat, {{0, 1.5 + i}, {1, -0.1}, {2, 1e30}}},
         {kDouble, {{0, -2.25 - i}, {1, 1e-300}, {2, 0.1 * i}}},
         Single(kString, i == 2 ? "" : "hello " + std::to_string(i)),
         Single(kAggregate, Opaque({1, 2, 3, 4, 5 + i})),
         NoValues(kGone, i == 0   ? kNotInThisVersion
                         : i == 1 ? kNoAgent
                                  : 0)});
  }
  archive.Close();
}

void InPlaceFloats(const std::string& base, Version version) {
  ArchiveBuilder archive(base, version);
  archive
      .Metric({.name = "toy.float",
               .id = kFloat,
               .type = Type::kFloat,
               .indom = kColours,
               .in_place_floats = true})
      .InDom(At(0), kColours, Colours());
  for (int i = 0; i < 3; ++i)
    archive.Record(At(i), {{kFloat, {{0, 0.5 * i}, {1, -1.25}, {2, 3e8}}}});
  archive.Close();
}

// Instances come and go.  One is renamed, and once almost all change.  Version 3 writes deltas.
void Instances(const std::string& base, Version version) {
  const std::vector<InstanceList> steps = {
      {{10, "init"}, {20, "shell"}, {30, "editor"}, {40, "compiler"}},
      {{10, "init"}, {20, "shell"}, {30, "editor"}, {40, "compiler"}},               // the same
      {{10, "init"}, {20, "shell"}, {25, "pager"}, {30, "editor"}, {50, "linker"}},  // come and go
      {{10, "init"}, {20, "shell -l"}, {25, "pager"}, {30, "editor"}},               // renamed
      {{10, "init"}, {99, "new world"}},                                             // almost all
      {{10, "init"}},
  };
  ArchiveBuilder archive(base, version);
  archive.Metric({"toy.load", kDouble, Type::kDouble, kProcesses});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Timestamp stamp = At(10.0 * static_cast<double>(i));
    Values values{kDouble, {}};
    for (const Instance& instance : steps[i])
      values.values.push_back({instance.id, static_cast<double>(instance.id) + 0.5});
    archive.InDom(stamp, kProcesses, steps[i]).Record(stamp, {values});
  }
  archive.Close();
}

// A label set on every level, a set that changes, an empty set, and one-line and full help texts.
void LabelsAndTexts(const std::string& base, Version version) {
  ArchiveBuilder archive(base, version);
  archive.Metric({"toy.i32", k32, Type::k32, kColours})
      .InDom(At(0), kColours, Colours())
      .LabelSets(At(0), LabelLevel::kContext, 0xffffffff,
                 {{{{"hostname", "\"toyhost\""}, {"machineid", "\"0123\""}, {"zone", "7", true}}}})
      .LabelSets(At(0), LabelLevel::kDomain, 245, {{{{"agent", "\"toy\""}}}})
      .LabelSets(At(0), LabelLevel::kInDom, kColours.value, {{{{"space", "\"rgb\""}}}})
      .LabelSets(At(0), LabelLevel::kCluster, MetricId::Build(245, 0, 0).value,
                 {{{{"cluster", "[1,2]"}}}})
      .LabelSets(At(0), LabelLevel::kItem, k32.value, {{{{"exact", "true"}, {"unit", "null"}}}})
      .LabelSets(At(0), LabelLevel::kInstances, kColours.value,
                 {{{{"wave", "700"}}, 0}, {{{"wave", "530"}, {"eye", "\"best\""}}, 1}, {{}, 2}})
      .Text(TextKind::kMetricOneLine, k32.value, "a number")
      .Text(TextKind::kMetricHelp, k32.value, "A number of each colour.\nIt means nothing.")
      .Text(TextKind::kInDomOneLine, kColours.value, "colours")
      .Text(TextKind::kInDomHelp, kColours.value, "")
      .Record(At(0), {{k32, {{0, 1}, {1, 2}, {2, 3}}}})
      .LabelSets(At(1), LabelLevel::kContext, 0xffffffff, {{{{"hostname", "\"moved\""}}}})
      .Record(At(1), {{k32, {{0, 4}, {1, 5}, {2, 6}}}});
  archive.Close();
}

void Events(const std::string& base, Version version) {
  ArchiveBuilder archive(base, version);
  archive.Metric({"toy.event", kEvent, Type::kEvent})
      .Metric({"toy.highres", kHighres, Type::kHighresEvent})
      .Metric({"toy.u32", kU32, Type::kU32})
      .Metric({"toy.double", kDouble, Type::kDouble})
      .Metric({"toy.note", kNote, Type::kString});
  const std::vector<EventField> fields = {
      {kU32, Type::kU32, 77}, {kNote, Type::kString, "a note"}, {kDouble, Type::kDouble, 2.5}};
  for (int i = 0; i < 3; ++i) {
    std::vector<Event> events;
    if (i > 0) events.push_back({.stamp = At(i - 0.5), .fields = fields});
    events.push_back({.stamp = At(i), .flags = kEventStart | kEventId, .fields = {fields[0]}});
    if (i > 1) events.push_back({.stamp = At(i), .flags = kEventMissed, .missed = 9});
    // PCP stores no number of missed high-resolution events, so this archive has none either.
    std::vector<Event> highres = events;
    highres.back().missed = 0;
    archive.Record(At(i), {Single(kEvent, events), Single(kHighres, highres)});
  }
  // The parameters have values as metrics, too, because PCP's extractor drops metrics without
  // values.
  archive.Record(At(3), {Single(kEvent, std::vector<Event>{}), NoValues(kHighres), Single(kU32, 1),
                         Single(kNote, "alone"), Single(kDouble, 0.5)});
  archive.Close();
}

// Three volumes, a mark within a volume, a mark at the end of a volume, and a counter that
// restarts.
void MarksAndVolumes(const std::string& base, Version version) {
  ArchiveBuilder archive(base, version);
  archive
      .Metric({.name = "toy.counter",
               .id = kCounter,
               .type = Type::kU64,
               .semantics = Semantics::kCounter,
               .units = Count(),
               .more_names = {"toy.also.counter"}})
      .Record(At(0), {Single(kCounter, 1000)})
      .Record(At(1), {Single(kCounter, 1010)})
      .Mark(At(1.001))
      .Record(At(5), {Single(kCounter, 10)})
      .Volume()
      .Record(At(6), {Single(kCounter, 20)})
      .Record(At(6), {NoValues(kCounter)})
      .Mark(At(6.001))
      .Volume()
      .Record(At(9), {Single(kCounter, 2)})
      .Record(At(10), {Single(kCounter, 3)});
  archive.Close();
}

constexpr GoldenArchive kArchives[] = {
    {"v2-all-types", Version::k2, AllTypes},
    {"v3-all-types", Version::k3, AllTypes},
    {"v2-inplace-floats", Version::k2, InPlaceFloats},
    {"v2-instances", Version::k2, Instances},
    {"v3-instances-delta", Version::k3, Instances},
    {"v2-labels-texts", Version::k2, LabelsAndTexts},
    {"v3-labels-texts", Version::k3, LabelsAndTexts},
    {"v2-events", Version::k2, Events},
    {"v3-events", Version::k3, Events},
    {"v2-marks-volumes", Version::k2, MarksAndVolumes},
    {"v3-marks-volumes", Version::k3, MarksAndVolumes},
};

}  // namespace

std::span<const GoldenArchive> GoldenArchives() { return kArchives; }

std::string GoldenBase(const GoldenArchive& archive) { return TestData("golden/") + archive.name; }

}  // namespace fdr::test
