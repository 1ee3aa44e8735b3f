// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares `fdr replay --previous -t` with the peer's tools: every number and every missing value.
//
//   pmval -a ARCHIVE -Z UTC -X -w 200 -f 9 -t STEP [-r] METRIC
//   pmrep -a ARCHIVE -Z UTC -p -o csv -f %s.%f -0 9 -l '|' -t STEP [-r] METRIC...
//
// If only one side has a value, the cause must be one of those in docs/compatibility.md,
// "Replaying".  The test looks for the cause in the archive.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/differential/printed_table.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"

namespace fdr::test {
namespace {

constexpr std::size_t kWidth = 200;
constexpr double kMicrosPerSecond = 1e6;

struct Case {
  std::string archive;  // or several, joined by commas
  std::vector<std::string> metrics;
  std::string step;
  std::vector<std::string> window = {};
  bool raw = false;
};

// Why only one side has a value.
enum class Cause {
  kWentDown,       // pmval prints "!" for the rate of a counter that went down
  kBlankedAtMark,  // the peer leaves out a counter's first value behind a mark
  kPrimed,         // at the start of the window, fdr knows the sample before it
  kBeforeFirst,    // pmval starts at the whole microsecond, before the first record
  kRetained,       // pmrep shows the last value of a discrete metric also in gaps
  kGoneByNext,     // pmrep leaves out instances that are not in the domain a step later
};

struct MetricFacts {
  Desc desc;
  bool is_rate = false;
};

// An archive, and the output of fdr for it.
struct Replayed {
  std::unique_ptr<ArchiveContext> context;
  std::map<std::string, MetricFacts> metrics;
  std::vector<std::int64_t> marks;  // in microseconds
  Timestamp first;
  PrintedTable ours, ours_raw;

  const MetricFacts& FactsOf(const std::string& series) const {
    return metrics.at(series.substr(0, series.find('[')));
  }
  bool HasInstance(const std::string& series, std::int64_t time) const {
    const auto instances = context->InstancesAt(
        FactsOf(series).desc.indom, Timestamp{time / 1'000'000, 0}.Plus(time % 1'000'000 * 1000));
    if (!instances) return true;  // there is no domain
    const std::string name = series.substr(series.find('[') + 1);
    return std::any_of(instances->begin(), instances->end(),
                       [&](const NamedInstance& instance) { return instance.name + ']' == name; });
  }
  bool HasMark(std::int64_t after, std::int64_t until) const {
    return std::any_of(marks.begin(), marks.end(),
                       [&](std::int64_t mark) { return mark > after && mark <= until; });
  }
};

std::int64_t Microseconds(Timestamp t) { return t.sec * 1'000'000 + t.nsec / 1000; }

class ReplayToolTest : public testing::Test {
 protected:
  static std::string Corpus(const std::string& names) {
    std::string paths;
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = std::min(names.find(',', at), names.size());
      paths +=
          (at > 0 ? "," : "") + ("/var/lib/pcp/testsuite/archives/" + names.substr(at, end - at));
      at = end + 1;
    }
    return paths;
  }

  static PrintedTable RunFdr(const Case& c, bool raw) {
    std::vector<std::string> argv = {FDR_COMMAND,  "replay", "-q", "--csv",
                                     "--previous", "--tz",   "utc"};
    if (raw) argv.push_back("--raw");
    argv.insert(argv.end(), {"-t", c.step + "s"});
    argv.insert(argv.end(), c.window.begin(), c.window.end());
    argv.push_back(Corpus(c.archive));
    argv.insert(argv.end(), c.metrics.begin(), c.metrics.end());
    const auto outcome = RunChild({.argv = argv});
    EXPECT_EQ(ErrorOf(outcome), "");
    if (!outcome) return {};
    EXPECT_EQ(outcome->err, "");
    return ReadCsv(outcome->out);
  }

  static PrintedTable RunPmval(const Case& c, const std::string& metric) {
    std::vector<std::string> argv = {"pmval", "-a",  Corpus(c.archive),      "-Z", "UTC",
                                     "-X",    "-w",  std::to_string(kWidth), "-f", "9",
                                     "-t",    c.step};
    if (c.raw) argv.push_back("-r");
    argv.insert(argv.end(), c.window.begin(), c.window.end());
    argv.push_back(metric);
    return ReadPmval(PeerOutput(argv), metric, kWidth);
  }

