// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_part.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>

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

constexpr MetricId kCount = MetricId::Build(60, 0, 1);
constexpr MetricId kDiscs = MetricId::Build(60, 0, 2);
constexpr InDomId kDomain = InDomId::Build(60, 1);

class CopyPartTest : public testing::TestWithParam<Version> {
 protected:
  void Record(test::ArchiveBuilder& builder, int second) {
    builder.Record(At(second), {Single(kCount, std::int64_t{second})});
  }

  // One record each second from 1 to 6, the last two in a volume of their own.
  void WriteSix(bool compress = false) {
    test::ArchiveBuilder builder(in_, GetParam());
    builder.Metric({.name = "toy.count", .id = kCount});
    for (int second = 1; second <= 6; ++second) {
      if (second == 5) builder.Volume();
      Record(builder, second);
    }
    builder.Close();
    const std::string command = compress ? "xz " + in_ + ".0" : "true";
    EXPECT_EQ(std::system(command.c_str()), 0);
  }

  Result<CopyReport> Cut(std::optional<double> start, std::optional<double> end,
                         FileSystem& files = PosixFileSystem()) {
    OpenOptions opening;
    opening.metadata_damage = MetadataDamage::kSkip;
    opening.on_problem =
        options_.on_problem = [this](const Problem& problem) { problems_ += problem.what + '\n'; };
    auto archive = Archive::Open(in_, opening);
    EXPECT_EQ(ErrorOf(archive), "");
    if (!archive) return Fail(archive.error());
    if (start) options_.span.start = At(*start);
    if (end) options_.span.end = At(*end);
    return CopyPart(**archive, out_, options_, files);
  }

  std::unique_ptr<Archive> Written() const {
    auto archive = Archive::Open(out_);
    EXPECT_EQ(ErrorOf(archive), "");
    return archive ? std::move(*archive) : nullptr;
  }

  void ExpectSound() const { test::ExpectSound(out_); }
  void RemoveOutput() const { test::RemoveFiles(directory_, "out."); }

