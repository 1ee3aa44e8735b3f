// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr summary --pcp` and pmlogsummary print the same bytes, for all archives of the peer's test
// suite and for random ones.  The peer command has `pmlogsummary` in place of `fdr summary
// --pcp`.
//
// By default the test runs the part `summary` of the test suite, each archive with some options,
// chosen by a seed.  With FDR_SOAK=1 in the environment it runs everything.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iostream>
#include <random>

#include "fdr/archive/archive.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/differential/tool_samples.h"
#include "fdr/tests/support/corpus_part.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::ChildOutcome;
using test::Command;
using test::Join;
using test::Sample;
using test::TempDirectory;
using Words = test::CommandWords;

class SummaryComparison {
 public:
  void Compare(const Words& arguments, const std::string& zone = "Australia/Melbourne") {
    const ChildOutcome peer = test::RunTool(zone, Command({"pmlogsummary"}, arguments));
    const ChildOutcome ours =
        test::RunTool(zone, Command({FDR_COMMAND, "summary", "--pcp", "-q"}, arguments));
    ++comparisons_;
    bytes_ += ours.out.size();
    if (peer.out == ours.out || IsMisled(arguments, peer)) return;
    ADD_FAILURE() << Join(arguments) << "\npeer exits with " << peer.exit_status << ", "
                  << peer.err.substr(0, 300) << "\nfdr with " << ours.exit_status << ", "
                  << ours.err.substr(0, 300) << '\n'
                  << test::FirstDifference(peer.out, ours.out);
  }

  std::size_t comparisons() const { return comparisons_; }
  std::size_t bytes() const { return bytes_; }

 private:
  // The indexes of these two archives lead nowhere, and the peer takes that for damage.
  static bool IsMisled(const Words& arguments, const ChildOutcome& peer) {
    return peer.exit_status == 1 && peer.err.find("Corrupted record") != std::string::npos &&
           std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
             return word.ends_with("/binning") || word.ends_with("/pcp-mpstat3");
           });
  }

  std::atomic<std::size_t> comparisons_ = 0, bytes_ = 0;
};

bool HasMarks(const std::string& base) {
  const auto archive = Archive::Open(base);
  if (!archive) return true;
  RecordCursor cursor(**archive);
  for (auto head = cursor.NextHead(); head; head = cursor.NextHead()) {
    if (!*head) return false;
    if ((*head)->is_mark) return true;
  }
  return true;  // damaged
}

// The writers of 1997 stored 64-bit numbers in blocks without a type, and the peer reads their
// bytes in the wrong order: docs/compatibility.md.
bool IsMisread(const std::string& base) {
  return base.ends_with("/960624.08.17_v2") || base.ends_with("/babylon.pmview_v2") ||
         base.ends_with("/bozo.client_v2");
}

// A picture of tests/support/toy_archive.h.
std::string RandomPicture(std::mt19937& random, bool has_marks) {
  const std::array kTypes = {"32", "u32", "u64", "double"};
  const std::array kSemantics = {"counter", "instant", "discrete"};
  const std::size_t columns = 4 + random() % 12;
  std::vector<bool> is_mark(columns);
  std::string picture = "time";
  for (std::size_t i = 0, t = 0; i < columns; ++i, t += 1 + random() % 10) {
    is_mark[i] = has_marks && i > 0 && random() % 4 == 0;
    picture += ' ' + std::to_string(t) + '.' + std::to_string(random() % 1000);
  }
  for (int metric = 0; metric < 8; ++metric) {
    const std::size_t kind = random() % kSemantics.size(), often = 1 + random() % 4;
    picture += "\nm" + std::to_string(metric) + (metric % 3 == 0 ? "[1]" : "");
    for (std::size_t i = 0, value = random() % 100; i < columns; ++i) {
      value = kind == 0 && random() % 20 != 0 ? value + random() % 50 : random() % 100;
      const bool is_there = metric == 0 || random() % 5 < often;  // no record is empty
      picture += is_mark[i] ? " |" : is_there ? ' ' + std::to_string(value) : " .";
    }
    picture += std::string(" ") + kSemantics[kind] + ' ' + kTypes[random() % kTypes.size()];
  }
  return picture;
}