  static PrintedTable RunPmrep(const Case& c) {
    // Runs the interpreter that the peer is installed for.
    std::vector<std::string> argv = {"/usr/bin/python3",
                                     "/usr/bin/pmrep",
                                     "-a",
                                     Corpus(c.archive),
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
                                     c.step};
    if (c.raw) argv.push_back("-r");
    argv.insert(argv.end(), c.window.begin(), c.window.end());
    argv.insert(argv.end(), c.metrics.begin(), c.metrics.end());
    return ReadPmrep(PeerOutput(argv), c.metrics);
  }

  static void ReadMarks(ArchiveContext& context, Replayed& replayed) {
    FetchResult record;
    Result<bool> found = context.FetchRecord(record);
    replayed.first = record.stamp();
    for (; found && *found; found = context.FetchRecord(record))
      if (record.is_mark()) replayed.marks.push_back(Microseconds(record.stamp()));
    EXPECT_EQ(ErrorOf(found), "");
  }

  static Replayed Replay(const Case& c) {
    Replayed replayed;
    ReplayOptions options;
    options.open.source.temp_directory = testing::TempDir();
    auto context = ArchiveContext::Open(Corpus(c.archive), options);
    EXPECT_EQ(ErrorOf(context), "");
    if (!context) return replayed;
    for (const std::string& metric : c.metrics) {
      const Result<MetricId> id = (*context)->Find(metric);
      EXPECT_EQ(ErrorOf(id), "") << metric;
      if (!id) continue;
      const Desc desc = (*context)->DescOf(*id).value();
      replayed.metrics[metric] = {desc, !c.raw && desc.semantics == Semantics::kCounter};
    }
    ReadMarks(**context, replayed);
    replayed.context = *std::move(context);
    replayed.ours = RunFdr(c, c.raw);
    replayed.ours_raw = c.raw ? replayed.ours : RunFdr(c, true);
    EXPECT_GT(replayed.ours.times.size(), 3u);
    return replayed;
  }

  void Compare(const std::string& tool, const Replayed& replayed, const PrintedTable& peers,
               const std::string& metric);
  std::optional<Cause> CauseOf(const std::string& tool, const Replayed& replayed,
                               const std::string& series, std::size_t row,
                               const PrintedTable& peers);

  std::map<Cause, std::size_t> causes_;
  std::size_t same_ = 0;
};

// Our value as the peer's tool would show it.
double AsPeerShows(const std::string& tool, const Replayed& replayed, const std::string& series,
                   std::size_t row, double value) {
  const MetricFacts& facts = replayed.FactsOf(series);
  if (facts.desc.type == Type::kFloat && !facts.is_rate) return static_cast<float>(value);
  if (!facts.is_rate || row == 0) return value;
  const auto at = [&](std::size_t i) {
    return static_cast<double>(replayed.ours.times[i]) / kMicrosPerSecond;
  };
  // pmval subtracts two times since 1970 as doubles.
  if (tool == "pmval") {
    const double step =
        static_cast<double>(replayed.ours.times[row] - replayed.ours.times[row - 1]) /
        kMicrosPerSecond;
    return value * step / (at(row) - at(row - 1));
  }
  // pmrep does not convert the unit of a counter that counts time.
  constexpr double kPerSecond[] = {1e9, 1e6, 1e3, 1, 1.0 / 60, 1.0 / 3600};
  return facts.desc.units.dim_time == 1 ? value * kPerSecond[facts.desc.units.scale_time] : value;
}

// Replaces the characters that would end the field or the row.
std::string AsPmrepWrites(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '"', ' ');
  std::replace(text.begin(), text.end(), '|', '_');
  return text;
}

bool IsSame(const std::string& tool, const Replayed& replayed, const std::string& series,
            std::size_t row, const std::string& ours, const std::string& peers) {
  if (ours == peers) return true;
  if (!IsNumeric(replayed.FactsOf(series).desc.type))
    return tool == "pmrep" && AsPmrepWrites(ours) == peers;
  const double expected =
      AsPeerShows(tool, replayed, series, row, std::strtod(ours.c_str(), nullptr));
  const double printed = std::strtod(peers.c_str(), nullptr);
  if (std::isnan(expected)) return std::isnan(printed);
  return std::fabs(expected - printed) <= 0.51e-9 + 1e-14 * std::fabs(expected);
}

