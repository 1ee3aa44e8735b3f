// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads archives of the peer's test suite in every way, without the peer.  Under the sanitizers
// this takes the place of the comparisons with the peer, most of whose time is the peer's.
//
// The optimised build and a soak read all archives; the sanitizers read parts of the test suite.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <thread>

#include "fdr/archive/base/problem.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/differential/corpus_names.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/corpus_part.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

using Words = std::vector<std::string>;

struct Counts {
  std::atomic<std::size_t> archives = 0, records = 0, values = 0, metrics = 0, instances = 0;
};

// Reads one archive after the other, a few thousand records of each.  All of them in a soak.
class CorpusWalk {
 public:
  CorpusWalk(MetadataDamage damage, Counts& counts) : damage_(damage), counts_(counts) {}

  void Read(const std::string& name) {
    SCOPED_TRACE(name);
    ReplayOptions options;
    options.watch_gaps = true;
    options.open.metadata_damage = damage_;
    options.open.source.temp_directory = ::testing::TempDir();
    const auto opened = ArchiveContext::Open(name, std::move(options));
    if (!opened) return;
    ++counts_.archives;
    ArchiveContext& context = **opened;
    const std::vector<MetricId> metrics = ReadMetadata(context);
    ReadRecords(context, Mode::kForward, context.timeline().start());
    const auto end = context.EndTime();
    if (!end) return;
    ReadRecords(context, Mode::kBackward, *end);
    Interpolate(context, metrics, *end);
  }

 private:
  static constexpr int kSteps = 20;

  std::vector<MetricId> ReadMetadata(ArchiveContext& context) {
    std::vector<MetricId> ids;
    for (const Desc& desc : context.timeline().metadata().metrics()) {
      ids.push_back(desc.id);
      EXPECT_TRUE(context.DescOf(desc.id));
      (void)context.NamesOf(desc.id);
      (void)context.Text(TextKind::kMetricHelp, desc.id.value);
      (void)context.Labels(LabelLevel::kItem, desc.id.value);
      if (desc.indom.IsNull()) continue;
      (void)context.Labels(LabelLevel::kInstances, desc.indom.value);
      (void)context.Instances(desc.indom);
      if (const auto members = context.AllInstances(desc.indom))
        counts_.instances += members->size();
    }
    counts_.metrics += ids.size();
    return ids;
  }

  // Damage is skipped.  Each record is read to its last value.
  void ReadRecords(ArchiveContext& context, Mode mode, Timestamp from) {
    ASSERT_TRUE(context.SetMode(mode, from));
    const std::size_t most = IsSoak() ? SIZE_MAX : 500;
    FetchResult result;
    for (std::size_t read = 0; read < most;) {
      const Result<bool> fetched = context.FetchRecord(result);
      if (fetched && !*fetched) return;
      if (!fetched) {
        const Result<bool> skipped = context.SkipDamage();
        if (!skipped || !*skipped) return;
        continue;
      }
      ++read;
      ++counts_.records;
      Use(result);
    }
  }

  // Goes over the whole time and past both ends of it, forwards and backwards.
  void Interpolate(ArchiveContext& context, const std::vector<MetricId>& metrics, Timestamp end) {
    const Timestamp start = context.timeline().start();
    const auto step = static_cast<std::int64_t>(
        std::clamp(SecondsBetween(start, end) / kSteps, 1e-9, 1e8) * kNanosPerSecond);
    FetchResult result;
    for (const bool forward : {true, false}) {
      const Timestamp from = forward ? start.Plus(-step) : end.Plus(step);
      ASSERT_TRUE(context.SetMode(Mode::kInterpolated, from, forward ? step : -step));
      for (int i = 0; i < kSteps + 2; ++i)
        if (const Result<bool> fetched = context.Fetch(metrics, result); fetched && *fetched) {
          EXPECT_EQ(result.sets().size(), metrics.size());
          Use(result);
        }
    }
  }

