// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first screen of `fdr view` shows a value of the archive, whatever was recorded.  pmdumplog
// says which archives of the peer's test suite have values.
//
// By default the test looks at some archives that a seed chooses; with FDR_SOAK=1 at all.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <random>
#include <sstream>

#include "fdr/tests/differential/tool_samples.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/terminal_child.h"

namespace fdr {
namespace {

using test::ChildOutcome;
using test::Sample;

std::string FirstScreen(const std::string& base) {
  test::TerminalChild child(
      {.argv = {FDR_COMMAND, "view", "-q", base},
       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
       .time_limit = std::chrono::seconds(120)});
  const std::string screen = child.WaitUntilShown("q quit");
  child.Press("q");
  child.WaitForEnd();
  return screen;
}

// Behind a name, and not "-".
bool HasValue(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.size() < 2) return false;
  return std::any_of(
             words.begin() + 1, words.end(),
             [](const std::string& word) { return word.find_first_of("0123456789") == 0; }) ||
         words.back() != "-";
}

// Between the times at the top and the course at the bottom.
bool ShowsValues(const std::string& screen) {
  constexpr std::size_t kHead = 3, kFoot = 3;
  std::vector<std::string> lines;
  std::istringstream in(screen);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (std::size_t i = kHead; i + kFoot < lines.size(); ++i) {
    const std::string& line = lines[i];
    const bool is_title = line.find("\u25bc") != std::string::npos;
    if (!is_title && !line.starts_with("No ") && HasValue(line)) return true;
  }
  return false;
}

// In one archive, the only metric is described with a type that its values do not have.  In the
// other one the counters, which fill the screen, were recorded once and have no rate.
bool HasNoValueToShow(const std::string& base) {
  return base.ends_with("/logsummary-bug") || base.ends_with("/cgroups-units");
}

TEST(FirstScreenTest, ShowsAValueOfEveryArchiveThatHasOne) {
  std::vector<Sample> samples = test::Samples();
  EXPECT_GE(samples.size(), 210u);
  if (!test::IsSoak()) {
    constexpr std::uintmax_t kLarge = 1 << 20;
    constexpr std::size_t kSome = 16 / test::kSlowness + 4;
    std::erase_if(samples, [](const Sample& sample) { return sample.size > kLarge; });
    std::shuffle(samples.begin(), samples.end(), std::mt19937(20261129));
    samples.resize(kSome);
  }
  std::atomic<std::size_t> with_values = 0;
  test::ForEach(samples.size(), [&](std::size_t i) {
    const std::string& base = samples[i].base;
    const ChildOutcome dump = test::RunTool("UTC", {"pmdumplog", base});
    if (dump.out.find(" value ") == std::string::npos || HasNoValueToShow(base)) return;
    ++with_values;
    const std::string screen = FirstScreen(base);
    EXPECT_TRUE(ShowsValues(screen)) << base << '\n' << screen;
  });
  std::cout << with_values << " of " << samples.size() << " archives have values\n";
  EXPECT_GE(with_values, samples.size() * 3 / 4);
}

}  // namespace
}  // namespace fdr