const std::vector<Words> kOptions = {{},
                                     {"-a"},
                                     {"-aiI"},
                                     {"-x", "-H"},
                                     {"-s", "-F"},
                                     {"-bf", "-z"},
                                     {"-ly", "-p0"},
                                     {"-fHiImM", "-Z", "EST5EDT"},
                                     {"-as", "-v", "-p", "1"},
                                     {"-xba", "-N", "-F"}};
const std::vector<Words> kOptionsWithBins = {{"-B3"}, {"-asHB", "10"}, {"-aHiI", "-B7", "-p6"}};
constexpr std::uintmax_t kHuge = 20 << 20;

void CompareSample(const Sample& sample, std::size_t place, SummaryComparison& comparison) {
  std::mt19937 random(static_cast<std::uint32_t>(place));
  const auto with = [&](const Words& options) {
    comparison.Compare(Command(options, {sample.base}));
  };
  for (std::size_t i = 0; i < kOptions.size(); ++i)
    if (test::IsSoak() || i == place % kOptions.size()) with(kOptions[i]);
  const bool has_marks = HasMarks(sample.base);  // behind marks, the peer loses count with -B
  for (std::size_t i = 0; i < kOptionsWithBins.size() && !has_marks; ++i)
    if (test::IsSoak() || i == place % kOptionsWithBins.size()) with(kOptionsWithBins[i]);
  for (int i = test::IsSoak() ? 8 : 2; i-- > 0;) {
    const auto window = test::SomeWindow(sample.base, random);
    if (window) with(Command({random() % 2 == 0 ? "-aiI" : "-sy"}, *window));
    const Words names = test::SomeNames(sample.base, random);
    if (!names.empty()) comparison.Compare(Command(Command({"-a"}, {sample.base}), names));
  }
}

void PrintCounts(const char* what, std::size_t archives, const SummaryComparison& comparison) {
  std::cout << what << ": " << archives << " archives, " << comparison.comparisons()
            << " comparisons, " << (comparison.bytes() >> 20) << " MiB\n";
}

TEST(SummaryDifferentialTest, TheArchivesOfThePeersTestSuite) {
  std::vector<Sample> samples = test::Samples();
  EXPECT_GE(samples.size(), 210u);
  std::erase_if(samples,
                [](const Sample& sample) { return IsMisread(sample.base) || sample.size > kHuge; });
  test::KeepParts({"summary"}, samples, &Sample::base);
  SummaryComparison comparison;
  test::ForEach(samples.size(), [&](std::size_t i) { CompareSample(samples[i], i, comparison); });
  PrintCounts("The peer's test suite", samples.size(), comparison);
  EXPECT_GE(comparison.comparisons(), samples.size() * 4);
}

// Several archives as one, and directories.
TEST(SummaryDifferentialTest, SeveralArchives) {
  SummaryComparison comparison;
  const std::string corpus = std::string(test::kPeerArchives) + '/';
  comparison.Compare({"-aiI", corpus + "multi"});
  comparison.Compare({"-ax", corpus + "arch_a," + corpus + "arch_b"});
}

// Counters that are reset, discrete values that rarely come, marks.
TEST(SummaryDifferentialTest, RandomArchives) {
  const TempDirectory directory;
  SummaryComparison comparison;
  const std::uint32_t count = test::IsSoak() ? 1000 : 40;
  test::ForEach(count, [&](std::size_t i) {
    std::mt19937 random(static_cast<std::uint32_t>(i));
    const bool has_marks = i % 2 == 0;
    const std::string base = directory / std::to_string(i);
    test::WriteToy(base, RandomPicture(random, has_marks));
    comparison.Compare({"-aiI", "-p6", base});
    comparison.Compare({"-syF", "-S", "5", "-T", "20", base});
    if (!has_marks) comparison.Compare({"-aB", std::to_string(1 + random() % 9), base});
  });
  PrintCounts("Random archives", count, comparison);
}

}  // namespace
}  // namespace fdr
