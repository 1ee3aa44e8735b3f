// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damaged volumes: every readable record is read, and each damage is reported once.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

std::vector<std::string> LinesOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Whether `all` has these lines, in their order.
bool Has(const std::vector<std::string>& all, const std::vector<std::string>& lines) {
  auto next = lines.begin();
  for (const std::string& line : all)
    if (next != lines.end() && line == *next) ++next;
  return next == lines.end();
}

// The peer's other damaged archives are left out.  Their damage is where the peer trusts the index,
// or it ends the archive for the peer.
TEST(PmapiDamage, IsToldAndPassedAsByThePeer) {
  TwinRequest request{.program = "damage"};
  for (int i = 1; i <= 9; ++i)
    request.arguments.push_back("/var/lib/pcp/testsuite/badarchives/badlen-" + std::to_string(i));
  request.arguments.push_back("/var/lib/pcp/testsuite/badarchives/badti-2");
  EXPECT_TRUE(TwinsAgree(request));
  const std::string ours = RunTwins(request).ours;
  EXPECT_NE(ours.find(" Corrupted record in a PCP archive log\n 1290580161"), ours.npos)
      << "a record behind damage";
}

struct CompressedForm {
  const char* suffix;
  std::vector<std::string> command;
};

class PmapiCutVolume : public testing::TestWithParam<CompressedForm> {};

const CompressedForm kCompressedForms[] = {{".gz", {"gzip", "-c"}}, {".xz", {"xz", "-c"}}};

// The peer leaves out such a volume.  We return what can be decompressed, too.
TEST_P(PmapiCutVolume, IsPassedAtOnceAsByThePeer) {
  const std::string base = std::string(kPeerArchives) + "/ok-mv-bigbin";
  const TempDirectory directory;
  for (const char* suffix : {".meta", ".index"})
    std::filesystem::copy_file(base + suffix, directory / ("m" + std::string(suffix)));
  for (int volume = 0; volume <= 9; ++volume) {
    const std::string suffix = "." + std::to_string(volume);
    ByteBuffer bytes = Compress(GetParam().command, ReadFile(base + suffix));
    if (volume == 1) bytes.resize(bytes.size() / 2);
    WriteFile(directory / ("m" + suffix + GetParam().suffix), bytes);
  }
  const std::string cut = directory / "m";
  // Not RunTwins(): the peer's gzip complains, too.
  const TwinRequest of_cut{.program = "damage", .arguments = {cut}};
  const std::vector<std::string> ours = LinesOf(RunTwin(of_cut, "_ours").out);
  const std::vector<std::string> peers = LinesOf(RunTwin(of_cut, "_peer").out);
  EXPECT_GT(peers.size(), 1700u);
  EXPECT_GT(ours.size(), peers.size());
  EXPECT_TRUE(Has(ours, peers)) << "a record of another volume";
  EXPECT_EQ(std::ranges::count(ours, " End of PCP archive log"), 2);
  EXPECT_EQ(std::ranges::count(ours, " Corrupted record in a PCP archive log"), 0);
}

INSTANTIATE_TEST_SUITE_P(Forms, PmapiCutVolume, testing::ValuesIn(kCompressedForms),
                         [](const auto& form) { return form.param.suffix + 1; });

}  // namespace
}  // namespace fdr::test
