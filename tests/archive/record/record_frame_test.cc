// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/base/byte_writer.h"

#include <gtest/gtest.h>

#include <vector>

#include "fdr/archive/base/memory_source.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;
using test::ToHex;

// The frames of a walk in their order, as "OFFSET:BODY".  The last entry is the end of the walk:
// "end", "torn at OFFSET", "corrupt at OFFSET" or "I/O error".
using Walk = std::vector<std::string>;

std::string Ending(const Result<std::optional<Frame>>& step) {
  if (step) return "end";
  if (step.error().code == Errc::kIo) return "I/O error";
  EXPECT_EQ(step.error().file, "a.0");
  return (step.error().code == Errc::kTruncatedRecord ? "torn at " : "corrupt at ") +
         std::to_string(step.error().offset);
}

Walk Forward(FrameReader& reader) {
  Walk walk;
  for (;;) {
    const std::uint64_t before = reader.position();
    const auto step = reader.Next();
    if (!step || !*step) {
      EXPECT_EQ(reader.position(), before) << "an error, or the end, must not move the position";
      walk.push_back(Ending(step));
      return walk;
    }
    EXPECT_EQ((*step)->offset, before);
    EXPECT_EQ((*step)->end(), reader.position());
    walk.push_back(std::to_string(before) + ":" + std::string(AsText((*step)->body)));
  }
}

Walk Backward(FrameReader& reader) {
  Walk walk;
  for (;;) {
    const std::uint64_t before = reader.position();
    const auto step = reader.Previous();
    if (!step || !*step) {
      EXPECT_EQ(reader.position(), before) << "an error, or the end, must not move the position";
      walk.push_back(Ending(step));
      return walk;
    }
    EXPECT_EQ((*step)->offset, reader.position());
    EXPECT_EQ((*step)->end(), before);
    walk.push_back(std::to_string(reader.position()) + ":" + std::string(AsText((*step)->body)));
  }
}

constexpr std::uint64_t kFirst = 5;  // "label" stands for the label

MemorySource Source(Bytes records) {
  return MemorySource("a.0", RecordBuilder().Text("label").Raw(records).bytes());
}

Walk ForwardOver(Bytes records, std::size_t buffer_size = FrameReader::kBufferSize) {
  const MemorySource source = Source(records);
  FrameReader reader(source, kFirst, buffer_size);
  return Forward(reader);
}

Walk BackwardOver(Bytes records, std::size_t buffer_size = FrameReader::kBufferSize) {
  const MemorySource source = Source(records);
  FrameReader reader(source, kFirst, buffer_size);
  reader.Seek(source.size());
  return Backward(reader);
}

RecordBuilder ThreeFrames() {
  return RecordBuilder().Frame(AsBytes("one")).Frame(AsBytes("")).Frame(AsBytes("three"));
}
const Walk kThreeForward = {"5:one", "16:", "24:three", "end"};
const Walk kThreeBackward = {"24:three", "16:", "5:one", "end"};

TEST(FrameReaderTest, WalksInBothDirections) {
  EXPECT_EQ(ForwardOver(ThreeFrames()), kThreeForward);
  EXPECT_EQ(BackwardOver(ThreeFrames()), kThreeBackward);
}

TEST(FrameReaderTest, BufferOfAnySizeGivesTheSameFrames) {
  for (std::size_t size = 0; size < 50; ++size) {
    EXPECT_EQ(ForwardOver(ThreeFrames(), size), kThreeForward) << size;
    EXPECT_EQ(BackwardOver(ThreeFrames(), size), kThreeBackward) << size;
  }
}

TEST(FrameReaderTest, RecordLargerThanTheBuffer) {
  const std::string large(3 * FrameReader::kBufferSize, 'x');
  const RecordBuilder records =
      RecordBuilder().Frame(AsBytes("a")).Frame(AsBytes(large)).Frame(AsBytes("b"));
  EXPECT_EQ(ForwardOver(records),
            (Walk{"5:a", "14:" + large, std::to_string(22 + large.size()) + ":b", "end"}));
  EXPECT_EQ(BackwardOver(records),
            (Walk{std::to_string(22 + large.size()) + ":b", "14:" + large, "5:a", "end"}));
}

