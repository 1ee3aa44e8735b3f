// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All readers read a damaged archive up to its last whole record.  They agree with a plain walk
// from record to record.

#include <fmt/chrono.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <set>

#include "fdr/archive/archive.h"
#include "fdr/archive/archive_tail.h"
#include "fdr/archive/check.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/repair.h"
#include "fdr/archive/salvage/data_end.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/differential/torn_archive.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

// The expected contents of an archive whose last volume is damaged at its end.
struct Expected {
  std::uint64_t size = 0;     // of the last volume
  std::uint64_t end = 0;      // of its last whole record
  std::uint64_t records = 0;  // in all volumes
  std::optional<Timestamp> stamp;

  std::uint64_t lost() const { return size - end; }
};

Expected After(const TornArchive& torn, std::uint64_t cut, std::uint64_t added = 0) {
  const std::size_t here = torn.walk.CountIn(cut);
  return {.size = cut + added,
          .end = torn.walk.EndIn(cut),
          .records = torn.records_before + here,
          .stamp = here > 0 ? torn.walk.records[here - 1].stamp : torn.end_before};
}

// The number of bytes that this process has read so far.
std::uint64_t BytesRead() {
  std::ifstream io("/proc/self/io");
  std::string word;
  std::uint64_t bytes = 0;
  io >> word >> bytes;
  return bytes;
}

// Restores the archive's last volume at the end of a test.
struct Restored {
  const TornArchive& torn;
  ~Restored() { WriteFile(torn.last_volume, torn.content); }
};

class TornArchiveTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = new TempDirectory;
    archives_ = new std::vector<TornArchive>(TornArchives(directory_->path()));
  }
  static void TearDownTestSuite() {
    delete archives_;
    delete directory_;
  }
  static const std::vector<TornArchive>& archives() { return *archives_; }
  static std::string Scratch(const std::string& name) { return *directory_ / name; }

 private:
  static TempDirectory* directory_;
  static std::vector<TornArchive>* archives_;
};

TempDirectory* TornArchiveTest::directory_ = nullptr;
std::vector<TornArchive>* TornArchiveTest::archives_ = nullptr;

Result<std::unique_ptr<Archive>> OpenDamagedArchive(const std::string& base, std::uint64_t& lost) {
  OpenOptions options;
  options.metadata_damage = MetadataDamage::kSkip;
  options.on_problem = [&lost](const Problem& problem) { lost += problem.bytes_lost; };
  return Archive::Open(base, options);
}

// A volume that was cut.
class CutSource final : public ByteSource {
 public:
  CutSource(Bytes content, std::uint64_t size) : content_(content.first(size)) {}

  std::uint64_t size() const override { return content_.size(); }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset >= content_.size()) return std::size_t{0};
    const Bytes there =
        content_.subspan(offset).first(std::min(out.size(), content_.size() - offset));
    std::copy(there.begin(), there.end(), out.begin());
    return there.size();
  }

 private:
  Bytes content_;
  std::string name_ = "cut volume";
};

// Looks for the end of the data only in the cut volume, so the archive stays open.
void ExpectEndInMemory(const Archive& archive, const TornArchive& torn, std::uint64_t cut) {
  const CutSource source(torn.content, cut);
  const Version version = archive.label().version;
  const DataJudge::Witnesses witnesses{
      .version = version,
      .start = archive.label().start,
      .is_described = [&](MetricId id) { return archive.metadata().FindDesc(id) != nullptr; },
      .places =
          KnownPlaces(source, version, archive.index(), archive.files().volumes.back().number),
      .written = {}};
  const Result<std::uint64_t> end = FindDataEnd(source, witnesses);
  ASSERT_EQ(ErrorOf(end), "");
  EXPECT_EQ(*end, torn.walk.EndIn(cut));
  EXPECT_FALSE(FindWildRecord(source, witnesses, *end, [] { return std::nullopt; }));
}

