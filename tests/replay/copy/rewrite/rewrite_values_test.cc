// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rules do to data records.

#include <filesystem>

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

class RewriteValuesTest : public RewriteTest {
 protected:
  void WriteDiscs(Type type, std::initializer_list<std::pair<InstanceId, Payload>> values,
                  Units units = {}) {
    Write([&](ArchiveBuilder& archive) {
      archive.Metric({.name = "load", .id = kLoad})
          .Metric({.name = "reads", .id = kReads, .type = type, .indom = kDiscs, .units = units})
          .InDom(At(1), kDiscs, {{0, "sda one"}, {1, "sdb"}, {2, "sdc"}})
          .Record(At(1), {Single(kLoad, std::int64_t{7}), {kReads, values}});
    });
  }

  // The line of the discs.
  std::string Reads(std::string_view rules) {
    const std::string values = ValuesOf(*Rewritten(rules));
    const auto at = values.find(" [", values.find('\n'));
    return at == std::string::npos ? values : values.substr(at, values.size() - at - 1);
  }
};

TEST_F(RewriteValuesTest, UntouchedRecordsKeepTheirBytes) {
  WriteDiscs(Type::kU32, {{0, std::int64_t{5}}});
  Rewritten("metric reads { sem -> counter name -> disc.reads }");
  EXPECT_TRUE(ReadFile(directory_ / "in.0") == ReadFile(out_ + ".0"));
  EXPECT_EQ(report_.changed, 0u);
}