  std::string NewFiles() const {
    std::string names;
    for (const std::string& name : test::FileNames(directory_.path()))
      if (!name.starts_with("in.")) names += name + ' ';
    return names;
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  PartOptions options_;
  std::string problems_;
};

TEST_P(CopyPartTest, BothEndsBelongToTheWindowAndVolumesBeginWhereTheyDid) {
  for (const bool compressed : {false, true}) {
    if (compressed)
      for (const char* suffix : {".meta", ".index", ".0", ".1"})
        std::filesystem::remove(in_ + suffix);
    WriteSix(compressed);
    const auto cut = Cut(2, 5);
    ASSERT_EQ(ErrorOf(cut), "");
    EXPECT_EQ(cut->records, 4u);
    EXPECT_EQ(cut->marks, 0u);
    EXPECT_EQ(cut->first, At(2));
    EXPECT_EQ(cut->last, At(5));
    EXPECT_EQ(NewFiles(), "out.0 out.1 out.index out.meta ");
    const auto archive = Written();
    EXPECT_EQ(StampsOf(*archive), "2/ 3 4 5/ ");
    EXPECT_EQ(archive->label().start, At(2));
    EXPECT_EQ(archive->label().host.view(), "toyhost");
    ExpectSound();
    RemoveOutput();
  }
}

TEST_P(CopyPartTest, EachWindowHasTheRecordsInsideIt) {
  WriteSix();
  for (double start = 0.5; start < 7; start += 0.5)
    for (double end = start; end < 7.5; end += 0.5) {
      std::size_t expected = 0;
      for (int second = 1; second <= 6; ++second) expected += second >= start && second <= end;
      const auto cut = Cut(start, end);
      if (expected == 0) {
        ASSERT_FALSE(cut) << start << " to " << end;
        EXPECT_EQ(cut.error().code, Errc::kEmpty);
        EXPECT_EQ(NewFiles(), "");
        continue;
      }
      ASSERT_EQ(ErrorOf(cut), "") << start << " to " << end;
      EXPECT_EQ(cut->records, expected) << start << " to " << end;
      ExpectSound();
      RemoveOutput();
    }
}

TEST_P(CopyPartTest, WithoutAWindowRecordsAreTheSameBytes) {
  WriteSix();
  ASSERT_EQ(ErrorOf(Cut({}, {})), "");
  for (const char* suffix : {".0", ".1", ".meta"})
    EXPECT_EQ(AsText(ReadFile(in_ + suffix)), AsText(ReadFile(out_ + suffix))) << suffix;
}

TEST_P(CopyPartTest, MarksAreKeptButForThoseInFront) {
  test::ArchiveBuilder builder(in_, GetParam());
  builder.Metric({.name = "toy.count", .id = kCount});
  Record(builder, 1);
  builder.Mark(At(2));
  Record(builder, 3);
  builder.Mark(At(4));
  Record(builder, 5);
  builder.Mark(At(6));
  builder.Close();
  const auto cut = Cut(1.5, 6);
  ASSERT_EQ(ErrorOf(cut), "");
  EXPECT_EQ(cut->records, 2u);
  EXPECT_EQ(cut->marks, 2u);
  EXPECT_EQ(StampsOf(*Written()), "3/ 4m 5 6m ");
}

// The members at each time, with names: "1a 2b".
std::string MembersAt(const Archive& archive, double second) {
  const InDomHistory* const domain = archive.metadata().FindInDom(kDomain);
  std::string text;
  if (domain == nullptr) return "none";
  const auto at = domain->At(At(second));
  if (!at) return "unknown";
  for (const Instance& instance : domain->Members(*at))
    text += fmt::format("{}{} ", instance.id, instance.name);
  return text;
}

TEST_P(CopyPartTest, MetadataOfTheStartAreThereAndLaterOnesStayAsTheyAre) {
  WriterOptions options = test::ArchiveBuilder::Options(GetParam());
  options.domains = DomainRecords::kDeltas;
  test::ArchiveBuilder builder(in_, options);
  builder.Metric({.name = "toy.discs", .id = kDiscs, .indom = kDomain})
      .Text(TextKind::kMetricOneLine, kDiscs.value, "discs")
      .LabelSets(At(1), LabelLevel::kContext, kContextId, {{{{"place", "\"here\""}}}})
      .InDom(At(1), kDomain, {{1, "a"}, {2, "b"}})
      .Record(At(1), {{kDiscs, {{1, std::int64_t{1}}}}})
      .InDom(At(2), kDomain, {{1, "a"}, {2, "b"}, {3, "c"}})
      .Record(At(2), {{kDiscs, {{3, std::int64_t{1}}}}})
      .LabelSets(At(3), LabelLevel::kContext, kContextId, {{{{"place", "\"there\""}}}})
      .Record(At(3), {{kDiscs, {{3, std::int64_t{1}}}}})
      .InDom(At(4), kDomain, {{2, "b"}, {3, "c"}})
      .Record(At(4), {{kDiscs, {{3, std::int64_t{1}}}}})
      .InDom(At(5), kDomain, {{3, "c"}})
      .Record(At(5), {{kDiscs, {{3, std::int64_t{1}}}}});
  builder.Close();
  ASSERT_EQ(ErrorOf(Cut(2.5, 4)), "");
  const auto archive = Written();
  EXPECT_EQ(MembersAt(*archive, 2.5), "unknown");
  EXPECT_EQ(MembersAt(*archive, 3), "1a 2b 3c ");
  EXPECT_EQ(MembersAt(*archive, 4), "2b 3c ");
  EXPECT_EQ(MembersAt(*archive, 5), "2b 3c ") << "what comes behind the last record is left out";
  const LabelHistory* const labels =
      archive->metadata().FindLabels(LabelLevel::kContext, kContextId);
  ASSERT_NE(labels, nullptr);
  ASSERT_EQ(labels->size(), 1u);
  EXPECT_EQ(labels->StampOf(0), At(3));
  EXPECT_EQ(archive->metadata().FindText(TextKind::kMetricOneLine, kDiscs.value), "discs");
  EXPECT_EQ(archive->metadata().counts().indom_deltas, GetParam() == Version::k3 ? 1u : 0u);
  ExpectSound();
}

TEST_P(CopyPartTest, LostRecordsGetAMarkAndTheOthersAreThere) {
  test::CheckToy toy(GetParam());
  toy.data().clear();
  toy.entries.clear();
  for (int i = 0; i < 40; ++i)
    toy.AddRecord(i, [i](ResultEncoder& encoder) {
      encoder.BeginSet(test::kForks, ValueFormat::kInPlace);
      encoder.AddInPlace(kSingular, static_cast<std::uint32_t>(i));
    });
  toy.patches[".0"] = [&](ByteBuffer& file) {
    StoreU32(file.data() + toy.DataOffset(20), 3);  // a length that none can have
    StoreU32(file.data() + toy.DataOffset(21) - 4, 3);
  };
  toy.missing = {".index"};
  toy.Write(in_);
  const auto cut = Cut(10, 30);
  ASSERT_EQ(ErrorOf(cut), "");
  EXPECT_EQ(cut->records, 20u);
  EXPECT_EQ(cut->marks, 1u);
  EXPECT_NE(problems_, "");
  const std::string stamps = StampsOf(*Written());
  EXPECT_NE(stamps.find(" 19 19.001m 21 "), std::string::npos) << stamps;
}

TEST_P(CopyPartTest, AMissingVolumeIsAGap) {
  test::ArchiveBuilder builder(in_, GetParam());
  builder.Metric({.name = "toy.count", .id = kCount});
  for (int second = 1; second <= 6; ++second) {
    if (second % 2 == 1 && second > 1) builder.Volume();
    Record(builder, second);
  }
  builder.Close();
  std::filesystem::remove(in_ + ".1");
  ASSERT_EQ(ErrorOf(Cut(1, 6)), "");
  EXPECT_EQ(StampsOf(*Written()), "1/ 2 2.001m/ 5 6 ");
  EXPECT_EQ(problems_, "The volume is missing\n");
}

TEST_P(CopyPartTest, RecordsInTheWrongOrderAreSorted) {
  test::CheckToy toy(GetParam());
  toy.data().clear();
  toy.entries.clear();
  for (const int second : {5, 6, 7, 8, 1, 2, 3, 4})
    toy.AddRecord(second, [second](ResultEncoder& encoder) {
      encoder.BeginSet(test::kForks, ValueFormat::kInPlace);
      encoder.AddInPlace(kSingular, static_cast<std::uint32_t>(second));
    });
  toy.missing = {".index"};
  toy.Write(in_);
  ASSERT_EQ(ErrorOf(Cut(2, 7)), "");
  EXPECT_EQ(StampsOf(*Written()), "2/ 3 4 5 6 7 ");
}

TEST_P(CopyPartTest, ARecordLargerThanAPieceIsCopied) {
  test::ArchiveBuilder builder(in_, GetParam());
  builder.Metric({.name = "toy.count", .id = kCount})
      .Metric({.name = "toy.text", .id = kDiscs, .type = Type::kString});
  Record(builder, 1);
  builder.Record(At(2), {Single(kDiscs, std::string(3'000'000, 'x'))});
  Record(builder, 3);
  builder.Close();
  ASSERT_EQ(ErrorOf(Cut({}, {})), "");
  EXPECT_TRUE(ReadFile(in_ + ".0") == ReadFile(out_ + ".0"));
}

TEST_P(CopyPartTest, NoFailingCallLeavesAFile) {
  WriteSix();
  test::FaultyFiles whole;
  ASSERT_EQ(ErrorOf(Cut(2, 5, whole)), "");
  RemoveOutput();
  for (std::size_t call = 0; call < whole.calls(); ++call) {
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, ENOSPC);
    EXPECT_FALSE(Cut(2, 5, files)) << call;
    EXPECT_EQ(NewFiles(), "") << call;
  }
}

TEST_P(CopyPartTest, ItsCallerCanStopItAndNothingIsOverwritten) {
  WriteSix();
  options_.keep_going = [](double) { return false; };
  const auto stopped = Cut(2, 5);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::kCancelled);
  EXPECT_EQ(NewFiles(), "");
  options_.keep_going = {};
  test::WriteFile(out_ + ".7", {});
  const auto refused = Cut(2, 5);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kExists);
  EXPECT_EQ(NewFiles(), "out.7 ");
}

INSTANTIATE_TEST_SUITE_P(Versions, CopyPartTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