std::optional<Cause> ReplayToolTest::CauseOf(const std::string& tool, const Replayed& replayed,
                                             const std::string& series, std::size_t row,
                                             const PrintedTable& peers) {
  const std::vector<std::int64_t>& times = replayed.ours.times;
  const MetricFacts& facts = replayed.FactsOf(series);
  const std::string* ours = replayed.ours.Find(series, times[row]);
  const std::string* theirs = peers.Find(series, times[row]);
  if (theirs != nullptr) {
    if (facts.is_rate && tool == "pmval" && *theirs == "!" && row > 0) {
      const std::string* before = replayed.ours_raw.Find(series, times[row - 1]);
      const std::string* after = replayed.ours_raw.Find(series, times[row]);
      const bool known = before != nullptr && after != nullptr;
      if (known && std::strtod(after->c_str(), nullptr) < std::strtod(before->c_str(), nullptr))
        return Cause::kWentDown;
    }
    if (tool == "pmrep" && facts.desc.semantics == Semantics::kDiscrete && row > 0) {
      const std::string* before = peers.Find(series, times[row - 1]);
      if (before != nullptr && *before == *theirs && replayed.HasMark(0, times[row]))
        return Cause::kRetained;
    }
    return std::nullopt;
  }
  if (ours == nullptr) return std::nullopt;
  // A rate needs two samples.  It is missing if the peer left out the first of them.
  const std::size_t blanked = facts.is_rate ? row - 1 : row;
  if (facts.desc.semantics == Semantics::kCounter && row > 1 &&
      replayed.HasMark(times[blanked - 1], times[blanked]))
    return Cause::kBlankedAtMark;
  if (row == 0)
    return facts.is_rate ? Cause::kPrimed
           : facts.desc.semantics == Semantics::kDiscrete && replayed.first.nsec % 1000 != 0
               ? std::optional(Cause::kBeforeFirst)
               : std::nullopt;
  if (tool == "pmrep" && !replayed.HasInstance(series, times[row] + times[1] - times[0]))
    return Cause::kGoneByNext;
  return std::nullopt;
}

void ReplayToolTest::Compare(const std::string& tool, const Replayed& replayed,
                             const PrintedTable& peers, const std::string& metric) {
  std::set<std::string> all;
  for (const PrintedTable* table : {&replayed.ours, &peers})
    for (const auto& [key, text] : table->cells)
      if (key.first == metric || key.first.starts_with(metric + '[')) all.insert(key.first);
  const std::vector<std::int64_t>& times = replayed.ours.times;
  // fdr leaves out a first row in which nothing can have a rate.  A peer's tool may print it.
  std::set<std::int64_t> more(peers.times.begin(), peers.times.end());
  for (const std::int64_t time : times) more.erase(time);
  EXPECT_LE(more.size(), 1u) << tool << ' ' << metric;
  for (const std::string& series : all) {
    for (const std::int64_t time : more) EXPECT_EQ(peers.Find(series, time), nullptr) << series;
    for (std::size_t row = 0; row < times.size(); ++row) {
      const std::string* ours = replayed.ours.Find(series, times[row]);
      const std::string* theirs = peers.Find(series, times[row]);
      if (ours == nullptr && theirs == nullptr) continue;
      std::string where = tool;
      where.append(" ").append(series).append(" at ").append(std::to_string(times[row]));
      if (ours != nullptr && theirs != nullptr) {
        EXPECT_TRUE(IsSame(tool, replayed, series, row, *ours, *theirs))
            << where << ": " << *ours << ", not " << *theirs;
        ++same_;
        continue;
      }
      const std::optional<Cause> cause = CauseOf(tool, replayed, series, row, peers);
      EXPECT_TRUE(cause) << where << ": ours is " << (ours != nullptr ? *ours : "none")
                         << ", theirs " << (theirs != nullptr ? *theirs : "none");
      if (cause) ++causes_[*cause];
    }
  }
}

