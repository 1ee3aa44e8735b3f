// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr dump` and the peer's dumper print the same bytes, for all archives of the peer's test suite
// and for random odd ones.  The peer command has `pmdumplog` in place of `fdr dump`.
//
// By default the test runs the part `dump` of the test suite, each archive with the options that
// the part is made for, and with some that a seed chooses.  With FDR_SOAK=1 in the environment it
// runs everything.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <random>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/differential/odd_archive.h"
#include "fdr/tests/differential/other_names.h"
#include "fdr/tests/differential/tool_samples.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/corpus_part.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ChildOutcome;
using test::TempDirectory;

using test::Command;
using test::FirstDifference;
using test::ForEach;
using test::Join;
using test::kPeerArchives;
using test::RunTool;
using test::Sample;
using test::Samples;
using test::SomeNames;
using test::SomeWindow;
using Words = test::CommandWords;

constexpr std::uint32_t kOddArchives = 60 / test::kSlowness;

void CopyWithoutIndex(const std::filesystem::path& base, const std::string& copy) {
  const std::string part = base.filename().string() + '.';
  for (const auto& entry : std::filesystem::directory_iterator(base.parent_path())) {
    const std::string name = entry.path().filename();
    if (name.starts_with(part) && !name.starts_with(part + "index"))
      std::filesystem::copy_file(entry.path(), copy + name.substr(part.size() - 1));
  }
}

class Comparison {
 public:
  void Compare(const Words& arguments, const std::string& zone = "Australia/Melbourne") {
    const ChildOutcome peer = RunTool(zone, Command({"pmdumplog"}, arguments));
    const ChildOutcome ours = RunTool(zone, Command({FDR_COMMAND, "dump"}, arguments));
    ++comparisons_;
    bytes_ += ours.out.size();
    if (peer.out == ours.out) return;
    if (IsMisled(arguments, peer)) return CompareWithoutIndex(arguments, zone, ours);
    ADD_FAILURE() << Join(arguments) << "\npeer exits with " << peer.exit_status << ", "
                  << peer.err.substr(0, 300) << "\nfdr with " << ours.exit_status << ", "
                  << ours.err.substr(0, 300) << '\n'
                  << FirstDifference(peer.out, ours.out);
  }

  // For outputs that do not fit into memory twice.  The peer prints them for minutes.
  void CompareStreams(const Words& arguments) {
    const std::string words = Join(arguments);
    const ChildOutcome same = RunTool(
        "UTC",
        {"bash", "-c", "cmp <(pmdumplog " + words + ") <(" FDR_COMMAND " dump " + words + ")"},
        std::chrono::minutes(30));
    ++comparisons_;
    EXPECT_EQ(same.exit_status, 0)
        << words << (same.timed_out ? "not compared within the time limit" : "") << same.out
        << same.err;
  }

  std::size_t comparisons() const { return comparisons_; }
  std::size_t misled() const { return misled_; }
  std::size_t bytes() const { return bytes_; }

 private:
  // An entry of the index that leads behind records of its time hides these from the peer.  It then
  // prints nothing of a window that starts there.  In two archives the entries lead nowhere, and
  // the peer takes that for damage.
  static bool IsMisled(const Words& arguments, const ChildOutcome& peer) {
    const auto has = [&](std::string_view word) {
      return std::ranges::find(arguments, word) != arguments.end();
    };
    if (!peer.out.empty()) return false;
    if (peer.exit_status == 0) return has("-S") && peer.err.empty();
    return peer.exit_status == 1 && peer.err.find("Corrupted record") != std::string::npos &&
           (has(kPeerArchives + std::string("/binning")) ||
            has(kPeerArchives + std::string("/pcp-mpstat3")));
  }

  // The peer prints without the index what fdr prints with it.
  void CompareWithoutIndex(Words arguments, const std::string& zone, const ChildOutcome& ours) {
    ++misled_;
    const TempDirectory directory;
    for (std::string& word : arguments) {
      if (!word.starts_with(kPeerArchives)) continue;
      CopyWithoutIndex(word, directory / "copy");
      word = directory / "copy";
    }
    EXPECT_EQ(RunTool(zone, Command({"pmdumplog"}, arguments)).out, ours.out) << Join(arguments);
  }

