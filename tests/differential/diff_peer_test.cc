// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr diff --pcp` and pmdiff print the same bytes, for pairs of archives of the peer's test suite
// and for random ones.  The peer command has `pmdiff` in place of `fdr diff --pcp`.
//
// By default the test runs the part `diff` of the test suite, each archive with its neighbour, with
// the options that the part is made for, and with some that a seed chooses.  With FDR_SOAK=1 in the
// environment it runs more.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iostream>
#include <optional>
#include <random>

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

class DiffComparison {
 public:
  void Compare(const Words& arguments, const std::string& zone = "Australia/Melbourne") {
    const ChildOutcome peer = test::RunTool(zone, Command({"pmdiff"}, arguments));
    // The peer compares with nothing when it cannot read an archive.
    if ((peer.out + peer.err).find("Warnings from pmlogsummary") != std::string::npos) return;
    const ChildOutcome ours =
        test::RunTool(zone, Command({FDR_COMMAND, "diff", "--pcp", "--quiet"}, arguments));
    ++comparisons_;
    bytes_ += ours.out.size();
    rows_ += static_cast<std::size_t>(std::count(peer.out.begin(), peer.out.end(), '\n'));
    if (peer.out == ours.out) return;
    ADD_FAILURE() << Join(arguments) << "\npeer exits with " << peer.exit_status << ", "
                  << peer.err.substr(0, 300) << "\nfdr with " << ours.exit_status << ", "
                  << ours.err.substr(0, 300) << '\n'
                  << test::FirstDifference(peer.out, ours.out);
  }

  std::size_t comparisons() const { return comparisons_; }
  std::size_t rows() const { return rows_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::atomic<std::size_t> comparisons_ = 0, rows_ = 0, bytes_ = 0;
};

// What summary_peer_test.cc leaves out for the same reasons.
bool IsLeftOut(const std::string& base) {
  return base.ends_with("/960624.08.17_v2") || base.ends_with("/babylon.pmview_v2") ||
         base.ends_with("/bozo.client_v2") || base.ends_with("/binning") ||
         base.ends_with("/pcp-mpstat3");
}

// The part is chosen so that these run on it what they run on all archives.  With -q 1 all lines
// are printed.
const std::vector<Words> kOptionsOfThePart = {
    {}, {"-q", "1"}, {"-q", "1.5", "-x", "10", "-Z", "EST5EDT"}};
const std::vector<Words> kOptions = {{"-q", "1.05", "-p", "6"},
                                     {"--skip-missing", "-p0"},
                                     {"--skip-excluded", "-q", "10", "-z"},
                                     {"-x", "kernel|disk", "-x", "^mem[.]"},
                                     {"-q", "3.14159", "-p", "1"}};

// Options of two windows of an archive.  The peer takes times with blanks apart.
std::optional<Words> TwoWindows(const std::string& base, std::mt19937& random) {
  const auto first = test::SomeWindow(base, random), second = test::SomeWindow(base, random);
  if (!first || !second) return std::nullopt;
  Words options = *first;
  for (const std::string& word : *second)
    options.push_back(word == "-S" ? "-B" : word == "-T" ? "-E" : word);
  const bool has_blanks = std::any_of(options.begin(), options.end(), [](const std::string& word) {
    return word.find(' ') != word.npos;
  });
  return has_blanks ? std::nullopt : std::optional(options);
}

struct Pair {
  std::string base, next;
};

// Each archive, and the next one.
std::vector<Pair> Pairs(const std::vector<Sample>& samples) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < samples.size(); ++i)
    pairs.push_back({samples[i].base, samples[(i + 1) % samples.size()].base});
  return pairs;
}

void ComparePair(const Pair& pair, std::size_t i, DiffComparison& comparison) {
  std::mt19937 random(static_cast<std::uint32_t>(i));
  const auto& [base, next] = pair;
  for (const Words& options : kOptionsOfThePart) comparison.Compare(Command(options, {base, next}));
  for (std::size_t option = 0; option < kOptions.size(); ++option)
    if (test::IsSoak() || option == i % kOptions.size())
      comparison.Compare(Command(kOptions[option], {base, next}));
  for (int n = test::IsSoak() ? 8 : 2; n-- > 0;)
    if (const auto windows = TwoWindows(base, random))
      comparison.Compare(Command(Command({"-q", "1.01"}, *windows), {base}));
}

void PrintCounts(const char* what, std::size_t archives, const DiffComparison& comparison) {
  std::cout << what << ": " << archives << " archives, " << comparison.comparisons()
            << " comparisons, " << comparison.rows() << " lines, " << (comparison.bytes() >> 10)
            << " KiB\n";
}

TEST(DiffDifferentialTest, TheArchivesOfThePeersTestSuite) {
  constexpr std::uintmax_t kLarge = 4 << 20;
  std::vector<Sample> samples = test::Samples();
  EXPECT_GE(samples.size(), 210u);
  std::erase_if(
      samples, [](const Sample& sample) { return IsLeftOut(sample.base) || sample.size > kLarge; });
  std::vector<Pair> pairs = Pairs(samples);
  test::KeepParts({"diff"}, pairs, &Pair::base);
  DiffComparison comparison;
  test::ForEach(pairs.size(), [&](std::size_t i) { ComparePair(pairs[i], i, comparison); });
  PrintCounts("The peer's test suite", pairs.size(), comparison);
  EXPECT_GE(comparison.comparisons(), 4 * pairs.size());
}

// A series of values around a power of ten, and negative ones: the numbers change their form there.
std::string RandomPicture(std::mt19937& random, double scale) {
  std::uniform_real_distribution<double> exponent(-5, 11);
  std::string picture = "time 0 10 20 30";
  for (int metric = 0; metric < 30; ++metric) {
    const double size = std::pow(10, exponent(random)) * (metric % 3 == 0 ? scale : 1);
    const bool is_counter = metric % 5 == 1, is_negative = metric % 11 == 7;
    picture += "\nm" + std::to_string(metric) + (metric % 4 == 0 ? "[1]" : "");
    for (int i = 0; i < 4; ++i) {
      const double value = (is_negative ? -size : size) * (is_counter ? i : 1);
      picture += ' ' + std::to_string(metric % 7 == 3 ? 0 : value);
    }
    picture += is_counter ? " counter double" : " instant double";
  }
  return picture;
}

TEST(DiffDifferentialTest, RandomArchives) {
  const TempDirectory directory;
  DiffComparison comparison;
  const std::uint32_t count = test::IsSoak() ? 500 : 25;
  test::ForEach(count, [&](std::size_t i) {
    const auto seed = static_cast<std::uint32_t>(i);
    const std::string a = directory / (std::to_string(i) + "a");
    const std::string b = directory / (std::to_string(i) + "b");
    std::mt19937 first(seed), second(i % 2 == 0 ? seed : seed + 10'000);
    test::WriteToy(a, RandomPicture(first, 1));
    test::WriteToy(b, RandomPicture(second, i % 3 == 0 ? 100 : 0.0034));
    comparison.Compare({"-q", "1", a, b});
    comparison.Compare({"-q", "1.7", "-p", std::to_string(i % 8), a, b});
    comparison.Compare({"-S", "5", "-T", "20", "-E", "25", a, b});
  });
  PrintCounts("Random archives", count, comparison);
  EXPECT_EQ(comparison.comparisons(), count * 3);
}

}  // namespace
}  // namespace fdr