  // Looks at every byte, so that a sanitizer sees those that are not there.
  void Use(const FetchResult& result) {
    for (const FetchedValue& value : result.AllValues()) {
      sum_ += value.header;
      if (value.header == 0 || value.IsNumber())
        sum_ += value.bits;
      else
        for (const std::byte byte : value.Payload()) sum_ += std::to_integer<std::uint64_t>(byte);
    }
    counts_.values += result.AllValues().size();
  }

  MetadataDamage damage_;
  Counts& counts_;
  std::uint64_t sum_ = 0;
};

// Calls `work` with each name, in two threads.
void ForEach(const Words& names, const std::function<void(const std::string&)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto loop = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) work(names[i]);
  };
  std::thread second(loop);
  loop();
  second.join();
}

// Under a sanitizer, the archives of some parts of the test suite.
constexpr bool kReadsParts = kSlowness > 1;

TEST(CorpusWalkTest, TheLibraryReadsAllArchives) {
  Words names = CorpusNames();
  if (kReadsParts) KeepParts({"dump", "replay"}, names, std::identity());
  Counts counts;
  ForEach(names,
          [&](const std::string& name) { CorpusWalk(MetadataDamage::kRefuse, counts).Read(name); });
  std::cout << counts.archives << " archives, " << counts.records << " records, " << counts.values
            << " values, " << counts.metrics << " metrics, " << counts.instances << " instances\n";
  const bool all = !kReadsParts || IsSoak();
  EXPECT_GT(counts.archives, all ? 200 : 30);
  EXPECT_GT(counts.records, all ? 20'000 : 2'000);
  EXPECT_GT(counts.values, all ? 5'000'000 : 500'000);
}

TEST(CorpusWalkTest, TheLibraryReadsDamagedArchives) {
  Counts counts;
  ForEach(DamagedCorpusNames(),
          [&](const std::string& name) { CorpusWalk(MetadataDamage::kSkip, counts).Read(name); });
  std::cout << counts.archives << " archives, " << counts.records << " records\n";
  EXPECT_GT(counts.archives, 20);
}

// 0: fine; 1: it cannot be read, or check found damage; 3: read in part.
void RunOn(const Words& command, std::atomic<std::size_t>& read) {
  const auto outcome = RunChild({.argv = command,
                                 .environment = {"PCP_DERIVED_CONFIG=", "TZ=UTC"},
                                 .time_limit = std::chrono::minutes(10)});
  ASSERT_TRUE(outcome) << "cannot be run";
  const int status = outcome->exit_status;
  EXPECT_TRUE(status == 0 || status == 1 || status == 3)
      << ::testing::PrintToString(command) << " exits with " << status << ", signal "
      << outcome->signal << '\n'
      << outcome->err.substr(0, 2000);
  if (status == 0) ++read;
}

// The archives that the command reads with a verb: all, or the part of the verb.
Words NamesFor(const std::string& verb) {
  Words names = CorpusNames();
  const Words damaged = DamagedCorpusNames();
  names.insert(names.end(), damaged.begin(), damaged.end());
  if (kReadsParts)
    KeepParts({verb == "info" ? "check" : std::string_view(verb)}, names, std::identity());
  return names;
}

TEST(CorpusWalkTest, TheCommandReadsAllArchives) {
  // The archive comes after the first word.
  const std::vector<Words> verbs = {{"dump", "-LdehIit"},
                                    {"dump", "-xs"},
                                    {"check"},
                                    {"info"},
                                    {"replay", "kernel.all.*", "-t", "10min", "-s", "20"}};
  std::atomic<std::size_t> read = 0, runs = 0;
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    std::atomic<std::size_t> place = 0;
    ForEach(NamesFor(verbs[i].front()), [&](const std::string& name) {
      const std::size_t turn = place++;
      if (!IsSoak() && !kReadsParts && i != turn % verbs.size()) return;
      Words command = {FDR_COMMAND};
      command.insert(command.end(), verbs[i].begin(), verbs[i].end());
      command.insert(command.begin() + 2, name);
      ++runs;
      RunOn(command, read);
    });
  }
  std::cout << runs << " runs, " << read << " times the whole archive was read\n";
  EXPECT_GT(read, runs / 3);
}

}  // namespace
}  // namespace fdr::test
