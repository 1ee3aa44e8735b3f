// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A rule and its inverse make the original archive again.

#include <filesystem>
#include <string>
#include <utility>

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

class InverseRulesTest : public RewriteTest {
 protected:
  void WriteSome(Version version) {
    constexpr MetricId kKind = MetricId::Build(60, 3, 2);
    Write(
        [&](ArchiveBuilder& archive) {
          archive.Metric({.name = "load", .id = kLoad, .type = Type::k32})
              .Metric({.name = "disc.reads",
                       .id = kReads,
                       .type = Type::kU32,
                       .indom = kDiscs,
                       .units = {.dim_space = 1, .scale_space = 1}})
              .Metric({.name = "name", .id = kName, .type = Type::kString})
              .Metric({.name = "kind", .id = kKind, .type = Type::kEvent})
              .Text(TextKind::kMetricOneLine, kReads.value, "reads")
              .LabelSets(At(1), LabelLevel::kContext, kContextId, {{{{"host", "\"h\""}}}})
              .LabelSets(At(1), LabelLevel::kDomain, 60, {{{{"agent", "1"}}}})
              .LabelSets(At(1), LabelLevel::kInstances, kDiscs.value, {{{{"m", "1"}}, 1}});
          for (int i = 1; i < 8; ++i) {
            const std::int64_t value = i * 1000;
            if (i == 4) archive.Mark(At(3.5));
            if (i % 3 == 1)
              archive.InDom(At(i), kDiscs,
                            {{0, "sda"}, {1, "sdb"}, {i + 1, "sdc" + std::to_string(i)}});
            archive.Record(
                At(i),
                {Single(kLoad, -value),
                 {kReads, {{0, value}, {1, value + 1}}},
                 Single(kName, std::string("some text")),
                 Single(kKind, std::vector<Event>{
                                   {At(i), kEventPoint, {{kLoad, Type::k32, std::int64_t{i}}}}})});
          }
        },
        version);
  }

  std::string Drawn(const std::string& base) {
    const auto archive = Archive::Open(base);
    EXPECT_TRUE(archive);
    return MetricsOf(**archive) + InDomsOf(**archive) + LabelsOf(**archive) + TextsOf(**archive) +
           ValuesOf(**archive) + std::string((*archive)->label().host.view());
  }
};

TEST_F(InverseRulesTest, TheOriginalComesBack) {
  const std::pair<const char*, const char*> kRules[] = {
      {"metric load { pmid -> 62.5.6 name -> a.b }", "metric a.b { pmid -> 60.0.1 name -> load }"},
      {"metric 60.*.* { pmid -> 70.*.* } indom 60.* { indom -> 70.* }",
       "metric 70.*.* { pmid -> 60.*.* } indom 70.* { indom -> 60.* }"},
      {"metric load { type -> double } metric disc.reads { type -> u64 }",
       "metric load { type -> 32 } metric disc.reads { type -> u32 }"},
      {"metric disc.reads { units -> 1,0,0,BYTE,0,0 rescale }",
       "metric disc.reads { units -> 1,0,0,KBYTE,0,0 rescale }"},
      {"indom 60.1 { inst 0 -> 1 inst 1 -> 0 iname \"sda\" -> \"sdb\" iname \"sdb\" -> \"sda\" }",
       "indom 60.1 { inst 0 -> 1 inst 1 -> 0 iname \"sda\" -> \"sdb\" iname \"sdb\" -> \"sda\" }"},
      {"indom 60.1 { iname replace /^sd/ -> \"disc\" }",
       "indom 60.1 { iname replace /^disc/ -> \"sd\" }"},
      {"global { time -> 1:00:00.5 hostname -> other }",
       "global { time -> -1:00:00.5 hostname -> toyhost }"},
      {"label context \"host\" { label -> \"h\" value -> 5 }",
       "label context \"h\" { label -> \"host\" } label context \"h\" { value -> \"h\" }"},
      {"metric name { value /some/ -> \"no\" }", "metric name { value /no/ -> \"some\" }"},
      {"text metric disc.reads { text -> \"x\" }", "text metric disc.reads { text -> \"reads\" }"},
      {"metric load { indom -> 60.1 }", "metric load { indom -> null }"},
  };
  for (const Version version : {Version::k2, Version::k3}) {
    RemoveFiles(directory_, "in");
    WriteSome(version);
    const std::string original = Drawn(directory_ / "in");
    for (const auto& [rule, inverse] : kRules) {
      names_ = {"in"};
      out_ = directory_ / "out";
      Rewritten(rule);
      EXPECT_NE(Drawn(out_), original) << rule;
      RemoveFiles(directory_, "there");
      for (const char* suffix : {".0", ".meta", ".index"})
        std::filesystem::rename(out_ + suffix, directory_ / "there" + suffix);
      names_ = {"there"};
      Rewritten(inverse);
      EXPECT_EQ(Drawn(out_), original) << rule;
    }
  }
}

}  // namespace
}  // namespace fdr::test