  std::atomic<std::size_t> comparisons_ = 0, misled_ = 0, bytes_ = 0;
};

// The part is chosen so that these run on it what they run on all archives.
const std::vector<Words> kOptionsOfThePart = {
    {"-LdehIit"}, {"-rsx"}, {"-xxxLehIit"}, {"-xxsm"}, {"-zm"}};
const std::vector<Words> kOptions = {{"-a"},  {"-xlehIit"},    {"-m"},
                                     {"-xm"}, {"-xxxsm"},      {"-rs"},
                                     {"-rx"}, {"-ZUTC", "-m"}, {"-Z", "EST5EDT", "-xLtm"}};
const std::vector<Words> kOptionsWithNames = {{}, {"-M"}, {"-s"}, {"-rMs"}, {"-xxx"}, {"-z"}};
constexpr std::uintmax_t kHuge = 20 << 20, kLarge = 2 << 20;

void CompareSample(const Sample& sample, std::size_t place, Comparison& comparison) {
  std::mt19937 random(static_cast<std::uint32_t>(place));
  if (sample.size > kHuge) {
    comparison.Compare({"-xxLdehIit", sample.base});
    if (test::IsSoak()) comparison.CompareStreams({"-sm", sample.base});
    if (test::IsSoak()) comparison.CompareStreams({"-rx", sample.base});
    return;
  }
  for (const Words& options : kOptionsOfThePart)
    comparison.Compare(Command(options, {sample.base}));
  for (std::size_t i = 0; i < kOptions.size(); ++i)
    if (test::IsSoak() || i == place % kOptions.size())
      comparison.Compare(Command(kOptions[i], {sample.base}));
  for (int i = test::IsSoak() ? 8 : 1; i-- > 0;)
    if (const auto window = SomeWindow(sample.base, random))
      comparison.Compare(
          Command(Command({random() % 3 == 0 ? "-rm" : "-m"}, *window), {sample.base}));
  for (std::size_t i = 0; i < kOptionsWithNames.size(); ++i)
    if (test::IsSoak() || i == place % kOptionsWithNames.size())
      if (const Words names = SomeNames(sample.base, random); !names.empty())
        comparison.Compare(Command(Command(kOptionsWithNames[i], {sample.base}), names));
}

void PrintCounts(const char* what, std::size_t archives, const Comparison& comparison) {
  std::cout << what << ": " << archives << " archives, " << comparison.comparisons()
            << " comparisons, " << (comparison.bytes() >> 20) << " MiB; " << comparison.misled()
            << " where its index misleads the peer\n";
}

TEST(DumpDifferentialTest, TheArchivesOfThePeersTestSuite) {
  std::vector<Sample> samples = Samples();
  EXPECT_GE(samples.size(), 210u);
  test::KeepParts({"dump"}, samples, &Sample::base);
  Comparison comparison;
  ForEach(samples.size(), [&](std::size_t i) { CompareSample(samples[i], i, comparison); });
  PrintCounts("The peer's test suite", samples.size(), comparison);
  EXPECT_GE(comparison.comparisons(), samples.size() * 6);
  EXPECT_GE(comparison.misled(), test::IsSoak() ? 2u : 0u);
}

