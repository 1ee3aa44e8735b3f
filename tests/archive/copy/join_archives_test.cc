// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/join_archives.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_set>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/copy/metric_stage.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/archive/copy/record_stamps.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;
using test::ReadFile;
using test::Single;
using test::StampsOf;

constexpr MetricId kJoinedCount = MetricId::Build(60, 0, 1);
constexpr MetricId kJoinedDiscs = MetricId::Build(60, 0, 2);
constexpr MetricId kCollectorPid = MetricId::Build(2, 0, 23);
constexpr MetricId kCollectorNumber = MetricId::Build(2, 0, 24);
constexpr MetricId kJoinedText = MetricId::Build(60, 0, 3);
constexpr InDomId kJoinedDomain = InDomId::Build(60, 1);

class JoinArchivesTest : public testing::TestWithParam<Version> {
 protected:
  static WriterOptions Options(Version version, std::int32_t pid = 1,
                               const char* host = "toyhost") {
    WriterOptions options = test::ArchiveBuilder::Options(version);
    options.label.pid = pid;
    options.label.host = host;
    return options;
  }

  // A record each second, with the second as its value.
  void Write(const std::string& name, int from, int to, const WriterOptions& options) {
    test::ArchiveBuilder builder(directory_ / name, options);
    builder.Metric({.name = "toy.count", .id = kJoinedCount});
    for (int second = from; second <= to; ++second)
      builder.Record(At(second), {Single(kJoinedCount, std::int64_t{second})});
  }
  void Write(const std::string& name, int from, int to, std::int32_t pid = 1) {
    Write(name, from, to, Options(GetParam(), pid));
  }