// Expects the end of the data, its stamp, and the number of lost bytes.
void ExpectEnd(const std::string& base, const Expected& expected) {
  std::uint64_t lost = 0;
  const auto archive = OpenDamagedArchive(base, lost);
  ASSERT_EQ(ErrorOf(archive), "");
  const Result<Timestamp> end = (*archive)->End();
  if (!expected.stamp) {
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::kEmpty);
  } else {
    ASSERT_EQ(ErrorOf(end), "");
    EXPECT_EQ(*end, *expected.stamp);
  }
  const std::size_t last = (*archive)->volume_count() - 1;
  EXPECT_EQ(*(*archive)->DataEnd(last), expected.end);
  EXPECT_EQ(lost, expected.lost());
}

// Walks record by record in both directions.
void ExpectRecords(const std::string& base, const Expected& expected) {
  std::uint64_t lost = 0;
  const auto archive = OpenDamagedArchive(base, lost);
  ASSERT_EQ(ErrorOf(archive), "");
  RecordCursor cursor(**archive);
  std::uint64_t forward = 0, backward = 0;
  for (auto frame = cursor.NextSound(); frame && *frame; frame = cursor.NextSound()) ++forward;
  EXPECT_EQ(forward, expected.records);
  ASSERT_EQ(ErrorOf(cursor.SeekEnd()), "");
  for (auto frame = cursor.PreviousSound(); frame && *frame; frame = cursor.PreviousSound())
    ++backward;
  EXPECT_EQ(backward, expected.records);
}

// Uses the fetch interface in all modes.  Every walk must end.
void ExpectReplay(const std::string& base, const Expected& expected) {
  ReplayOptions options;
  options.open.metadata_damage = MetadataDamage::kSkip;
  auto context = ArchiveContext::Open(base, options);
  ASSERT_EQ(ErrorOf(context), "");
  const Result<Timestamp> end = (*context)->EndTime();
  if (!expected.stamp) {
    EXPECT_FALSE(end) << "no record is left";
    return;
  }
  ASSERT_EQ(ErrorOf(end), "");
  EXPECT_EQ(*end, *expected.stamp);
  FetchResult result;
  std::uint64_t forward = 0, backward = 0;
  ASSERT_EQ(ErrorOf((*context)->SetMode(Mode::kForward, Timestamp{})), "");
  for (auto got = (*context)->FetchRecord(result); got && *got;
       got = (*context)->FetchRecord(result))
    ++forward;
  EXPECT_EQ(forward, expected.records);
  ASSERT_EQ(ErrorOf((*context)->SetMode(Mode::kBackward, *end)), "");
  for (auto got = (*context)->FetchRecord(result); got && *got;
       got = (*context)->FetchRecord(result))
    ++backward;
  EXPECT_EQ(backward, expected.records);

  std::vector<MetricId> metrics;
  for (const auto& metric : (*context)->timeline().metadata().metrics())
    metrics.push_back(metric.id);
  const Timestamp start = (*context)->label().start;
  constexpr int kSteps = 20;
  const auto step = static_cast<std::int64_t>(SecondsBetween(start, *end) / kSteps * 1e9) + 1;
  ASSERT_EQ(ErrorOf((*context)->SetMode(Mode::kInterpolated, start, step)), "");
  int fetches = 0;
  for (auto got = (*context)->Fetch(metrics, result); got && *got;
       got = (*context)->Fetch(metrics, result))
    ASSERT_LE(++fetches, kSteps + 1);
  EXPECT_GE(fetches, *end > start ? kSteps - 1 : 1);
}

