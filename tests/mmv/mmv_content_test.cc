// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_content.h"

#include <gtest/gtest.h>

#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/tests/mmv/mmv_builder.h"

namespace fdr::mmv {
namespace {

using test::MappedIndom;
using test::MappedLabel;
using test::MappedMetric;
using test::Put;
using test::SectionOf;
using test::TocEntryOf;
using test::ToyMmv;

struct Decoded {
  Result<Content> content;
  std::vector<Defect> defects;

  /// "mmv.magic at 0", ...
  std::string Text() const {
    std::string text;
    for (const Defect& defect : defects) {
      if (!text.empty()) text += ", ";
      text += std::string(InfoOf(defect.code).name) + " at " + std::to_string(defect.offset);
    }
    return text;
  }
};

Decoded Decode(const ByteBuffer& file) {
  std::vector<Defect> defects;
  Result<Content> content =
      DecodeContent(file, [&](Defect defect) { defects.push_back(std::move(defect)); });
  return {std::move(content), std::move(defects)};
}

ToyMmv OneMetric(std::int32_t version = 1) {
  return {.version = version, .metrics = {{.name = "x"}}};
}

ToyMmv Everything(std::int32_t version) {
  ToyMmv toy{.version = version, .flags = kSentinel, .process = 12, .cluster = 321};
  toy.indoms = {{.serial = 1,
                 .instances = {{7, "seven"}, {0, "zero"}},
                 .short_text = "one line",
                 .long_text = "more lines"},
                {.serial = 2, .instances = {{3, "three"}}}};
  toy.metrics = {
      {.name = "a.number",
       .item = 4,
       .type = 0,
       .semantics = 3,
       .units = 0x00100000,
       .serial = 1,
       .values = {{.bits = 5, .instance = 7}, {.bits = 6, .instance = 0}},
       .short_text = "short",
       .long_text = "long"},
      {.name = "a.text", .item = 5, .type = 6, .semantics = 4, .values = {{.text = "hello"}}},
      {.name = "elapsed", .item = 6, .type = kElapsedType, .values = {{.bits = 1, .extra = -2}}}};
  if (version == 3)
    toy.labels = {{.flags = 8, .json = R"({"team":"web"})"},
                  {.flags = 16 | 128, .object = 4, .json = R"({"n":17})"},
                  {.flags = 4, .object = 1, .json = R"({"a":[1,2]})"},
                  {.flags = 32, .object = 1, .instance = 7, .json = R"({"map":{"b":true}})"}};
  return toy;
}

TEST(MmvContent, HasWhatEveryVersionStores) {
  for (const std::int32_t version : {1, 2, 3}) {
    const ByteBuffer file = Everything(version).Build();
    const Decoded decoded = Decode(file);
    ASSERT_TRUE(decoded.content) << decoded.Text();
    EXPECT_EQ(decoded.Text(), "");
    const Content& content = *decoded.content;
    EXPECT_EQ(content.header.version, version);
    EXPECT_EQ(content.header.generation, 77u);
    EXPECT_EQ(content.header.flags, kSentinel);
    EXPECT_EQ(content.header.process, 12);
    EXPECT_EQ(content.header.cluster, 321u);
    ASSERT_EQ(content.indoms.size(), 2u);
    EXPECT_EQ(content.indoms[0].short_text, "one line");
    EXPECT_EQ(content.indoms[0].long_text, "more lines");
    const auto instances = content.InstancesOf(content.indoms[0]);
    ASSERT_EQ(instances.size(), 2u);
    EXPECT_EQ(instances[0].id, 0);
    EXPECT_EQ(instances[0].name, "zero");
    EXPECT_EQ(instances[1].name, "seven");
    EXPECT_EQ(content.IndomOf(3), nullptr);
    ASSERT_EQ(content.metrics.size(), 3u);
    const Metric& number = content.metrics[0];
    EXPECT_EQ(number.name, "a.number");
    EXPECT_EQ(number.item, 4u);
    EXPECT_EQ(number.type, Type::k32);
    EXPECT_EQ(number.semantics, Semantics::kInstant);
    EXPECT_EQ(number.units, (Units{.dim_count = 1}));
    EXPECT_EQ(number.serial, 1u);
    EXPECT_EQ(number.short_text, "short");
    EXPECT_EQ(number.long_text, "long");
    const auto values = content.ValuesOf(number);
    ASSERT_EQ(values.size(), 2u);
    EXPECT_EQ(values[0].instance, 0);
    EXPECT_EQ(values[0].entry, 1u);
    EXPECT_EQ(values[1].instance, 7);
    EXPECT_EQ(content.metrics[1].type, Type::kString);
    EXPECT_EQ(content.ValuesOf(content.metrics[1])[0].instance, kSingular);
    EXPECT_TRUE(content.metrics[2].is_elapsed);
    EXPECT_EQ(content.metrics[2].type, Type::k64);
    EXPECT_EQ(content.value_section.size, 4 * kValueSize);
    EXPECT_EQ(content.value_strings.size, kStringSize);
  }
}

TEST(MmvContent, HasLabels) {
  const ByteBuffer file = Everything(3).Build();
  const Content content = *Decode(file).content;
  ASSERT_EQ(content.labels.size(), 4u);
  EXPECT_EQ(content.labels[0].json, R"({"team":"web"})");
  EXPECT_EQ(content.labels[1].level, LabelLevel::kItem);
  EXPECT_TRUE(content.labels[1].is_optional);
  EXPECT_EQ(content.labels[2].object, 1u);
  EXPECT_EQ(content.labels[3].instance, 7);
}

TEST(MmvContent, RefusesADamagedFrame) {
  const ByteBuffer good = OneMetric().Build();
  const auto with = [&](std::size_t at, auto value) {
    ByteBuffer file = good;
    Put(file, at, value);
    return Decode(file).Text();
  };
  EXPECT_EQ(with(0, 'm'), "mmv.magic at 0");
  EXPECT_EQ(with(4, 4), "mmv.version at 4");
  EXPECT_EQ(with(4, 0), "mmv.version at 4");
  EXPECT_EQ(with(16, std::uint64_t{0}), "mmv.unfinished at 16");
  EXPECT_EQ(with(36, 4096), "mmv.cluster at 36");
  EXPECT_EQ(with(36, -1), "mmv.cluster at 36");
  EXPECT_EQ(with(24, 0), "mmv.contents at 24");
  EXPECT_EQ(with(24, -1), "mmv.contents at 24");
  EXPECT_EQ(with(24, 1000), "mmv.contents at 24");
  EXPECT_EQ(with(40, 7), "mmv.section-type at 40");
  EXPECT_EQ(with(40, 4), "mmv.section-twice at 56");
  EXPECT_EQ(with(40, 6), "mmv.section-place at 40");
  EXPECT_EQ(with(44, -1), "mmv.section-place at 40");
  EXPECT_EQ(with(44, 9), "mmv.section-place at 40");
  EXPECT_EQ(with(48, ~std::uint64_t{0}), "mmv.section-place at 40");
  EXPECT_EQ(with(24, 1), "mmv.section-missing at 40");
  ByteBuffer zero = good;
  Put(zero, 8, std::uint64_t{0});
  Put(zero, 16, std::uint64_t{0});
  EXPECT_EQ(Decode(zero).Text(), "mmv.unfinished at 16");
}

TEST(MmvContent, ASectionWithoutEntriesLiesNowhere) {
  ByteBuffer file = OneMetric().Build();
  const std::size_t entry = TocEntryOf(file, kValues);
  Put(file, entry + 4, 0);
  Put(file, entry + 8, std::uint64_t{file.size() + 1});
  const Decoded decoded = Decode(file);
  ASSERT_TRUE(decoded.content) << decoded.Text();
  EXPECT_EQ(decoded.content->value_section.offset, 0u);
  EXPECT_EQ(decoded.content->value_section.size, 0u);
}

TEST(MmvContent, SaysWhereSectionsOverlap) {
  ByteBuffer file = OneMetric().Build();
  Put(file, TocEntryOf(file, kValues) + 8, std::uint64_t{72 + 64});
  EXPECT_EQ(Decode(file).Text().substr(0, 31), "mmv.section-overlap at 56, mmv.");
  file = OneMetric().Build();
  file.push_back(std::byte{0});
  Put(file, TocEntryOf(file, kValues) + 8, std::uint64_t{72 + 105});
  EXPECT_EQ(Decode(file).Text().substr(0, 28), "mmv.section-alignment at 177");
}

TEST(MmvContent, RefusesMetricsThatMakeNoSense) {
  const auto text = [](const MappedMetric& metric) {
    ToyMmv toy{.metrics = {{.name = "good", .item = 9}, metric}};
    const ByteBuffer file = toy.Build();
    const Decoded decoded = Decode(file);
    EXPECT_EQ(decoded.content->metrics.size(), 1u);
    return decoded.Text();
  };
  for (const char* name : {"", "1x", "a b", "a..b", "a.", ".a", "a-b"})
    EXPECT_EQ(text({.name = name}), "mmv.metric-name at 176") << name;
  EXPECT_EQ(text({.name = "x", .item = 1024}), "mmv.metric-item at 176");
  EXPECT_EQ(text({.name = "x", .item = 9}), "mmv.metric-item-twice at 176");
  EXPECT_EQ(text({.name = "good", .item = 1}), "mmv.metric-name-twice at 176");
  for (const std::int32_t type : {-2, 7, 8, 10, 77})
    EXPECT_EQ(text({.name = "x", .type = type}), "mmv.metric-type at 176");
  EXPECT_EQ(text({.name = "x", .semantics = 2}), "mmv.metric-semantics at 176");
  EXPECT_EQ(text({.name = "x", .serial = 1}), "mmv.metric-indom at 176");
}

TEST(MmvContent, MetricsOfTheNullDomainAreSingular) {
  const ByteBuffer file = ToyMmv{.metrics = {{.name = "x", .serial = 0xffffffff}}}.Build();
  const Decoded decoded = Decode(file);
  EXPECT_EQ(decoded.Text(), "");
  EXPECT_EQ(decoded.content->metrics[0].serial, 0u);
}

TEST(MmvContent, RefusesDomainsAndInstancesThatMakeNoSense) {
  const auto text = [](const std::vector<MappedIndom>& indoms) {
    const ByteBuffer file = ToyMmv{.indoms = indoms, .metrics = {{.name = "x"}}}.Build();
    return Decode(file).Text();
  };
  EXPECT_EQ(text({{.serial = 0}}), "mmv.indom-serial at 104");
  EXPECT_EQ(text({{.serial = 2048}}), "mmv.indom-serial at 104");
  EXPECT_EQ(text({{.serial = 2047}}), "");
  EXPECT_EQ(text({{.serial = 1}, {.serial = 1}}), "mmv.indom-serial at 136");
  EXPECT_EQ(text({{.serial = 1, .instances = {{-1, "a"}}}}), "mmv.instance-id at 148");
  EXPECT_EQ(text({{.serial = 1, .instances = {{1, "a"}, {1, "b"}}}}), "mmv.instance-id at 104");
  EXPECT_EQ(text({{.serial = 1, .instances = {{1, ""}}}}), "mmv.instance-name at 152");
  EXPECT_EQ(text({{.serial = 1, .instances = {{1, std::string(64, 'n')}}}}),
            "mmv.string-end at 152");
}

TEST(MmvContent, InstancesBelongToOneDomain) {
  const ByteBuffer good = ToyMmv{
      .indoms = {{.serial = 1, .instances = {{1, "a"}}}, {.serial = 2, .instances = {{1, "b"}}}},
      .metrics = {
          {.name = "x"}}}.Build();
  const std::size_t indoms = SectionOf(good, kIndoms), instances = SectionOf(good, kInstances);
  ByteBuffer file = good;
  Put(file, indoms + 4, 3u);
  EXPECT_EQ(Decode(file).Text(), "mmv.indom-instances at 108");
  file = good;
  Put(file, indoms + 8, std::uint64_t{instances + 1});
  EXPECT_EQ(Decode(file).Text(), "mmv.indom-instances at 108");
  file = good;
  Put(file, indoms + 32 + 8, std::uint64_t{instances});
  EXPECT_EQ(Decode(file).Text(), "mmv.instance-indom at " + std::to_string(instances));
  file = good;
  Put(file, indoms + 4, 2u);
  EXPECT_EQ(Decode(file).Text(), "mmv.instance-indom at " + std::to_string(instances + 80) +
                                     ", mmv.indom-instances at 140");
}

TEST(MmvContent, RefusesValuesThatPointNowhere) {
  ToyMmv toy{
      .indoms = {{.serial = 1, .instances = {{1, "a"}}}, {.serial = 2, .instances = {{2, "b"}}}},
      .metrics = {{.name = "x", .item = 1, .serial = 1, .values = {{.instance = 1}}},
                  {.name = "y", .item = 2}}};
  const ByteBuffer good = toy.Build();
  EXPECT_EQ(Decode(good).Text(), "");
  const std::size_t values = SectionOf(good, kValues), instances = SectionOf(good, kInstances),
                    metrics = SectionOf(good, kMetrics);
  const auto with = [&](std::size_t at, std::uint64_t value) {
    ByteBuffer file = good;
    Put(file, values + at, value);
    return Decode(file).Text();
  };
  const std::string first = std::to_string(metrics), second = std::to_string(metrics + 104);
  EXPECT_EQ(with(16, 0), "mmv.value-metric at " + std::to_string(values + 16) +
                             ", mmv.metric-no-value at " + first);
  EXPECT_EQ(with(16, metrics + 1), with(16, 0));
  const std::string no_instance =
      "mmv.value-instance at " + std::to_string(values + 24) + ", mmv.metric-no-value at " + first;
  EXPECT_EQ(with(24, 0), no_instance);
  EXPECT_EQ(with(24, instances + 1), no_instance);
  EXPECT_EQ(with(24, instances + 80), no_instance);
  EXPECT_EQ(with(32 + 24, instances), "mmv.value-instance at " + std::to_string(values + 56) +
                                          ", mmv.metric-no-value at " + second);
}

TEST(MmvContent, TheFirstValueOfAnInstanceCounts) {
  const ByteBuffer file =
      ToyMmv{.metrics = {{.name = "x", .values = {{.bits = 1}, {.bits = 2}}}}}.Build();
  const Decoded decoded = Decode(file);
  EXPECT_EQ(decoded.Text(), "mmv.value-twice at 208");
  EXPECT_EQ(decoded.content->ValuesOf(decoded.content->metrics[0])[0].entry, 0u);
}

TEST(MmvContent, FindsTextsWithoutAPlace) {
  ToyMmv toy{.metrics = {{.name = "x", .type = 6, .values = {{.text = "v"}}, .short_text = "s"}}};
  const ByteBuffer good = toy.Build();
  const std::size_t values = SectionOf(good, kValues), metrics = SectionOf(good, kMetrics),
                    strings = SectionOf(good, kStrings);
  ByteBuffer file = good;
  Put(file, values + 8, std::uint64_t{good.size() - 255});
  EXPECT_EQ(Decode(file).Text().substr(0, 20), "mmv.value-string at ");
  file = good;
  Put(file, values + 8, std::uint64_t{strings - 8});
  EXPECT_EQ(Decode(file).Text(), "mmv.string-place at " + std::to_string(strings - 8));
  file = good;
  Put(file, metrics + 64 + 24, ~std::uint64_t{0});
  EXPECT_EQ(Decode(file).Text(), "mmv.text-place at " + std::to_string(metrics + 88));
  file = good;
  std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(strings), 256, std::byte{'z'});
  EXPECT_EQ(Decode(file).Text(), "mmv.string-end at " + std::to_string(strings));
}

TEST(MmvContent, RefusesLabelsThatMakeNoSense) {
  const auto text = [](const MappedLabel& label) {
    ToyMmv toy{.version = 3,
               .indoms = {{.serial = 1, .instances = {{1, "a"}}}},
               .metrics = {{.name = "x"}},
               .labels = {label}};
    const ByteBuffer file = toy.Build();
    std::string found = Decode(file).Text();
    return found.substr(0, found.find(" at"));
  };
  EXPECT_EQ(text({.json = R"({"a":1})"}), "");
  EXPECT_EQ(text({.flags = 2, .json = R"({"a":1})"}), "mmv.label-level");
  EXPECT_EQ(text({.flags = 12, .json = R"({"a":1})"}), "mmv.label-level");
  EXPECT_EQ(text({.flags = 16, .object = 2, .json = R"({"a":1})"}), "mmv.label-object");
  EXPECT_EQ(text({.flags = 4, .object = 9, .json = R"({"a":1})"}), "mmv.label-object");
  EXPECT_EQ(text({.flags = 32, .object = 1, .instance = 2, .json = R"({"a":1})"}),
            "mmv.label-object");
  for (const char* json : {"", "a", R"({"a":1)", R"({"a":1}x)", R"({"a":})", R"({"1":1})",
                           R"({"a":1,"b":2})", R"({a:1})", R"({"a":{"b":1)"})
    EXPECT_EQ(text({.json = json}), "mmv.label-text") << json;
  EXPECT_EQ(text({.json = std::string(244, 'x')}), "mmv.string-end");
}

TEST(MmvContent, SurvivesEveryCut) {
  for (const std::int32_t version : {1, 2, 3}) {
    const ByteBuffer whole = Everything(version).Build();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const ByteBuffer file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const Decoded decoded = Decode(file);
      EXPECT_FALSE(decoded.content) << size;
      EXPECT_EQ(decoded.defects.size(), 1u) << size;
    }
  }
}

TEST(MmvContent, SurvivesEveryFlippedBit) {
  for (const std::int32_t version : {1, 3}) {
    ByteBuffer file = Everything(version).Build();
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
      file[bit / 8] ^= std::byte{1} << bit % 8;
      Decode(file);
      file[bit / 8] ^= std::byte{1} << bit % 8;
    }
  }
}

}  // namespace
}  // namespace fdr::mmv
