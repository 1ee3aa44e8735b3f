// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compressed volumes that were cut.  What the tool of a format can decode of one says which records
// are whole, and every verb has these records, no more and no less.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

struct Packing {
  std::string suffix, pack;
  std::uint64_t held_back = 0;  // what our decoder may lack of what the tool decodes
};

class CutVolumesTest : public testing::TestWithParam<Packing> {
 protected:
  static constexpr std::size_t kSamples = 20;

  void SetUp() override {
    const ChildOutcome recorded =
        RunFdr({"record", "-q", "-t", "10ms", "-s", std::to_string(kSamples), whole_,
                "kernel.all.load", "kernel.all.cpu"});
    ASSERT_EQ(recorded.exit_status, 0) << recorded.err;
    for (const char* part : {".meta", ".index"})
      std::filesystem::copy_file(whole_ + part, cut_ + part);
    Shell(GetParam().pack + " <" + whole_ + ".0 >" + packed_);
  }

  static std::string Shell(const std::string& command) {
    const auto outcome = RunChild({.argv = {"sh", "-c", command}});
    EXPECT_EQ(ErrorOf(outcome), "");
    return outcome ? outcome->out : "";
  }

  // Where records end.
  std::vector<std::uint64_t> Ends() const {
    const auto bytes = ReadFile(whole_ + ".0");
    std::vector<std::uint64_t> ends;
    for (std::uint64_t at = 0; at < bytes.size();) {
      const std::uint32_t length = LoadU32(bytes.data() + at);
      if (length == 0) break;
      if (at > 0) ends.push_back(at + length);  // the label is no record
      at += length;
    }
    EXPECT_EQ(ends.back(), bytes.size());
    return ends;
  }

  static std::size_t CountOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
  static std::size_t RecordsIn(const std::string& archive) {
    return CountOf(RunFdr({"dump", "--json", "-m", archive}).out, R"("kind":"record")");
  }

  const TempDirectory directory_;
  const std::string whole_ = directory_ / "whole", cut_ = directory_ / "cut",
                    packed_ = directory_ / "packed", volume_ = cut_ + ".0" + GetParam().suffix;
};

TEST_P(CutVolumesTest, EveryVerbHasTheRecordsThatCanBeDecoded) {
  const std::vector<std::uint64_t> ends = Ends();
  const std::uint64_t size = std::filesystem::file_size(packed_);
  const int cuts = IsSoak() ? 40 : 4;
  for (int part = 1; part < cuts; ++part) {
    const std::uint64_t at =
        size * static_cast<std::uint64_t>(part) / static_cast<std::uint64_t>(cuts);
    Shell("head -c " + std::to_string(at) + " " + packed_ + " >" + volume_);
    const std::string tool = GetParam().pack.substr(0, GetParam().pack.find(' '));
    const std::uint64_t decoded =
        std::stoull(Shell(tool + " -dc 2>/dev/null <" + volume_ + " | wc -c"));
    const auto records = [&](std::uint64_t of) {
      return static_cast<std::size_t>(std::ranges::upper_bound(ends, of) - ends.begin());
    };
    const std::string what = volume_ + " of " + std::to_string(at) + " bytes";
    const std::size_t dumped = RecordsIn(cut_);
    EXPECT_LE(dumped, records(decoded + 1)) << what;  // gzip shows a byte less than zlib decodes
    EXPECT_GE(dumped, records(decoded - std::min(decoded, GetParam().held_back))) << what;

    const std::string count = std::to_string(dumped);
    const ChildOutcome info = RunFdr({"info", "--exact", "--json", cut_});
    const ChildOutcome check = RunFdr({"check", cut_});
    EXPECT_TRUE(Has(check.out, ", " + count + " record")) << what;
    std::filesystem::remove(directory_ / "mended.0");
    std::filesystem::remove(directory_ / "mended.meta");
    std::filesystem::remove(directory_ / "mended.index");
    RunFdr({"repair", cut_, directory_ / "mended"});
    EXPECT_EQ(RecordsIn(directory_ / "mended"), dumped) << what;
    EXPECT_TRUE(dumped == 0 || Has(info.out, "\"records\":" + count)) << what;
    if (dumped < 2) continue;
    const ChildOutcome replay = RunFdr({"replay", cut_, "kernel.all.load", "--csv"});
    // The first record and the last one of the whole volume describe the recorder.
    const std::size_t samples = std::min(dumped - 1, kSamples);
    EXPECT_EQ(CountOf(replay.out, "\n"), 1 + samples) << what << ": " << replay.err;
    EXPECT_EQ(replay.exit_status, 3) << what;
    EXPECT_TRUE(Has(replay.err, volume_)) << what;
    EXPECT_TRUE(Has(replay.err, "at offset ")) << what;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CutVolumesTest,
                         testing::Values(Packing{".gz", "gzip -c"},
                                         Packing{".bz2", "bzip2 -c", 1 << 16},
                                         Packing{".xz", "xz -c"},
                                         Packing{".xz", "xz -c --block-size=700"},
                                         Packing{".zst", "zstd -qc"}));

}  // namespace
}  // namespace fdr::test