// Runs the check and the repair, and finds the place behind which a recorder would go on.
void ExpectTools(const std::string& base, const std::string& out, const Expected& expected) {
  const auto files = FindArchive(base);
  ASSERT_EQ(ErrorOf(files), "");
  const CheckSummary summary = CheckArchive(*files, {}, [](const Finding&) {});
  EXPECT_EQ(summary.records, expected.records);
  const auto tail = FindArchiveTail(base);
  ASSERT_EQ(ErrorOf(tail), "");
  EXPECT_EQ(tail->last_stamp, expected.stamp);
  if (expected.stamp) {
    EXPECT_EQ(tail->volume_end, expected.end);
  }

  const auto report = RepairArchive(base, out, {.source = {}, .dry_run = true, .keep_going = {}});
  if (!expected.stamp) {
    EXPECT_FALSE(report) << "nothing is left to repair";
    return;
  }
  ASSERT_EQ(ErrorOf(report), "");
  std::uint64_t kept = 0, lost = 0;
  for (const RepairedFile& file : report->files) {
    if (file.number < 0) continue;
    kept += file.records_kept;
    lost += file.bytes_lost;
  }
  EXPECT_EQ(kept, expected.records);
  EXPECT_EQ(lost, expected.lost());
}

std::string Output(const std::vector<std::string>& argv) {
  ChildRequest request{argv};
  request.environment = {"TZ=UTC", "PCP_DERIVED_CONFIG="};
  const auto child = RunChild(request);
  EXPECT_TRUE(child) << argv[1];
  EXPECT_FALSE(child->timed_out) << argv[1];
  return child ? child->out : "";
}