TEST(FrameReaderTest, TurnsAroundAnywhere) {
  const MemorySource source = Source(ThreeFrames());
  for (const std::size_t buffer_size : {1u, 12u, 1000u}) {
    FrameReader reader(source, kFirst, buffer_size);
    const auto body = [](const Result<std::optional<Frame>>& step) {
      return AsText((*step)->body);
    };
    EXPECT_EQ(body(reader.Next()), "one");
    EXPECT_EQ(body(reader.Previous()), "one");
    EXPECT_EQ(body(reader.Next()), "one");
    EXPECT_EQ(body(reader.Next()), "");
    EXPECT_EQ(body(reader.Next()), "three");
    EXPECT_EQ(body(reader.Previous()), "three");
    EXPECT_EQ(body(reader.Previous()), "");
    EXPECT_EQ(body(reader.Previous()), "one");
    EXPECT_FALSE(*reader.Previous());
    reader.Seek(24);
    EXPECT_EQ(body(reader.Next()), "three");
    EXPECT_FALSE(*reader.Next());
  }
}

TEST(FrameReaderTest, NothingIsBeforeTheFirstFrame) {
  EXPECT_EQ(ForwardOver({}), Walk{"end"});
  EXPECT_EQ(BackwardOver({}), Walk{"end"});
  const MemorySource source = Source({});
  FrameReader reader(source, kFirst);
  reader.Seek(2);
  EXPECT_EQ(Backward(reader), Walk{"end"});
}

TEST(FrameReaderTest, ATornTailIsTruncatedWhereverItIsCut) {
  const RecordBuilder whole = ThreeFrames();
  for (std::size_t size = 0; size < whole.bytes().size(); ++size) {
    Walk expected;
    if (size >= 11) expected.push_back("5:one");
    if (size >= 19) expected.push_back("16:");
    const std::size_t kept = size >= 19 ? 19 : size >= 11 ? 11 : 0;
    expected.push_back(size == kept ? "end" : "torn at " + std::to_string(kFirst + kept));
    EXPECT_EQ(ForwardOver(Bytes(whole).first(size)), expected) << size;
  }
}

TEST(FrameReaderTest, AZeroFilledTailIsCorrupt) {
  EXPECT_EQ(ForwardOver(ThreeFrames().Fill(4096, 0)),
            (Walk{"5:one", "16:", "24:three", "corrupt at 37"}));
  EXPECT_EQ(BackwardOver(ThreeFrames().Fill(4096, 0)), Walk{"corrupt at 4129"});
  EXPECT_EQ(ForwardOver(ThreeFrames().Fill(7, 0)),
            (Walk{"5:one", "16:", "24:three", "torn at 37"}));
}

TEST(FrameReaderTest, LengthsWithoutRoomForBothLengthWordsAreIllegal) {
  for (std::uint32_t length = 0; length < 8; ++length) {
    const RecordBuilder record = RecordBuilder().U32(length).U32(0).U32(length);
    EXPECT_EQ(ForwardOver(record), Walk{"corrupt at 5"}) << length;
    EXPECT_EQ(BackwardOver(record), Walk{"corrupt at 13"}) << length;
  }
}

TEST(FrameReaderTest, LengthWordsThatDisagreeAreCorrupt) {
  const RecordBuilder one = RecordBuilder().Frame(AsBytes("one"));
  const RecordBuilder longer = RecordBuilder(one).U32(13).Text("three").U32(12);
  EXPECT_EQ(ForwardOver(longer), (Walk{"5:one", "corrupt at 16"}));
  EXPECT_EQ(BackwardOver(longer), Walk{"corrupt at 17"})
      << "where a record of 12 bytes would start";
}

