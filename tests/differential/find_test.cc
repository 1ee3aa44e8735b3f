// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares `fdr find -t` with the peer, which evaluates the same condition as a derived metric:
//
//   pmrep -a ARCHIVE -Z UTC -p -o csv -f %s.%f -0 9 -l '|' -t STEP -r -e q.cond=CONDITION q.cond
//
// The stretches must consist of exactly the times at which the peer has a value other than 0.  The
// conditions are about counters: the peer interpolates other metrics as PCP did before 6.3.2.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <set>
#include <sstream>

#include "fdr/tests/differential/printed_table.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kMicros = 1'000'000;

// "q.cond[sda]" and a time in microseconds.
using TrueTimes = std::set<std::pair<std::string, std::int64_t>>;

struct FindCase {
  const char* archive;
  const char* condition;
  std::int64_t step;  // seconds
};

TrueTimes PeerTimes(const FindCase& c) {
  // PCP's module belongs to Debian's Python, which need not be the first one in the path.
  const PrintedTable table = ReadPmrep(PeerOutput({"env",
                                                   "PATH=/usr/bin:/bin",
                                                   "pmrep",
                                                   "-a",
                                                   std::string(kPeerArchives) + "/" + c.archive,
                                                   "-Z",
                                                   "UTC",
                                                   "-p",
                                                   "-o",
                                                   "csv",
                                                   "-f",
                                                   "%s.%f",
                                                   "-0",
                                                   "9",
                                                   "-l",
                                                   "|",
                                                   "-t",
                                                   std::to_string(c.step) + "s",
                                                   "-r",
                                                   "-e",
                                                   std::string("q.cond=") + c.condition,
                                                   "q.cond"}),
                                       {"q.cond"});
  TrueTimes times;
  for (const auto& [place, text] : table.cells)
    if (std::strtod(text.c_str(), nullptr) != 0) times.insert(place);
  return times;
}

// The time of "1970-01-01T00:17:00.000000000Z", in microseconds.
std::int64_t MicrosOf(const std::string& text) {
  std::tm tm = {};
  const char* const rest = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &tm);
  EXPECT_NE(rest, nullptr) << text;
  return rest == nullptr ? 0
                         : ::timegm(&tm) * kMicros + std::atol(std::string(rest + 1, 6).c_str());
}

TrueTimes OurTimes(const FindCase& c) {
  const ChildOutcome outcome =
      RunFdr({"find", std::string(kPeerArchives) + "/" + c.archive, "--where", c.condition, "-t",
              std::to_string(c.step) + "s", "--csv", "-q"});
  EXPECT_TRUE(outcome.exit_status == 0 || outcome.exit_status == 4) << outcome.err;
  TrueTimes times;
  std::istringstream lines(outcome.out);
  std::string line;
  std::getline(lines, line);  // the title
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::string start, end, seconds, samples, ends_by, instance;
    for (std::string* field : {&start, &end, &seconds, &samples, &ends_by, &instance})
      std::getline(fields, *field, ',');
    const std::string series = instance.empty() ? "q.cond" : fmt::format("q.cond[{}]", instance);
    std::int64_t count = 0;
    for (std::int64_t t = MicrosOf(start); t <= MicrosOf(end); t += c.step * kMicros, ++count)
      times.emplace(series, t);
    EXPECT_EQ(std::to_string(count), samples) << line;
  }
  return times;
}

TEST(FindDifferentialTest, StretchesAreTheTimesAtWhichThePeersDerivedMetricIsTrue) {
  const FindCase cases[] = {
      {"20180416.10.00", "rate(disk.all.write_bytes) > 3000", 60},
      {"20180416.10.00", "rate(disk.dev.write) > 50 && rate(disk.dev.read) < 10", 20},
      {"20180416.10.00",
       "rate(kernel.percpu.cpu.user) >= 0.25 || rate(kernel.percpu.cpu.sys) > 0.1", 30},
      {"20180416.10.00", "!(rate(network.interface.in.bytes) > 100)", 60},
      {"pcp-zeroconf", "rate(disk.all.blktotal) > 10", 5},
      {"dm-io", "rate(disk.dev.total) > 1", 1},
      // With marks:
      {"interpmark", "rate(disk.all.total) > 1", 1},
      {"count-mark", "rate(kernel.all.pswitch) > 100", 1},
      {"gap", "rate(pmcd.pdu_in.fetch) > 0", 1},
  };
  std::size_t compared = 0;
  for (const FindCase& c : cases) {
    const TrueTimes peer = PeerTimes(c), ours = OurTimes(c);
    for (const auto& place : peer)
      EXPECT_TRUE(ours.contains(place))
          << c.archive << ": " << c.condition << ": only the peer: " << place.first << " at "
          << place.second;
    for (const auto& place : ours)
      EXPECT_TRUE(peer.contains(place)) << c.archive << ": " << c.condition
                                        << ": only fdr: " << place.first << " at " << place.second;
    compared += ours.size();
  }
  EXPECT_GT(compared, 1000u);
}

}  // namespace
}  // namespace fdr::test