std::string LineWith(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

// Compares the verbs with the peer's dumper.
void ExpectVerbs(const std::string& base, const Expected& expected) {
  if (!expected.stamp) return;
  const std::string info = Output({FDR_COMMAND, "info", "--json", base});
  const std::string end = fmt::format("\"end\":\"{:%FT%T}", fmt::gmtime(expected.stamp->sec));
  EXPECT_NE(info.find(end), std::string::npos) << end << "\n" << info.substr(0, 600);
  const std::string ours = LineWith(Output({FDR_COMMAND, "dump", "-l", base}), "ending");
  const std::string peers = LineWith(Output({"pmdumplog", "-l", base}), "ending");
  EXPECT_EQ(ours, peers);
}

// Where the last four records of the archive begin.
std::uint64_t TailOf(const TornArchive& torn) {
  const auto& records = torn.walk.records;
  return records.size() > 4 ? records[records.size() - 5].end : torn.walk.first;
}

// The places of the cuts, in descending order: places in the last records, every byte of them with
// a stride of 1, and some at random.
std::set<std::uint64_t, std::greater<>> Cuts(const TornArchive& torn, std::size_t at_random,
                                             std::uint64_t stride, std::uint64_t seed) {
  std::set<std::uint64_t, std::greater<>> cuts;
  std::mt19937_64 random(seed);
  for (std::uint64_t cut = TailOf(torn); cut < torn.content.size(); cut += 1 + random() % stride)
    cuts.insert(cut);
  const std::uint64_t room = torn.content.size() - torn.walk.first;
  for (std::size_t i = 0; i < at_random; ++i) cuts.insert(torn.walk.first + random() % room);
  return cuts;
}

TEST_F(TornArchiveTest, ACutArchiveEndsWithItsLastWholeRecord) {
  // A soak cuts 40 archives at every byte of their last records; ours come first.  Archives with
  // large records do not count: the time grows with the square of their size.
  constexpr std::size_t kThorough = 40, kLargestTail = 400'000;
  const std::uint64_t cuts_per_opening = IsSoak() ? 200 : 10;
  std::uint64_t seed = 0, cuts = 0, opened = 0, thorough = 0;
  for (const TornArchive& torn : archives()) {
    SCOPED_TRACE(torn.origin + " " + torn.base);
    const Restored restored{torn};
    const std::uint64_t tail = torn.content.size() - TailOf(torn);
    const bool is_thorough = IsSoak() && thorough < kThorough && tail <= kLargestTail;
    if (is_thorough) ++thorough;
    const std::uint64_t stride = is_thorough ? 1 : 1 + tail / 1600;
    const auto archive = Archive::Open(torn.base);
    ASSERT_EQ(ErrorOf(archive), "");
    for (const std::uint64_t cut : Cuts(torn, IsSoak() ? 1000 : 200, stride, ++seed)) {
      SCOPED_TRACE("cut to " + std::to_string(cut));
      ExpectEndInMemory(**archive, torn, cut);
      if (cuts++ % cuts_per_opening == 0) {
        fs::resize_file(torn.last_volume, cut);
        ExpectEnd(torn.base, After(torn, cut));
        ++opened;
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_TRUE(!IsSoak() || thorough == kThorough);
  std::cout << archives().size() << " archives, " << cuts << " cuts, " << opened << " opened, "
            << thorough << " cut at every byte\n";
}

TEST_F(TornArchiveTest, AllThatReadsACutArchiveAgrees) {
  std::uint64_t seed = 1000, cuts = 0;
  for (const TornArchive& torn : archives()) {
    SCOPED_TRACE(torn.origin + " " + torn.base);
    const Restored restored{torn};
    const std::uint64_t whole_before = BytesRead();
    ExpectRecords(torn.base, After(torn, torn.content.size()));
    const std::uint64_t whole = BytesRead() - whole_before;
    int verbs = IsSoak() ? 10 : 1;
    for (const std::uint64_t cut : Cuts(torn, IsSoak() ? 30 : 3, 1 << 30, ++seed)) {
      SCOPED_TRACE("cut to " + std::to_string(cut));
      fs::resize_file(torn.last_volume, cut);
      ++cuts;
      const Expected expected = After(torn, cut);
      const std::uint64_t before = BytesRead();
      ExpectRecords(torn.base, expected);
      EXPECT_LE(BytesRead() - before, 2 * whole + (1 << 20));
      ExpectReplay(torn.base, expected);
      ExpectTools(torn.base, Scratch("repaired"), expected);
      if (verbs-- > 0) ExpectVerbs(torn.base, expected);
      if (HasFailure()) return;
    }
  }
  std::cout << cuts << " cuts\n";
}

// Cuts within records, as a killed writer leaves them.
std::vector<std::uint64_t> CutsAtRandom(const TornArchive& torn, std::size_t count,
                                        std::mt19937_64& random) {
  std::vector<std::uint64_t> cuts;
  const std::uint64_t room = torn.content.size() - torn.walk.first;
  while (cuts.size() < count) {
    const std::uint64_t cut = torn.walk.first + random() % room;
    if (torn.walk.EndIn(cut) < cut) cuts.push_back(cut);
  }
  return cuts;
}

// The bytes behind a cut may complete the torn record, if they have the trailing length at its
// place.  Repair also mends a wrong trailing length if the file ends with the record.  Old data may
// go on with a whole record exactly where the torn one would end.
bool IsCompletedByChance(const TornArchive& torn, std::uint64_t cut, Bytes content) {
  const std::uint64_t end = torn.walk.records[torn.walk.CountIn(cut)].end;
  if (content.size() == end) return true;
  if (WalkRecords(content).EndIn(content.size()) != torn.walk.EndIn(cut)) return true;
  const Bytes label = content.first(torn.walk.first);
  return end < content.size() &&
         !WalkRecords(Concatenate({label, content.subspan(end)})).records.empty();
}

// Tries every archive with bytes behind a cut that are no record.
void TryBehindCuts(const std::vector<TornArchive>& archives, const std::string& scratch,
                   std::mt19937_64& random,
                   const std::function<ByteBuffer(const TornArchive&, std::uint64_t cut)>& behind) {
  std::uint64_t tried = 0, completed = 0;
  for (const TornArchive& torn : archives) {
    const Restored restored{torn};
    int in_full = IsSoak() ? 20 : 2;
    for (const std::uint64_t cut : CutsAtRandom(torn, IsSoak() ? 250 : 10, random)) {
      const ByteBuffer bytes = behind(torn, cut);
      SCOPED_TRACE(fmt::format("{} {} cut to {}, {} bytes behind", torn.origin, torn.base, cut,
                               bytes.size()));
      const ByteBuffer content = Concatenate({Bytes(torn.content).first(cut), bytes});
      ++tried;
      if (IsCompletedByChance(torn, cut, content)) {
        ++completed;
        continue;
      }
      WriteFile(torn.last_volume, content);
      const Expected expected = After(torn, cut, bytes.size());
      ExpectEnd(torn.base, expected);
      if (in_full-- <= 0) continue;
      ExpectRecords(torn.base, expected);
      ExpectReplay(torn.base, expected);
      ExpectTools(torn.base, scratch, expected);
      if (testing::Test::HasFailure()) return;
    }
  }
  std::cout << tried << " cuts, of which " << completed << " were completed by chance\n";
  EXPECT_LT(completed, tried / 100);
}

TEST_F(TornArchiveTest, ZerosBehindACutAreNoRecords) {
  std::mt19937_64 random(1);
  TryBehindCuts(archives(), Scratch("repaired"), random, [&](const TornArchive&, std::uint64_t) {
    constexpr std::size_t kSizes[] = {1, 3, 8, 4096, 65536, 1 << 20};
    return ByteBuffer(random() % 2 == 0 ? kSizes[random() % 6] : 1 + random() % 8192);
  });
}

TEST_F(TornArchiveTest, PagesOfOldDataBehindACutAreNoRecords) {
  std::mt19937_64 random(2);
  TryBehindCuts(
      archives(), Scratch("repaired"), random, [&](const TornArchive& torn, std::uint64_t cut) {
        constexpr std::uint64_t kPage = 512;  // the smallest size of a block
        const std::uint64_t from = random() % (cut / kPage + 1) * kPage;
        const std::uint64_t size = 1 + random() % std::min<std::uint64_t>(cut - from + 1, 1 << 16);
        const Bytes old = Bytes(torn.content).subspan(from, std::min(size, cut - from));
        return ByteBuffer(old.begin(), old.end());
      });
}

TEST_F(TornArchiveTest, ACutIndexCostsNothing) {
  std::mt19937_64 random(3);
  for (const TornArchive& torn : archives()) {
    SCOPED_TRACE(torn.origin + " " + torn.base);
    const std::string path = torn.base + ".index";
    const ByteBuffer index = ReadFile(path);
    const Expected expected = After(torn, torn.content.size());
    for (std::uint64_t cut = index.size(); cut-- > 0;) {
      fs::resize_file(path, cut);
      if (!IsSoak() && random() % 40 != 0) continue;
      SCOPED_TRACE(fmt::format("index cut to {}", cut));
      std::uint64_t lost = 0;
      const auto archive = OpenDamagedArchive(torn.base, lost);
      ASSERT_EQ(ErrorOf(archive), "");
      EXPECT_EQ((*archive)->End().value(), *expected.stamp);
      if (random() % 8 != 0) continue;
      ExpectRecords(torn.base, expected);
      ExpectReplay(torn.base, expected);
      if (HasFailure()) return;
    }
    WriteFile(path, index);
  }
}

TEST_F(TornArchiveTest, CutMetadataCostNoRecord) {
  std::mt19937_64 random(4);
  for (const TornArchive& torn : archives()) {
    SCOPED_TRACE(torn.origin + " " + torn.base);
    const Restored restored{torn};
    const std::string path = torn.base + ".meta";
    const ByteBuffer metadata = ReadFile(path);
    std::set<std::uint64_t, std::greater<>> cuts;
    for (int i = 0; i < (IsSoak() ? 2000 : 20); ++i) cuts.insert(random() % metadata.size());
    for (const std::uint64_t cut : cuts) {
      fs::resize_file(path, cut);
      const std::uint64_t data = CutsAtRandom(torn, 1, random).front();
      const ByteBuffer content =
          Concatenate({Bytes(torn.content).first(data), ByteBuffer(random() % 2 * 4096)});
      if (IsCompletedByChance(torn, data, content)) continue;
      WriteFile(torn.last_volume, content);
      SCOPED_TRACE(fmt::format("metadata cut to {}, data to {}", cut, data));
      std::uint64_t lost = 0;
      const auto archive = OpenDamagedArchive(torn.base, lost);
      // An archive needs a label and at least one metric.
      if (!archive) {
        const Errc why = archive.error().code;
        EXPECT_TRUE(cut < torn.walk.first || why == Errc::kEmpty) << archive.error().Message();
        continue;
      }
      const Result<Timestamp> end = (*archive)->End();
      EXPECT_EQ(end ? std::optional(*end) : std::nullopt, After(torn, data).stamp);
    }
    WriteFile(path, metadata);
  }
}

struct Compressor {
  std::string suffix;
  std::vector<std::string> argv;
};

TEST_F(TornArchiveTest, WhatIsTornInsideACompressedVolumeIsFoundThere) {
  const Compressor compressors[] = {{".xz", {"xz", "-0", "--block-size=65536"}},
                                    {".zst", {"zstd", "-q", "-1"}},
                                    {".gz", {"gzip", "-1"}}};
  std::mt19937_64 random(5);
  for (const TornArchive& torn : archives()) {
    const Restored restored{torn};
    for (const std::uint64_t cut : CutsAtRandom(torn, IsSoak() ? 30 : 1, random)) {
      const Compressor& compressor = compressors[random() % 3];
      SCOPED_TRACE(
          fmt::format("{} {} cut to {}, then {}", torn.origin, torn.base, cut, compressor.suffix));
      const std::uint64_t zeros = random() % 2 * 4096;
      const ByteBuffer content = Concatenate(
          {Bytes(torn.content).first(cut), ByteBuffer(static_cast<std::size_t>(zeros))});
      if (IsCompletedByChance(torn, cut, content)) continue;
      fs::remove(torn.last_volume);
      const std::string path = torn.last_volume + compressor.suffix;
      WriteFile(path, Compress(compressor.argv, content));
      const Expected expected = After(torn, cut, zeros);
      ExpectEnd(torn.base, expected);
      ExpectRecords(torn.base, expected);
      ExpectReplay(torn.base, expected);
      fs::remove(path);
      if (HasFailure()) return;
    }
  }
}

TEST_F(TornArchiveTest, ACompressedVolumeThatIsCutIsReadAsFarAsItGoes) {
  std::mt19937_64 random(6);
  for (const TornArchive& torn : archives()) {
    const Restored restored{torn};
    const ByteBuffer whole = Compress({"xz", "-0", "--block-size=16384"}, torn.content);
    fs::remove(torn.last_volume);
    const std::string path = torn.last_volume + ".xz";
    for (int i = 0; i < (IsSoak() ? 50 : 2); ++i) {
      const std::size_t size = whole.size() / 2 + random() % (whole.size() - whole.size() / 2);
      SCOPED_TRACE(
          fmt::format("{} {} xz cut to {} of {}", torn.origin, torn.base, size, whole.size()));
      WriteFile(path, Bytes(whole).first(size));
      const auto start = OpenDamaged(path);
      if (!start) {  // its only block is incomplete
        EXPECT_LE(torn.content.size(), 16384u) << start.error().Message();
        continue;
      }
      const std::uint64_t decoded = start->content->size();
      EXPECT_GE(decoded + 16384, size) << "blocks before the cut are whole";
      if (decoded < torn.walk.first) continue;
      const Expected expected = After(torn, decoded);
      ExpectEnd(torn.base, expected);
      ExpectRecords(torn.base, expected);
      ExpectReplay(torn.base, expected);
      if (HasFailure()) return;
    }
    fs::remove(path);
  }
}

}  // namespace
}  // namespace fdr::test