TEST_F(RewriteValuesTest, TypesBecomeOthers) {
  WriteDiscs(Type::kU32, {{0, std::int64_t{5}}, {1, std::uint64_t{4'000'000'000}}});
  EXPECT_EQ(Reads("metric reads { type -> u64 }"), " [0]=5 [1]=4000000000");
  EXPECT_EQ(Reads("metric reads { type -> 64 }"), " [0]=5 [1]=4000000000");
  EXPECT_EQ(Reads("metric reads { type -> double }"), " [0]=5 [1]=4000000000");
  EXPECT_EQ(Reads("metric reads { type -> float }"), " [0]=5 [1]=4000000000");
  EXPECT_EQ(Reads("metric reads { type -> string }"), " [0]=5 [1]=4000000000");
  EXPECT_EQ(Reads("metric reads { type if 32 -> float type if u32 -> u64 }"),
            " [0]=5 [1]=4000000000");
}

TEST_F(RewriteValuesTest, WhatDoesNotFitIsAnError) {
  WriteDiscs(Type::kU32, {{0, std::int64_t{5}}, {1, std::uint64_t{4'000'000'000}}});
  EXPECT_EQ(Rewrite("metric reads { type -> 32 }"),
            "reads, instance 1, at 1700000001.000000000: 4000000000 does not fit into the type "
            "32-bit int; --lossy takes the nearest number that does");
  options_.is_lossy = true;
  EXPECT_EQ(Reads("metric reads { type -> 32 }"), " [0]=5 [1]=2147483647");
  EXPECT_EQ(report_.clamped, 1u);
}

TEST_F(RewriteValuesTest, NegativeNumbersDoNotBecomeUnsigned) {
  WriteDiscs(Type::k64, {{0, std::int64_t{-5}}, {1, -(std::int64_t{1} << 40)}});
  EXPECT_NE(Rewrite("metric reads { type -> u64 }"), "");
  EXPECT_NE(Rewrite("metric reads { type -> 32 }"), "");
  options_.is_lossy = true;
  EXPECT_EQ(Reads("metric reads { type -> 32 }"), " [0]=-5 [1]=-2147483648");
  EXPECT_EQ(Reads("metric reads { type -> u32 }"), " [0]=0 [1]=0");
  EXPECT_EQ(report_.clamped, 2u);
}

TEST_F(RewriteValuesTest, AFractionIsCutAndCounted) {
  WriteDiscs(Type::kDouble, {{0, 2.75}, {1, -2.75}, {2, 3.0}});
  EXPECT_EQ(Reads("metric reads { type -> 32 }"), " [0]=2 [1]=-2 [2]=3");
  EXPECT_EQ(report_.rounded, 2u);
}

TEST_F(RewriteValuesTest, UnitsAreRescaledExactly) {
  const Units kilobytes{.dim_space = 1, .scale_space = 1};
  WriteDiscs(Type::kU32,
             {{0, std::uint64_t{3'000'000'001}}, {1, std::int64_t{1535}}, {2, std::int64_t{512}}},
             kilobytes);
  EXPECT_EQ(Reads("metric reads { units -> 1,0,0,MBYTE,0,0 rescale }"), " [0]=2929688 [1]=1 [2]=1");
  EXPECT_EQ(Reads("metric reads { units -> 1,0,0,MBYTE,0,0 }"), " [0]=3000000001 [1]=1535 [2]=512");
  EXPECT_NE(Rewrite("metric reads { units -> 1,0,0,BYTE,0,0 rescale }"), "");
  EXPECT_EQ(Reads("metric reads { type -> u64 units -> 1,0,0,BYTE,0,0 rescale }"),
            " [0]=3072000001024 [1]=1571840 [2]=524288");
  EXPECT_EQ(Reads("metric reads { type -> double units -> 1,0,0,MBYTE,0,0 rescale }"),
            " [0]=2929687.5009765625 [1]=1.4990234375 [2]=0.5");
}

// Numbers of one size are written over a copy of the record; another type makes it a new one.
TEST_F(RewriteValuesTest, NumbersInTheirPlacesAreTheSameAsInANewRecord) {
  const std::string rescale = "metric reads { units -> 1,0,0,MBYTE,0,0 rescale }";
  for (const Type type :
       {Type::k32, Type::kU32, Type::k64, Type::kU64, Type::kFloat, Type::kDouble}) {
    WriteDiscs(type,
               {{0, std::int64_t{3'000'001}}, {1, std::int64_t{1535}}, {2, std::int64_t{512}}},
               Units{.dim_space = 1, .scale_space = 1});
    const std::string patched = Reads(rescale);
    EXPECT_EQ(report_.changed, 1u);
    EXPECT_EQ(ReadFile(out_ + ".0").size(), ReadFile(directory_ / "in.0").size());
    EXPECT_EQ(Reads(rescale + " metric load { type -> u64 }"), patched) << ToString(type);
    EXPECT_TRUE(patched.starts_with(" [0]=2930") || patched.starts_with(" [0]=2929.6")) << patched;
    for (const char* suffix : {".0", ".meta", ".index"})
      std::filesystem::remove(directory_ / "in" + suffix);
  }
}

TEST_F(RewriteValuesTest, NegativeNumbersAreRoundedAsPositiveOnes) {
  const Units milliseconds{.dim_time = 1, .scale_time = kMillisecondScale};
  WriteDiscs(Type::k32,
             {{0, std::int64_t{-5000}}, {1, std::int64_t{-5501}}, {2, std::int64_t{-5500}}},
             milliseconds);
  EXPECT_EQ(Reads("metric reads { units -> 0,1,0,0,SEC,0 rescale }"), " [0]=-5 [1]=-6 [2]=-5");
}

TEST_F(RewriteValuesTest, OtherDimensionsCannotBeRescaled) {
  WriteDiscs(Type::kU32, {{0, std::int64_t{5}}}, Units{.dim_space = 1});
  EXPECT_EQ(Rewrite("metric reads { units -> 0,1,0,0,SEC,0 rescale }"),
            "rules:1:16: metric reads: values cannot be rescaled from byte to sec\n"
            "metric reads { units -> 0,1,0,0,SEC,0 rescale }\n"
            "               ^ -- here\n");
}

TEST_F(RewriteValuesTest, OneOfSeveralValuesStays) {
  WriteDiscs(Type::k32, {{1, std::int64_t{30}}, {0, std::int64_t{10}}, {2, std::int64_t{-3}}});
  const auto output = [this](const std::string& choice) {
    return Reads("metric reads { indom -> null " + choice + " }");
  };
  EXPECT_EQ(output(""), " [-1]=30");
  EXPECT_EQ(output("output first"), " [-1]=30");
  EXPECT_EQ(output("output last"), " [-1]=-3");
  EXPECT_EQ(output("output min"), " [-1]=-3");
  EXPECT_EQ(output("output max"), " [-1]=30");
  EXPECT_EQ(output("output sum"), " [-1]=37");
  EXPECT_EQ(output("output avg"), " [-1]=12");
  EXPECT_EQ(output("output inst 0"), " [-1]=10");
  EXPECT_EQ(output("output iname \"sda\""), " [-1]=10");
  EXPECT_EQ(output("output iname \"sdc\""), " [-1]=-3");
  EXPECT_EQ(ValuesOf(*Rewritten("metric reads { indom -> null output inst 9 }")),
            "1 60.0.1 [-1]=7\n1 60.1.1\n");
}

TEST_F(RewriteValuesTest, SumsDoNotWrap) {
  WriteDiscs(Type::k32, {{0, std::int64_t{2147483647}}, {1, std::int64_t{3}}});
  EXPECT_EQ(Reads("metric reads { indom -> null output avg }"), " [-1]=1073741825");
  EXPECT_NE(Rewrite("metric reads { indom -> null output sum }"), "");
  EXPECT_EQ(Reads("metric reads { indom -> null output sum type -> 64 }"), " [-1]=2147483650");
}

TEST_F(RewriteValuesTest, ASingularMetricGetsADomain) {
  WriteDiscs(Type::k32, {{0, std::int64_t{1}}});
  EXPECT_EQ(ValuesOf(*Rewritten("metric load { indom -> 60.1 }")),
            "1 60.0.1 [0]=7\n1 60.1.1 [0]=1\n");
  EXPECT_EQ(ValuesOf(*Rewritten("metric load { indom -> 60.1 output inst 2 }")),
            "1 60.0.1 [2]=7\n1 60.1.1 [0]=1\n");
  EXPECT_EQ(ValuesOf(*Rewritten("metric load { indom -> 60.1 output iname \"sdb\" }")),
            "1 60.0.1 [1]=7\n1 60.1.1 [0]=1\n");
}

TEST_F(RewriteValuesTest, InstancesAreExchanged) {
  WriteDiscs(Type::k32, {{0, std::int64_t{10}}, {1, std::int64_t{11}}, {2, std::int64_t{12}}});
  const auto archive = Rewritten("indom 60.1 { inst 0 -> 1 inst 1 -> 0 inst 2 -> 200 }");
  EXPECT_EQ(ValuesOf(*archive), "1 60.0.1 [-1]=7\n1 60.1.1 [1]=10 [0]=11 [200]=12\n");
  EXPECT_EQ(InDomsOf(*archive), "60.1 @1 0=sdb 1=sda one 200=sdc\n");
}

TEST_F(RewriteValuesTest, DeletedInstancesHaveNoValues) {
  WriteDiscs(Type::k32, {{0, std::int64_t{10}}, {1, std::int64_t{11}}, {2, std::int64_t{12}}});
  const auto archive = Rewritten("indom 60.1 { inst 1 -> delete iname \"sda\" -> delete }");
  EXPECT_EQ(ValuesOf(*archive), "1 60.0.1 [-1]=7\n1 60.1.1 [2]=12\n");
  EXPECT_EQ(InDomsOf(*archive), "60.1 @1 2=sdc\n");
}

TEST_F(RewriteValuesTest, ADeletedMetricLeavesTheOthers) {
  WriteDiscs(Type::k32, {{0, std::int64_t{10}}});
  const auto archive = Rewritten("metric reads { delete }");
  EXPECT_EQ(ValuesOf(*archive), "1 60.0.1 [-1]=7\n");
  EXPECT_EQ(InDomsOf(*archive), "");
  EXPECT_EQ(Rewrite("metric 60.*.* { delete }"), out_ + ": Nothing is left to write");
  EXPECT_EQ(report_.left_out, 1u);
}

TEST_F(RewriteValuesTest, MetricsAreExchanged) {
  WriteDiscs(Type::k32, {{0, std::int64_t{10}}});
  const auto archive = Rewritten(
      "metric load { pmid -> 60.1.1 name -> reads }\n"
      "metric reads { pmid -> 60.0.1 name -> load }");
  EXPECT_EQ(ValuesOf(*archive), "1 60.1.1 [-1]=7\n1 60.0.1 [0]=10\n");
  EXPECT_EQ(report_.changed, 1u);
}

TEST_F(RewriteValuesTest, TextsChange) {
  Write([&](ArchiveBuilder& archive) {
    archive.Metric({.name = "name", .id = kName, .type = Type::kString})
        .Record(At(1), {Single(kName, std::string("linux 5.10 x86"))})
        .Record(At(2), {Single(kName, std::string("other"))});
  });
  EXPECT_EQ(
      ValuesOf(*Rewritten("metric name { value replace /([0-9]+)\\.([0-9]+)/ -> \"<\\2.\\1>\" "
                          "value \"x86\" -> \"& \\& arm\" }")),
      "1 60.2.1 [-1]=linux <10.5> x86 & arm\n2 60.2.1 [-1]=other\n");
}

TEST_F(RewriteValuesTest, EventsHaveMetricsInside) {
  constexpr MetricId kEvents = MetricId::Build(60, 3, 1), kKind = MetricId::Build(60, 3, 2),
                     kText = MetricId::Build(60, 3, 3);
  for (const Type type : {Type::kEvent, Type::kHighresEvent}) {
    Write([&](ArchiveBuilder& archive) {
      archive.Metric({.name = "events", .id = kEvents, .type = type})
          .Metric({.name = "event.kind", .id = kKind})
          .Metric({.name = "event.text", .id = kText, .type = Type::kString})
          .Record(At(1), {Single(kEvents,
                                 std::vector<Event>{{At(0.5),
                                                     kEventPoint,
                                                     {{kKind, Type::kU32, std::int64_t{3}},
                                                      {kText, Type::kString, std::string("abc")}}},
                                                    {At(0.75), kEventPoint, {}}})});
    });
    EXPECT_EQ(ValuesOf(*Rewritten("metric event.kind { pmid -> 60.4.* type -> u64 }")),
              "1 60.3.1 [-1]={ @0.5 60.4.2=3 60.3.3=abc @0.75 }\n");
    EXPECT_EQ(ValuesOf(*Rewritten("metric event.text { delete } global { time -> 10 }")),
              "11 60.3.1 [-1]={ @10.5 60.3.2=3 @10.75 }\n");
    RemoveFiles(directory_, "in");
  }
}

TEST_F(RewriteValuesTest, TimeMoves) {
  for (const Version version : {Version::k2, Version::k3}) {
    Write(
        [&](ArchiveBuilder& archive) {
          archive.Metric({.name = "load", .id = kLoad})
              .Metric({.name = "reads", .id = kReads, .indom = kDiscs})
              .Text(TextKind::kMetricOneLine, kLoad.value, "load")
              .InDom(At(1), kDiscs, {{0, "sda"}})
              .LabelSets(At(1), LabelLevel::kContext, kContextId, {{{{"place", "\"here\""}}}})
              .Record(At(1), {Single(kLoad, std::int64_t{7}), {kReads, {{0, std::int64_t{1}}}}})
              .Mark(At(1.5))
              .Record(At(2), {Single(kLoad, std::int64_t{8})});
        },
        version);
    const auto archive = Rewritten("global { time -> -0:1:0.5 }");
    EXPECT_EQ(ValuesOf(*archive),
              "-59.5 60.0.1 [-1]=7\n-59.5 60.1.1 [0]=1\n-59 mark\n-58.5 60.0.1 [-1]=8\n");
    EXPECT_EQ(InDomsOf(*archive), "60.1 @-59.5 0=sda\n");
    EXPECT_EQ(LabelsOf(*archive), "context @-59.5 {\"place\":\"here\"}\n");
    EXPECT_EQ(archive->label().start, At(-59.5));
    EXPECT_EQ(report_.moved, 3u);
    RemoveFiles(directory_, "in");
  }
}

TEST_F(RewriteValuesTest, TimeDoesNotMoveOutOfTheRange) {
  const auto write = [&](ArchiveBuilder& archive) {
    archive.Metric({.name = "load", .id = kLoad}).Record(At(1), {Single(kLoad, std::int64_t{7})});
  };
  Write(write, Version::k2);
  EXPECT_EQ(Rewrite("global { time -> 140000:00:00 }"),
            "The rules would move the time 1700000001.000000000 out of those that an archive of "
            "version 2 can have");
  EXPECT_NE(Rewrite("global { time -> -500000:00:00 }"), "");
  EXPECT_NE(Rewrite("global { time -> 0.0000001 }"), "");
  RemoveFiles(directory_, "in");
  Write(write, Version::k3);
  EXPECT_EQ(Rewrite("global { time -> 140000:00:00.000000001 }"), "");
  EXPECT_NE(Rewrite("global { time -> -500000:00:00 }"), "");
}

}  // namespace
}  // namespace fdr::test