// Raw dumps of all kinds of files: records with a senseless length, compressed files, an index.
TEST(DumpDifferentialTest, RawDumpsOfFiles) {
  Words files;
  for (const char* directory :
       {"/var/lib/pcp/testsuite/archives", "/var/lib/pcp/testsuite/badarchives"})
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      if (entry.is_regular_file() && entry.file_size() < (test::IsSoak() ? kHuge : 200'000))
        files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  const std::size_t step = test::IsSoak() ? 1 : 4;
  Comparison comparison;
  ForEach(files.size() / step, [&](std::size_t i) { comparison.Compare({"-v", files[i * step]}); });
  PrintCounts("Raw dumps", files.size() / step, comparison);
  EXPECT_GE(files.size(), 600u);
}

TEST(DumpDifferentialTest, OddArchives) {
  const TempDirectory directory;
  Comparison comparison;
  const std::uint32_t count = test::IsSoak() ? 1000 : kOddArchives;
  ForEach(count, [&](std::size_t i) {
    const auto odd =
        test::WriteOddArchive(directory / std::to_string(i), static_cast<std::uint32_t>(i));
    comparison.Compare({"-LdehIit", odd.base});
    comparison.Compare({"-xxxtiIe", odd.base});
    if (odd.odd_index) return;
    std::mt19937 random(static_cast<std::uint32_t>(i));
    comparison.Compare({"-sm", odd.base});
    comparison.Compare({"-rxx", odd.base});
    for (const Words& options : kOptionsWithNames)
      comparison.Compare(Command(options, {odd.base, odd.names[random() % odd.names.size()],
                                           odd.names[random() % odd.names.size()]}));
  });
  PrintCounts("Odd archives", count, comparison);
  EXPECT_GE(comparison.comparisons(), 5 * std::size_t{count});
}

// With -n, a name space of the user replaces the archive's names.
void CompareUnderOtherNames(const std::string& base, std::size_t place,
                            const TempDirectory& directory, Comparison& comparison) {
  const auto archive = Archive::Open(base);
  if (!archive) return;
  std::mt19937 random(static_cast<std::uint32_t>(place));
  const test::OtherNames other = test::MakeOtherNames((*archive)->metadata(), random);
  const std::string path = directory / ("names" + std::to_string(place));
  test::WriteFile(path, AsBytes(other.text));
  comparison.Compare({"-n", path, "-dehIi", base});
  comparison.Compare({"--namespace=" + path, "-m", base});
  const auto name = [&] { return other.names[random() % other.names.size()]; };
  for (int i = 0; i < 3; ++i) comparison.Compare({"-n", path, "-r", base, name(), name(), name()});
}

TEST(DumpDifferentialTest, NameSpaces) {
  std::vector<Sample> samples = Samples();
  test::KeepParts({"dump"}, samples, &Sample::base);
  std::erase_if(samples, [](const Sample& sample) { return sample.size > kLarge; });
  const TempDirectory directory;
  Comparison comparison;
  ForEach(samples.size(), [&](std::size_t i) {
    CompareUnderOtherNames(samples[i].base, i, directory, comparison);
  });
  PrintCounts("Name spaces", samples.size(), comparison);
  const std::uint32_t count = test::IsSoak() ? 300 : kOddArchives / 4;
  ForEach(count, [&](std::size_t i) {
    const auto odd =
        test::WriteOddArchive(directory / std::to_string(i), static_cast<std::uint32_t>(i));
    if (!odd.odd_index) CompareUnderOtherNames(odd.base, 10000 + i, directory, comparison);
  });
  EXPECT_GE(comparison.comparisons(), 5 * samples.size());
}

TEST(DumpDifferentialTest, AnArchiveOfTheEnvironment) {
  const std::string variable = std::string("PCP_ARCHIVE=") + kPeerArchives + "/ok-foo";
  for (const char* const options : {"-a", "-lxxx", "-rsm"}) {
    const std::string ours = RunTool("UTC", {"env", variable, FDR_COMMAND, "dump", options}).out;
    EXPECT_EQ(ours, RunTool("UTC", {"env", variable, "pmdumplog", options}).out) << options;
    EXPECT_NE(ours, "");
  }
}

// The archive has error codes in place of values: every errno, every number of PCP's own table, and
// all numbers between them.
TEST(DumpDifferentialTest, EveryErrorCode) {
  const TempDirectory directory;
  const std::string base = directory / "errors";
  test::WriteErrorArchive(base, -1, -21344);
  Comparison comparison;
  comparison.Compare({"-m", base}, "UTC");
  EXPECT_GE(comparison.bytes(), 500'000u);
}

}  // namespace
}  // namespace fdr
