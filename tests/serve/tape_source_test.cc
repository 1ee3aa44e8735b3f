// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/tape/tape_source.h"

#include <gtest/gtest.h>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::At;
using test::Single;

constexpr MetricId kTapedLoad = MetricId::Build(60, 2, 0), kTapedOther = MetricId::Build(60, 2, 1);

class TapeSourceTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder archive(base_);
    archive.Metric({.name = "load", .id = kTapedLoad, .type = Type::kDouble})
        .Metric({.name = "other", .id = kTapedOther, .type = Type::kDouble});
    for (int i = 0; i < 5; ++i)
      archive.Record(At(i), {Single(kTapedLoad, 1.0 * i), Single(kTapedOther, 1.0)});
    archive.Mark(At(4.5));
    for (int i = 10; i < 15; ++i)
      archive.Record(At(i), {Single(kTapedLoad, 1.0 * i), Single(kTapedOther, 1.0)});
    archive.Record(At(14.001), {test::NoValues(kTapedOther)});  // as a recorder ends
    archive.Close();
    archive_ = std::move(*ArchiveContext::Open(base_));
  }

  TapeSource Tape(Timestamp from, bool recorded_stamps) {
    return TapeSource(*archive_, *archive_, TapeClock(At(0), At(14), from),
                      TapeOptions{recorded_stamps, Zone(), "toy"},
                      Clocks{[this] { return now_; }, [] { return At(500); }}, {});
  }
  static std::optional<double> LoadOf(TapeSource& tape) {
    FetchResult result;
    if (!test::Got(tape.PresentFor(0).Fetch(std::vector{kTapedLoad}, result))) return {};
    if (result.sets()[0].count == 0) return {};
    return result.AllValues()[0].AsDouble();
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> archive_;
  std::chrono::nanoseconds now_ = 100s;
};

TEST_F(TapeSourceTest, TheEndIsTheLastSample) { EXPECT_EQ(*LastSampleOf(*archive_), At(14)); }

TEST_F(TapeSourceTest, ValuesAreThoseOfTheTapesTime) {
  TapeSource tape = Tape(At(1), false);
  EXPECT_EQ(LoadOf(tape), 1);
  tape.clock().Play(now_);
  now_ += 1500ms;
  EXPECT_EQ(LoadOf(tape), 2) << "that of 2.5 s";
}

// What a client sees of the tape.
class NamedTapeTest : public TapeSourceTest {
 protected:
  static std::optional<double> LoadFor(TapeSource& tape, std::uint32_t client) {
    FetchResult result;
    if (!test::Got(tape.PresentFor(client).Fetch(std::vector{kTapedLoad}, result))) return {};
    return result.AllValues()[0].AsDouble();
  }
  static StoreAnswer GoTo(TapeSource& tape, std::uint32_t client, std::string_view time) {
    const MetricId id = *tape.PresentFor(client).Find("fdr.tape.time");
    FetchResult values;
    values.Begin({});
    values.AddSet(id, SetStatus::kValues);
    values.LastSet().format = ValueFormat::kPointer;
    values.AddBytes(kSingular, Type::kString, std::as_bytes(std::span(time)));
    StoreAnswer answer = -1;
    tape.StartStore(client, values, [&answer](StoreAnswer one) { answer = one; });
    return answer;
  }
};

TEST_F(NamedTapeTest, IsSharedByThoseWhoNameIt) {
  TapeSource tape = Tape(At(1), false);
  tape.OnContainer(1, "tape:mine");
  tape.OnContainer(2, "tape:mine");
  tape.OnContainer(3, "tape:other");
  tape.OnContainer(4, "a container");
  EXPECT_EQ(GoTo(tape, 1, "12"), 0);
  EXPECT_EQ(LoadFor(tape, 1), 12);
  EXPECT_EQ(LoadFor(tape, 2), 12);
  for (const std::uint32_t client : {0u, 3u, 4u}) EXPECT_EQ(LoadFor(tape, client), 1) << client;
}

TEST_F(NamedTapeTest, TellsItsClientsOfJumps) {
  TapeSource tape = Tape(At(1), false);
  tape.OnContainer(1, "tape:mine");
  tape.OnContainer(2, "tape:mine");
  for (std::uint32_t client = 0; client < 3; ++client)
    EXPECT_EQ(tape.TakeChangesFor(client), 0u) << client;
  GoTo(tape, 1, "12");
  EXPECT_EQ(tape.TakeChangesFor(0), 0u);
  for (const std::uint32_t client : {1u, 2u})
    EXPECT_EQ(tape.TakeChangesFor(client), kAgentsRestarted);
  EXPECT_EQ(tape.TakeChangesFor(1), 0u);
}

TEST_F(NamedTapeTest, RemainsWithoutClients) {
  TapeSource tape = Tape(At(1), false);
  tape.OnContainer(1, "tape:mine");
  GoTo(tape, 1, "12");
  tape.OnClientGone(1);
  tape.OnContainer(2, "tape:mine");
  EXPECT_EQ(LoadFor(tape, 2), 12);
  EXPECT_EQ(LoadFor(tape, 1), 1) << "another client with this number";
}

TEST_F(NamedTapeTest, ThereAreNotTooMany) {
  TapeSource tape = Tape(At(1), false);
  for (int i = 0; i < 100; ++i) tape.OnContainer(0, "tape:" + std::to_string(i));
  tape.OnContainer(7, "tape:99");
  GoTo(tape, 7, "12");
  EXPECT_EQ(LoadFor(tape, 1), 12) << "the common tape";
}

TEST_F(TapeSourceTest, AGapHasNoValues) {
  TapeSource tape = Tape(At(7), false);
  EXPECT_EQ(LoadOf(tape), std::nullopt);
  tape.clock().GoTo(At(12), now_);
  EXPECT_EQ(LoadOf(tape), 12);
}

TEST_F(TapeSourceTest, TheEndHolds) {
  TapeSource tape = Tape(At(12), false);
  tape.clock().Play(now_);
  now_ += 1h;
  EXPECT_EQ(LoadOf(tape), 14);
}

TEST_F(TapeSourceTest, StampsAreThoseOfNowOrOfTheRecording) {
  EXPECT_EQ(Tape(At(1), false).StampFor(At(1)), At(500));
  EXPECT_EQ(Tape(At(1), true).StampFor(At(1)), At(1));
}

TEST_F(TapeSourceTest, ALookAtGrowthMovesTheEnd) {
  TapeSource tape = Tape(At(14), false);
  tape.Grow();
  EXPECT_EQ(tape.clock().end(), At(14)) << "nothing has been added";
}

}  // namespace
}  // namespace fdr