TEST(FrameReaderTest, BackwardNoRecordReachesBeforeTheFirst) {
  EXPECT_EQ(BackwardOver(RecordBuilder("00000000 0000000d")), Walk{"corrupt at 9"});
  EXPECT_EQ(BackwardOver(RecordBuilder("00000000 7fffffff")), Walk{"corrupt at 9"});
  EXPECT_EQ(BackwardOver(RecordBuilder("00000008 000008")), Walk{"corrupt at 8"})
      << "no room for a frame";
}

TEST(FrameReaderTest, APositionBehindTheEndIsTruncated) {
  const MemorySource source = Source(ThreeFrames());
  FrameReader reader(source, kFirst);
  reader.Seek(source.size() + 1);
  EXPECT_EQ(Forward(reader), Walk{"torn at 38"});
  EXPECT_EQ(Backward(reader), Walk{"torn at 38"});
}

TEST(FrameReaderTest, HugeLengthsAllocateNoMoreThanTheFileHas) {
  for (const std::uint32_t length : {100u, 0x10000000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    const MemorySource source = Source(RecordBuilder(ThreeFrames()).U32(length).Fill(20, 0xff));
    const test::AllocationLimit limit(source.size() + 1024);
    FrameReader reader(source, kFirst + 32);
    const auto step = reader.Next();
    ASSERT_FALSE(step);
    // No writer makes records of 2 GiB and more.  Such a record is corrupt, not incomplete.
    EXPECT_EQ(step.error().code,
              length > 0x7fffffff ? Errc::kCorruptRecord : Errc::kTruncatedRecord);
    EXPECT_TRUE(limit.Kept()) << limit.peak();
  }
}

// A file that is cut, or fails, or grows, while it is read.
class UnsteadySource final : public ByteSource {
 public:
  explicit UnsteadySource(Bytes content) : content_(content), size_(content.size()) {}

  std::uint64_t size() const override { return size_; }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    EXPECT_LE(offset + out.size(), size_) << "more was asked for than there is";
    ++reads;
    if (fails || (offset + out.size() > fails_at && offset < fails_until)) {
      ++failures;
      return Fail(Errc::kIo, "Input/output error", name_, offset);
    }
    if (offset >= cut_at) return 0;
    const std::size_t n = std::min<std::size_t>(out.size(), cut_at - offset);
    std::copy_n(content_.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    return n;
  }
  void Show(std::uint64_t size) { size_ = size; }

  std::uint64_t cut_at = ~std::uint64_t{0};
  bool fails = false;
  // The bytes from here up to the other one cannot be read.
  std::uint64_t fails_at = ~std::uint64_t{0}, fails_until = ~std::uint64_t{0};
  mutable int reads = 0, failures = 0;

 private:
  std::string name_ = "a.0";
  Bytes content_;
  std::uint64_t size_;
};

TEST(FrameReaderTest, OfADamagedLengthOnlyTheWordsAreRead) {
  constexpr std::size_t kLarge = 100'000;
  RecordBuilder file(ThreeFrames());
  file.U32(kLarge).Fill(kLarge, 0xff).U32(kLarge);  // four bytes too many between the lengths
  const UnsteadySource source(file);
  FrameReader reader(source, kFirst, 64);
  const test::AllocationLimit limit(1024);
  reader.Seek(kFirst + 32);
  EXPECT_EQ(Ending(reader.Next()), "corrupt at " + std::to_string(kFirst + 32));
  reader.Seek(source.size());
  EXPECT_EQ(Ending(reader.Previous()), "corrupt at " + std::to_string(source.size() - kLarge));
  EXPECT_TRUE(limit.Kept()) << limit.peak();
}

TEST(FrameReaderTest, AFileCutWhileItIsReadIsTruncatedThere) {
  const RecordBuilder bytes = ThreeFrames();
  for (std::uint64_t cut = 0; cut < bytes.bytes().size(); ++cut) {
    for (const std::size_t buffer_size : {1u, 8u, 1000u}) {
      UnsteadySource source(bytes);
      source.cut_at = cut;
      FrameReader reader(source, 0, buffer_size);
      const std::string end = cut >= 19 ? "torn at 19" : cut >= 11 ? "torn at 11" : "torn at 0";
      EXPECT_EQ(Forward(reader).back(), end) << cut;
      EXPECT_EQ(reader.position(), cut >= 19 ? 19u : cut >= 11 ? 11u : 0u);
      reader.Seek(source.size());
      const auto step = reader.Previous();
      ASSERT_FALSE(step);
      EXPECT_EQ(step.error().code, Errc::kTruncatedRecord) << cut;
    }
  }
}

TEST(FrameReaderTest, AFileCutBehindWhatWasReadAlreadyDoesNotMatter) {
  const RecordBuilder bytes = ThreeFrames();
  UnsteadySource source(bytes);
  FrameReader reader(source, 0);
  ASSERT_TRUE(reader.Next());
  source.cut_at = 0;
  EXPECT_EQ(Forward(reader), (Walk{"11:", "19:three", "end"}));
}

TEST(FrameReaderTest, AReadErrorIsHandedOnAndCanBeTriedAgain) {
  const RecordBuilder bytes = ThreeFrames();
  UnsteadySource source(bytes);
  FrameReader reader(source, 0, 8);
  source.fails = true;
  EXPECT_EQ(Forward(reader), Walk{"I/O error"});
  source.fails = false;
  EXPECT_EQ(Forward(reader), (Walk{"0:one", "11:", "19:three", "end"}));
  FrameReader backward(source, 0, 8);
  backward.Seek(source.size());
  source.fails = true;
  EXPECT_EQ(Backward(backward), Walk{"I/O error"});
  source.fails = false;
  EXPECT_EQ(Backward(backward), (Walk{"19:three", "11:", "0:one", "end"}));
}

TEST(FrameReaderTest, AFaultInWhatIsReadAheadHidesNoRecord) {
  const RecordBuilder bytes = ThreeFrames();
  for (const std::size_t buffer_size : {1u, 8u, 1000u}) {
    UnsteadySource source(bytes);
    source.fails_at = 20;
    FrameReader reader(source, 0, buffer_size);
    EXPECT_EQ(Forward(reader), (Walk{"0:one", "11:", "I/O error"}));
    FrameReader backward(source, 0, buffer_size);
    backward.Seek(19);
    EXPECT_EQ(Backward(backward), (Walk{"11:", "0:one", "end"}));
    FrameReader heads(source, 0, buffer_size);
    EXPECT_TRUE(heads.NextHead());
    EXPECT_TRUE(heads.NextHead());
    EXPECT_EQ(heads.position(), 19u);
    EXPECT_FALSE(heads.NextHead());
  }
}

// Steps up to the first error.
template <class Found>
void WalkToFault(FrameReader& reader, Result<std::optional<Found>> (FrameReader::*step)()) {
  while (true) {
    const Result<std::optional<Found>> found = (reader.*step)();
    if (!found) return;
    ASSERT_TRUE(*found) << "the end";
  }
}

TEST(FrameReaderTest, AFaultIsNotReadAgainForEachRecordInFrontOfIt) {
  constexpr std::uint32_t kLength = 40, kFrames = 40'000, kBroken = 30'000;
  RecordBuilder bytes;
  for (std::uint32_t i = 0; i < kFrames; ++i)
    bytes.U32(kLength).Fill(kLength - kFrameOverhead, 0).U32(kLength);
  UnsteadySource source(bytes);
  source.fails_at = std::uint64_t{kBroken} * kLength + 10;
  source.fails_until = source.fails_at + 10;
  const auto expect = [&](std::uint64_t start, std::uint64_t place, auto step, int most_failures) {
    FrameReader reader(source, 0);
    reader.Seek(start);
    source.reads = source.failures = 0;
    WalkToFault(reader, step);
    EXPECT_EQ(reader.position(), place);
    EXPECT_LT(source.failures, most_failures);
    EXPECT_LT(source.reads, 1000);
  };
  const std::uint64_t fault = std::uint64_t{kBroken} * kLength;
  expect(0, fault, &FrameReader::Next, 40);
  expect(source.size(), fault + kLength, &FrameReader::Previous, 40);
  constexpr int kHeadsAhead = 200;  // these read little ahead, each time
  expect(0, fault, &FrameReader::NextHead, kHeadsAhead);
  expect(source.size(), fault + kLength, &FrameReader::PreviousHead, kHeadsAhead);
}

TEST(FrameReaderTest, AGrowingFileContinuesWhereItEnded) {
  const RecordBuilder bytes = ThreeFrames();
  UnsteadySource source(bytes);
  source.Show(0);
  FrameReader reader(source, 0);
  Walk seen;
  for (std::uint64_t size = 0; size <= bytes.bytes().size(); ++size) {
    source.Show(size);
    for (std::string& met : Forward(reader))
      if (met.find(':') != std::string::npos) seen.push_back(met);
  }
  EXPECT_EQ(seen, (Walk{"0:one", "11:", "19:three"}));
}

// Claims to have 5 GiB, and repeats one word everywhere.
class SpaciousSource final : public ByteSource {
 public:
  explicit SpaciousSource(std::uint32_t word) : word_(word) {}
  std::uint64_t size() const override { return std::uint64_t{5} << 30; }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t, std::span<std::byte> out) const override {
    for (std::size_t i = 0; i + 4 <= out.size(); i += 4) StoreU32(out.data() + i, word_);
    return out.size();
  }

 private:
  std::string name_ = "a.0";
  std::uint32_t word_;
};