// Steps are whole milliseconds, since pmval and pmrep cut off the rest.
const Case kCases[] = {
    {"20130706",
     {"kernel.all.cpu.nice", "filesys.mountdir", "kernel.all.load", "hinv.cpu.clock",
      "disk.dev.write_bytes"},
     "2330"},
    {"ac15", {"kernel.all.load", "kernel.all.intr", "disk.all.blkread"}, "0.667"},
    {"bozo-20170904",
     {"mmv.test.interval", "mmv.test.strings", "network.interface.out.carrier",
      "disk.all.read_rawactive", "filesys.full"},
     "2690"},
    {"chartqa1", {"sample.wrap.longlong", "sample.step_counter", "sample.daemon_pid"}, "6.07"},
    {"changeinst",
     {"sample.bin", "sample.milliseconds", "pmcd.pmlogger.host",
      "irix.network.interface.total.packets"},
     "1"},
    {"count-mark", {"kernel.all.pswitch"}, "4140"},
    {"count-mark", {"kernel.all.pswitch"}, "4140", {"-S", "10h", "-T", "30h"}},
    {"count-mark", {"kernel.all.pswitch"}, "4140", {}, true},
    {"interpmark",
     {"disk.all.read", "disk.dev.read", "pmcd.pmlogger.host", "kernel.all.uptime"},
     "5"},
    {"kenj-pc-2",
     {"sample.wrap.long", "sample.rapid", "sample.string.null", "sample.string.hullo"},
     "13.5"},
    {"mark-bug", {"irix.kernel.all.cpu.idle", "irix.disk.all.read", "hinv.ncpu"}, "3.7"},
    {"mirage", {"sample.mirage", "sample.bin", "sample.drift"}, "45"},
    {"multi", {"kernel.all.load", "disk.all.avactive", "mem.freemem", "hinv.cpu.vendor"}, "20"},
    {"multi", {"disk.dev.write_merge", "disk.all.avactive"}, "7", {}, true},
    {"ok-mv-bigbin",
     {"sample.bin", "sample.bucket", "sample.milliseconds", "sample.colour"},
     "0.9"},
    {"ok-mv-foo", {"sample.seconds"}, "0.7", {"-S", "2", "-T", "7.5"}},
    {"omnibus_v2", {"sample.proc.exec", "sample.proc.time", "sample.float.bin_ctr"}, "0.185"},
    {"omnibus_v3",
     {"sample.proc.time", "sample.double.bin_ctr", "pmcd.pid", "pmcd.pmlogger.host"},
     "0.252"},
    {"omnibus-nomark_v3",
     {"sample.ulong.bin_ctr", "pmcd.seqnum", "pmcd.pmlogger.archive"},
     "0.202"},
    {"pcp-mpstat", {"kernel.percpu.cpu.irq.soft", "kernel.all.cpu.wait.total"}, "0.25"},
    {"tzchange-10-a,tzchange-10-b", {"sample.drift", "pmcd.pmlogger.host"}, "0.05"},
    {"value-test",
     {"kernel.all.uptime", "kernel.uname.release", "sample.float.one"},
     "1",
     {"-S", "0.5"}},
    {"viewqa1", {"disk.all.read", "kernel.all.cpu.user"}, "17"},
};

TEST_F(ReplayToolTest, PrintsWhatThePeersToolsPrint) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.archive + " -t " + c.step);
    const Replayed replayed = Replay(c);
    if (HasFailure()) return;
    for (const std::string& metric : c.metrics)
      Compare("pmval", replayed, RunPmval(c, metric), metric);
    const PrintedTable pmreps = RunPmrep(c);
    for (const std::string& metric : c.metrics) Compare("pmrep", replayed, pmreps, metric);
  }
  EXPECT_GT(same_, 11'000u);
  for (const Cause cause : {Cause::kWentDown, Cause::kBlankedAtMark, Cause::kPrimed,
                            Cause::kBeforeFirst, Cause::kRetained, Cause::kGoneByNext})
    EXPECT_GT(causes_[cause], 0u) << static_cast<int>(cause);
}

}  // namespace
}  // namespace fdr::test