  // More than 1 MiB.
  void WriteLarge(const std::string& name, const std::vector<int>& seconds) {
    test::ArchiveBuilder builder(directory_ / name, Options(GetParam(), seconds.front()));
    builder.Metric({.name = "toy.text", .id = kJoinedText, .type = Type::kString});
    for (const int second : seconds)
      builder.Record(At(second), {Single(kJoinedText, std::string(600'000, 'x'))});
  }

  // Of a record, in the file.
  void SetStamp(const std::string& name, std::size_t place, Timestamp stamp) {
    std::uint64_t offset = LabelSize(GetParam());
    ByteBuffer bytes = ReadFile(directory_ / name + ".0");
    for (; place > 0; --place) offset += LoadU32(bytes.data() + offset);
    std::byte* const at = bytes.data() + offset + kFrameLengthSize;
    ByteBuffer stored;
    ByteWriter out(stored);
    WriteStamp(GetParam(), stamp, out);
    std::ranges::copy(stored, at);
    test::WriteFile(directory_ / name + ".0", bytes);
  }

  Result<JoinReport> Join(const std::vector<std::string>& names,
                          FileSystem& files = PosixFileSystem()) {
    std::vector<ArchiveFiles> inputs;
    for (const std::string& name : names) {
      auto found = FindArchive(directory_ / name);
      EXPECT_EQ(ErrorOf(found), "") << name;
      if (found) inputs.push_back(*found);
    }
    options_.on_problem = [this](const Problem& problem) {
      problems_ += fmt::format("{}:{} {}\n", problem.file, problem.offset, problem.what);
    };
    return JoinArchives(inputs, out_, options_, files);
  }

  std::string Stamps() const {
    const auto archive = Archive::Open(out_);
    EXPECT_EQ(ErrorOf(archive), "");
    return archive ? StampsOf(**archive) : "";
  }

  void ExpectSound() const { test::ExpectSound(out_); }
  void RemoveOutput() const { test::RemoveFiles(directory_, "out."); }

  std::string Output() const {
    std::string all;
    for (const char* suffix : {".meta", ".0", ".index"}) all += AsText(ReadFile(out_ + suffix));
    return all;
  }

  const test::TempDirectory directory_;
  const std::string out_ = directory_ / "out";
  JoinOptions options_;
  std::string problems_;
};

TEST_P(JoinArchivesTest, AMarkIsWhereNoArchiveHasRecords) {
  Write("a", 1, 3, 1);
  Write("b", 11, 13, 2);
  const auto joined = Join({"b", "a"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->archives, 2u);
  EXPECT_EQ(joined->copied.records, 6u);
  EXPECT_EQ(joined->copied.marks, 1u);
  EXPECT_EQ(Stamps(), "1/ 2 3 3.001m 11 12 13 ");
  ExpectSound();
}

TEST_P(JoinArchivesTest, TheOrderOfArgumentsDoesNotMatter) {
  Write("a", 1, 5, 1);
  Write("b", 4, 8, 2);
  Write("c", 20, 22, 3);
  std::vector<std::string> names = {"a", "b", "c"};
  std::string first;
  do {
    ASSERT_EQ(ErrorOf(Join(names)), "");
    if (first.empty()) first = Output();
    EXPECT_EQ(Output(), first);
    RemoveOutput();
  } while (std::ranges::next_permutation(names).found);
}

TEST_P(JoinArchivesTest, PiecesOfOneRecordingBecomeTheRecordingAgain) {
  Write("whole", 1, 40);
  auto whole = Archive::Open(directory_ / "whole");
  ASSERT_TRUE(whole);
  for (const int pieces : {2, 4, 5, 20}) {
    std::vector<std::string> names;
    for (int i = 0; i < pieces; ++i) {
      names.push_back(fmt::format("piece{}of{}", i, pieces));
      PartOptions part;
      part.span = {At(1 + 40.0 / pieces * i), At(40.0 / pieces * (i + 1))};
      ASSERT_EQ(ErrorOf(CopyPart(**whole, directory_ / names.back(), part)), "");
    }
    std::ranges::reverse(names);
    const auto joined = Join(names);
    ASSERT_EQ(ErrorOf(joined), "");
    EXPECT_EQ(joined->copied.marks, 0u);
    for (const char* suffix : {".meta", ".0"})
      EXPECT_TRUE(ReadFile(out_ + suffix) == ReadFile(directory_ / "whole" + suffix)) << suffix;
    RemoveOutput();
  }
}

TEST_P(JoinArchivesTest, AMissingPieceIsAGap) {
  Write("whole", 1, 40);
  auto whole = Archive::Open(directory_ / "whole");
  ASSERT_TRUE(whole);
  for (const int from : {1, 21}) {
    PartOptions part;
    part.span = {At(from), At(from + 9)};
    ASSERT_EQ(ErrorOf(CopyPart(**whole, directory_ / fmt::format("from{}", from), part)), "");
  }
  const auto joined = Join({"from1", "from21"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->copied.marks, 1u);
}

TEST_P(JoinArchivesTest, RecordsOfOneStampStayApartButTheSameOnceOnly) {
  Write("a", 1, 4, 1);
  Write("same", 3, 6, 1);
  {
    test::ArchiveBuilder other(directory_ / "other", Options(GetParam(), 2));
    other.Metric({.name = "toy.count", .id = kJoinedCount});
    other.Record(At(4), {Single(kJoinedCount, std::int64_t{400})});
  }
  const auto joined = Join({"a", "same", "other"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->repeated, 2u);
  EXPECT_EQ(Stamps(), "1/ 2 3 4 4 5 6 ");
}

// Memory has a limit even if all records have one stamp.
TEST_P(JoinArchivesTest, OfOneStampOnlySoManyRecordsAreCompared) {
  for (const char* name : {"a", "b"}) {
    test::ArchiveBuilder builder(directory_ / name, Options(GetParam(), 1));
    builder.Metric({.name = "toy.text", .id = kJoinedText, .type = Type::kString});
    for (char letter = 'a'; letter <= 'z'; ++letter)
      builder.Record(At(1), {Single(kJoinedText, std::string(900'000, letter))});
  }
  const auto joined = Join({"a", "b"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->repeated, 18u);
  EXPECT_EQ(joined->copied.records, 52u - 18u);
}

TEST_P(JoinArchivesTest, AnArchiveThatIsNamedTwiceCountsOnce) {
  Write("a", 1, 4);
  const auto joined = Join({"a", "a.0", "a.meta"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->archives, 1u);
  EXPECT_EQ(joined->repeated, 0u);
}

TEST_P(JoinArchivesTest, AnArchiveInsideAnotherMakesNoMark) {
  Write("a", 1, 9, 1);
  Write("inside", 4, 5, 2);
  const auto joined = Join({"a", "inside"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->copied.marks, 0u);
}

TEST_P(JoinArchivesTest, AMarkInsideAnotherArchiveIsLeftOut) {
  const auto write = [&](const std::string& name, int from, int mark, int until, int to) {
    test::ArchiveBuilder builder(directory_ / name, Options(GetParam(), from + 1));
    builder.Metric({.name = "toy.count", .id = kJoinedCount});
    builder.Record(At(from), {Single(kJoinedCount, std::int64_t{from})}).Mark(At(mark));
    builder.Record(At(until), {Single(kJoinedCount, std::int64_t{until})});
    builder.Record(At(to), {Single(kJoinedCount, std::int64_t{to})});
  };
  write("a", 10, 12, 30, 40);
  Write("b", 5, 16, 1);
  ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
  EXPECT_EQ(Stamps(), "5/ 6 7 8 9 10 11 12 13 14 15 16 30 40 ");
  RemoveOutput();
  // A time that neither has keeps one mark.
  write("c", 9, 15, 35, 50);
  ASSERT_EQ(ErrorOf(Join({"a", "c"})), "");
  EXPECT_EQ(Stamps(), "9/ 10 15m 30 35 40 50 ");
}

// PCP's recorder begins and ends an archive with these five metrics.
TEST_P(JoinArchivesTest, APrologueOfTheSameCollectorNeedsNoMark) {
  const auto write = [&](const std::string& name, int from, std::int32_t pid,
                         std::uint64_t collector) {
    test::ArchiveBuilder builder(directory_ / name, Options(GetParam(), pid));
    builder.Metric({.name = "pmcd.pid", .id = kCollectorPid, .type = Type::kU64})
        .Metric({.name = "pmcd.seqnum", .id = kCollectorNumber});
    std::vector<test::Values> five = {Single(kCollectorPid, collector),
                                      Single(kCollectorNumber, std::uint64_t{7})};
    for (std::uint32_t i = 0; i < 3; ++i) {
      builder.Metric({.name = fmt::format("toy.m{}", i), .id = MetricId::Build(60, 1, i)});
      five.push_back(Single(MetricId::Build(60, 1, i), std::int64_t{0}));
    }
    builder.Record(At(from), five)
        .Record(At(from + 1), {Single(kCollectorNumber, std::uint64_t{7})});
    builder.Record(At(from + 2), five);
  };
  struct Case {
    std::uint64_t first, second;
    std::uint64_t marks;
  };
  for (const Case& c : {Case{100, 100, 0}, Case{100, 101, 1}, Case{0, 0, 1}}) {
    write("a", 1, 1, c.first);
    write("b", 60, 2, c.second);
    const auto joined = Join({"a", "b"});
    ASSERT_EQ(ErrorOf(joined), "");
    EXPECT_EQ(joined->copied.marks, c.marks) << c.first << ' ' << c.second;
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
}

TEST_P(JoinArchivesTest, MembersOfDomainsAreRightWhateverTheArchivesHave) {
  for (const int first : {1, 11, 21}) {
    WriterOptions options = Options(GetParam(), first);
    options.domains = first == 11 ? DomainRecords::kDeltas : DomainRecords::kFull;
    test::ArchiveBuilder builder(directory_ / fmt::format("in{}", first), options);
    builder.Metric({.name = "toy.discs", .id = kJoinedDiscs, .indom = kJoinedDomain})
        .InDom(At(first), kJoinedDomain, {{1, "a"}, {first + 2, "first"}})
        .Record(At(first), {{kJoinedDiscs, {{1, std::int64_t{1}}}}})
        .InDom(At(first + 1), kJoinedDomain, {{1, "a"}, {2, "b"}, {first + 2, "c"}})
        .Record(At(first + 1), {{kJoinedDiscs, {{1, std::int64_t{1}}}}});
  }
  ASSERT_EQ(ErrorOf(Join({"in21", "in1", "in11"})), "");
  ExpectSound();
  const auto joined = Archive::Open(out_);
  ASSERT_TRUE(joined);
  const InDomHistory* const domain = (*joined)->metadata().FindInDom(kJoinedDomain);
  ASSERT_NE(domain, nullptr);
  EXPECT_EQ(domain->size(), 6u);
  for (const int first : {1, 11, 21})
    for (const int later : {0, 1}) {
      const auto source = Archive::Open(directory_ / fmt::format("in{}", first));
      ASSERT_TRUE(source);
      const InDomHistory* const own = (*source)->metadata().FindInDom(kJoinedDomain);
      const Timestamp at = At(first + later);
      EXPECT_EQ(domain->Members(*domain->At(at)), own->Members(*own->At(at)));
    }
}

// A choice of all metrics, so that records pass through a stage.
MakeStages AllMetrics(std::optional<MetricStage>& choice, MetricId metric) {
  return [&choice, metric](CopySink& writer, const Metadata& metadata) -> Result<CopySink*> {
    return &choice.emplace(metadata.metrics(), std::unordered_set{metric}, writer);
  };
}

TEST_P(JoinArchivesTest, TheCallerMayKnowMoreOfGaps) {
  Write("a", 1, 3, 1);
  Write("b", 11, 13, 2);
  Write("c", 14, 15, 2);
  for (const bool through_stage : {false, true}) {
    std::optional<MetricStage> choice;
    if (through_stage) options_.stages = AllMetrics(choice, kJoinedCount);
    options_.gaps = GapMarks::kNever;
    ASSERT_EQ(ErrorOf(Join({"a", "b", "c"})), "");
    EXPECT_EQ(Stamps(), "1/ 2 3 11 12 13 14 15 ");
    RemoveOutput();
    options_.gaps = GapMarks::kAlways;
    ASSERT_EQ(ErrorOf(Join({"a", "b", "c"})), "");
    EXPECT_EQ(Stamps(), "1/ 2 3 3.001m 11 12 13 13.001m 14 15 ");
    RemoveOutput();
  }
}

TEST_P(JoinArchivesTest, WhereArchivesOverlapADomainHasTheMembersOfAll) {
  struct Part {
    const char* name;
    int from, to;
    InstanceId own;
  };
  for (const Part& part : {Part{"a", 10, 40, 3}, Part{"b", 20, 30, 4}}) {
    test::ArchiveBuilder builder(directory_ / part.name, Options(GetParam(), part.own));
    builder.Metric({.name = "toy.discs", .id = kJoinedDiscs, .indom = kJoinedDomain})
        .InDom(At(part.from), kJoinedDomain, {{1, "one"}, {part.own, part.name}});
    for (int second = part.from; second <= part.to; second += 5)
      builder.Record(At(second), {{kJoinedDiscs, {{part.own, std::int64_t{second}}}}});
  }
  for (const bool through_stage : {false, true}) {
    std::optional<MetricStage> choice;
    if (through_stage) options_.stages = AllMetrics(choice, kJoinedDiscs);
    ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
    ExpectSound();
    const auto joined = Archive::Open(out_);
    ASSERT_TRUE(joined);
    const InDomHistory* const domain = (*joined)->metadata().FindInDom(kJoinedDomain);
    ASSERT_NE(domain, nullptr);
    EXPECT_EQ(domain->Members(*domain->At(At(10))), (InstanceList{{1, "one"}, {3, "a"}}));
    EXPECT_EQ(domain->Members(*domain->At(At(20))), (InstanceList{{1, "one"}, {3, "a"}, {4, "b"}}));
    RemoveOutput();
  }
}

TEST_P(JoinArchivesTest, MetadataThatDisagreeAreListedAndNothingIsWritten) {
  Write("a", 1, 3);
  {
    test::ArchiveBuilder other(directory_ / "b", Options(GetParam(), 2));
    other.Metric({.name = "toy.count",
                  .id = kJoinedCount,
                  .type = Type::kU64,
                  .semantics = Semantics::kCounter});
    other.Record(At(5), {Single(kJoinedCount, std::int64_t{5})});
  }
  const auto joined = Join({"a", "b"});
  ASSERT_EQ(ErrorOf(joined), "");
  ASSERT_EQ(joined->conflicts.size(), 2u);
  const MetadataConflict& type = joined->conflicts[0];
  EXPECT_EQ(type.metric, "toy.count");
  EXPECT_EQ(type.what, "type");
  EXPECT_EQ(type.before, ToString(Type::kU32));
  EXPECT_EQ(type.now, ToString(Type::kU64));
  EXPECT_EQ(type.archive_before, directory_ / "a");
  EXPECT_EQ(type.archive_now, directory_ / "b");
  EXPECT_EQ(joined->conflicts[1].what, "semantics");
  for (const std::string& name : test::FileNames(directory_.path()))
    EXPECT_FALSE(name.starts_with("out")) << name;
}

// Otherwise the values of one metric would appear under the name of another.
TEST_P(JoinArchivesTest, AnIdentifierWithTwoNamesIsAConflictUnlessOneIsInBoth) {
  const auto write = [&](const std::string& name, int from, const std::string& metric,
                         std::vector<std::string> more = {}) {
    test::ArchiveBuilder builder(directory_ / name, Options(GetParam(), from));
    builder.Metric({.name = metric, .id = kJoinedCount, .more_names = std::move(more)});
    builder.Record(At(from), {Single(kJoinedCount, std::int64_t{from})});
  };
  write("a", 1, "toy.old");
  write("b", 5, "toy.new");
  write("both", 9, "toy.new", {"toy.old"});
  const auto joined = Join({"a", "b"});
  ASSERT_EQ(ErrorOf(joined), "");
  ASSERT_EQ(joined->conflicts.size(), 1u);
  EXPECT_EQ(joined->conflicts[0].what, "name");
  EXPECT_EQ(joined->conflicts[0].before, "toy.old");
  EXPECT_EQ(joined->conflicts[0].now, "toy.new");
  EXPECT_FALSE(Archive::Open(out_));
  const auto same = Join({"a", "both"});
  ASSERT_EQ(ErrorOf(same), "");
  EXPECT_TRUE(same->conflicts.empty());
}

TEST_P(JoinArchivesTest, HostsAreNotMixedUnlessTheyAreOne) {
  Write("a", 1, 3, Options(GetParam(), 1, "db1"));
  Write("b", 5, 6, Options(GetParam(), 2, "db2"));
  const auto refused = Join({"b", "a"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kHostMismatch);
  EXPECT_NE(refused.error().what.find("db1 and db2 are two hosts"), std::string::npos);
  options_.same_host = "db";
  ASSERT_EQ(ErrorOf(Join({"b", "a"})), "");
  EXPECT_EQ((*Archive::Open(out_))->label().host.view(), "db");
}

// Large archives are not read whole before their records are copied.
TEST_P(JoinArchivesTest, AWrongStampOfALargeArchiveDoesNotHoldBackTheRest) {
  WriteLarge("a", {10, 20, 30, 40, 50});
  Write("b", 18, 23, 2);
  SetStamp("a", 2, At(100'000));
  ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
  EXPECT_EQ(Stamps(), "10/ 18 19 20 20 21 22 23 23.001m 40 50 ");
  EXPECT_NE(problems_, "");
}

TEST_P(JoinArchivesTest, AStampThatIsNoneIsReportedAndAGap) {
  WriteLarge("a", {10, 20, 30, 40, 50});
  Write("b", 18, 23, 2);
  SetStamp("a", 2, {test::kEpoch, 2'000'000'000});
  ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
  EXPECT_EQ(Stamps(), "10/ 18 19 20 20 21 22 23 23.001m 40 50 ");
  EXPECT_NE(problems_, "");
}

TEST_P(JoinArchivesTest, ALargeUnsortedArchiveIsSorted) {
  WriteLarge("a", {10, 20, 30, 40, 50, 60});
  for (const std::size_t place : {3u, 4u, 5u})
    SetStamp("a", place, At(10.0 * static_cast<double>(place) - 18));
  WriteLarge("b", {31, 71});
  for (const bool through_stage : {false, true}) {
    std::optional<MetricStage> choice;
    if (through_stage) options_.stages = AllMetrics(choice, kJoinedText);
    ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
    EXPECT_EQ(Stamps(), "10/ 12 20 22 30 31 32 71 ");
    RemoveOutput();
  }
}

TEST_P(JoinArchivesTest, ALargeUnsortedArchiveIsSortedIfItStandsAlone) {
  WriteLarge("a", {10, 20, 30, 40, 50, 60});
  for (const std::size_t place : {3u, 4u, 5u})
    SetStamp("a", place, At(10.0 * static_cast<double>(place) - 18));
  WriteLarge("b", {71, 72});
  ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
  EXPECT_EQ(Stamps(), "10/ 12 20 22 30 32 32.001m 71 72 ");
  EXPECT_EQ(problems_, "");
}

TEST_P(JoinArchivesTest, ATornRecordIsALossUnlessItGrows) {
  for (const bool grows : {false, true}) {
    Write("a", 1, 3, 1);
    Write("b", 11, 14, 2);
    const ByteBuffer whole = ReadFile(directory_ / "b.0");
    test::WriteFile(directory_ / "b.0", Bytes(whole).first(whole.size() - 5));
    options_.keep_going = [&](double) {
      if (grows) test::WriteFile(directory_ / "b.0", whole);
      return true;
    };
    problems_.clear();
    ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
    EXPECT_EQ(Stamps(), "1/ 2 3 3.001m 11 12 13 ");
    EXPECT_EQ(problems_.empty(), grows) << problems_;
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
}

// The recorder goes on while the archive before it is copied, or stages are made.
TEST_P(JoinArchivesTest, RecordsThatComeMeanwhileAreLeftOut) {
  for (const bool through_stage : {false, true}) {
    Write("a", 1, 3, 1);
    Write("grown", 11, 19, 2);
    Write("b", 11, 13, 2);
    const auto grow = [&](double) {
      for (const char* suffix : {".meta", ".0", ".index"})
        test::WriteFile(directory_ / "b" + suffix, ReadFile(directory_ / "grown" + suffix));
      return true;
    };
    options_.keep_going = grow;
    std::optional<MetricStage> choice;
    if (through_stage) options_.stages = AllMetrics(choice, kJoinedCount);
    ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
    EXPECT_EQ(Stamps(), "1/ 2 3 3.001m 11 12 13 ");
    EXPECT_EQ(problems_, "");
    ExpectSound();
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
}

TEST_P(JoinArchivesTest, AWindowLeavesOutArchivesWithoutRecords) {
  Write("a", 1, 5, 1);
  Write("b", 11, 15, 2);
  Write("c", 21, 25, 3);
  options_.spans = {{At(13), At(22)}};
  const auto joined = Join({"a", "b", "c"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->archives, 2u);
  EXPECT_EQ(joined->left_out, std::vector<std::string>{directory_ / "a"});
  EXPECT_EQ(Stamps(), "13/ 14 15 15.001m 21 22 ");
  ExpectSound();
}

TEST_P(JoinArchivesTest, AMarkIsBetweenCloseWindowsOnlyIfARecordIsLeftOut) {
  Write("whole", 1, 10);
  options_.spans = {{At(1), At(4)}, {At(5), At(7)}, {At(9), At(9)}};
  ASSERT_EQ(ErrorOf(Join({"whole"})), "");
  EXPECT_EQ(Stamps(), "1/ 2 3 4 5 6 7 7.001m 9 ");
}

TEST_P(JoinArchivesTest, SeveralWindowsOfOneArchiveHaveMarksBetweenThem) {
  Write("whole", 1, 40);
  options_.spans = {{At(3), At(5)}, {At(10), At(10)}, {At(10.5), At(10.6)}, {At(38), At(50)}};
  const auto joined = Join({"whole"});
  ASSERT_EQ(ErrorOf(joined), "");
  EXPECT_EQ(joined->archives, 1u);
  EXPECT_EQ(Stamps(), "3/ 4 5 5.001m 10 10.001m 38 39 40 ");
  ExpectSound();
}

TEST_P(JoinArchivesTest, BothVersionsBecomeTheHigherOne) {
  Write("a", 1, 3, Options(Version::k2, 1));
  Write("b", 11, 13, Options(GetParam(), 2));
  ASSERT_EQ(ErrorOf(Join({"a", "b"})), "");
  EXPECT_EQ((*Archive::Open(out_))->version(), GetParam());
  EXPECT_EQ(Stamps(), "1/ 2 3 3.001m 11 12 13 ");
  ExpectSound();
}

TEST_P(JoinArchivesTest, TheVersionMayBeHigherOrLower) {
  Write("a", 1, 3);
  options_.version = Version::k3;
  ASSERT_EQ(ErrorOf(Join({"a"})), "");
  EXPECT_EQ((*Archive::Open(out_))->version(), Version::k3);
  EXPECT_EQ(Stamps(), "1/ 2 3 ");
  ExpectSound();
  RemoveOutput();
  options_.version = Version::k2;
  const auto lower = Join({"a"});
  ASSERT_EQ(ErrorOf(lower), "");
  EXPECT_EQ(lower->lowered.has_value(), GetParam() == Version::k3);
  EXPECT_EQ((*Archive::Open(out_))->version(), Version::k2);
  EXPECT_EQ(Stamps(), "1/ 2 3 ");
  ExpectSound();
}

TEST_P(JoinArchivesTest, ARecordThatCannotBeConvertedIsReported) {
  Write("a", 1, 5, Options(Version::k2, 1));
  const std::string volume = directory_ / "a.0";
  ByteBuffer bytes = ReadFile(volume);
  const std::size_t size = (bytes.size() - LabelSize(Version::k2)) / 5;
  const std::size_t at = LabelSize(Version::k2) + 2 * size;
  // The frame, the stamp, the number of metrics and the identifier come before the number of
  // values.
  StoreU32(bytes.data() + at + kFrameLengthSize + 8 + 4 + 4, 1000);
  test::WriteFile(volume, bytes);
  options_.version = Version::k3;
  ASSERT_EQ(ErrorOf(Join({"a"})), "");
  EXPECT_EQ(Stamps(), "1/ 2 2.001m 4 5 ");
  EXPECT_TRUE(problems_.starts_with(fmt::format("{}:{} ", volume, at))) << problems_;
}

TEST_P(JoinArchivesTest, NoFailingCallLeavesAFile) {
  Write("a", 1, 3, 1);
  Write("b", 2, 6, 2);
  test::FaultyFiles whole;
  ASSERT_EQ(ErrorOf(Join({"a", "b"}, whole)), "");
  RemoveOutput();
  for (std::size_t call = 0; call < whole.calls(); ++call) {
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, ENOSPC);
    EXPECT_FALSE(Join({"a", "b"}, files)) << call;
    for (const std::string& name : test::FileNames(directory_.path()))
      EXPECT_FALSE(name.starts_with("out")) << name << ' ' << call;
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, JoinArchivesTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