TEST(FrameReaderTest, LengthsOfTwoGigabytesAreIllegalInAnyFile) {
  for (const std::uint32_t length : {0x80000000u, 0xfffffff0u}) {
    const SpaciousSource source(length);
    const test::AllocationLimit limit(2 * FrameReader::kBufferSize);
    FrameReader reader(source, 0);
    EXPECT_EQ(Forward(reader), Walk{"corrupt at 0"});
    reader.Seek(source.size());
    EXPECT_EQ(Backward(reader), Walk{"corrupt at " + std::to_string(source.size() - 4)});
    EXPECT_TRUE(limit.Kept()) << limit.peak();
  }
}

TEST(FrameReaderTest, DamageNeverMakesTheDirectionsDisagree) {
  test::ForEachDamage(ThreeFrames(), [](Bytes damaged) {
    const MemorySource source("a.0", ByteBuffer(damaged.begin(), damaged.end()));
    const test::AllocationLimit limit(16 * damaged.size() + 4096);
    FrameReader reader(source, 0);
    Walk forward = Forward(reader);
    const std::uint64_t good_until = reader.position();
    forward.back() = "end";
    Walk backward = Backward(reader);
    EXPECT_TRUE(limit.Kept()) << limit.peak();
    std::reverse(backward.begin(), backward.end() - 1);
    EXPECT_EQ(forward, backward) << "up to " << good_until;
  });
}

TEST(FrameScopeTest, PutsTheLengthAroundWhatIsAppended) {
  ByteBuffer buffer;
  buffer.reserve(64);  // otherwise g++ 12 reports an out-of-bounds write in the vector's growth
  {
    const FrameScope scope(buffer);
    ByteWriter(buffer).Text("one");
  }
  { const FrameScope scope(buffer); }
  EXPECT_EQ(ToHex(buffer), ToHex(RecordBuilder().Frame(AsBytes("one")).Frame({})));
}

}  // namespace
}  // namespace fdr
