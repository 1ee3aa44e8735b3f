// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares the engine with the definition in section "Interpolation" of docs/replay-semantics.md.
// Each expected value comes from a scan of the whole plain list of everything that was written.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <random>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/replay/interpolation/interpolator.h"
#include "fdr/tests/replay/interpolation/interpolation_model.h"
#include "fdr/tests/replay/interpolation/recorded_history.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::HistoryEvent;
using test::InterpolationModel;
using test::RandomHistory;

// A value as text.  Values that differ in one bit have different texts.
std::string Text(const Desc& desc, std::uint64_t bits) {
  return std::to_string(static_cast<int>(desc.type)) + ':' + std::to_string(bits);
}

// Times that a user would ask for, and times that are likely to show errors.
class TimeWalk {
 public:
  TimeWalk(const RandomHistory& history, std::uint64_t seed)
      : history_(history), random_(seed), now_(history.start) {}

  Timestamp Next() {
    const auto stamp = [&] { return history_.stamps[random_() % history_.stamps.size()]; };
    switch (random_() % 12) {
      case 0:
        now_ = stamp();
        break;
      case 1:
        now_ = stamp().Plus(static_cast<std::int64_t>(random_() % 3) - 1);
        break;
      case 2:
        now_ = stamp().Plus(static_cast<std::int64_t>(random_() % 2'000'000'000) - 1'000'000'000);
        break;
      case 3:
        step_ = static_cast<std::int64_t>(random_() % 20'000'000'000) - 10'000'000'000;
        break;
      case 4:
        step_ = -step_;
        break;
      default:
        now_ = now_.Plus(step_);
        break;
    }
    const Timestamp last = history_.end.Plus(5'000'000'000);
    if (now_ < history_.start.Plus(-1'000'000'000) || now_ > last) now_ = stamp();
    return now_;
  }

 private:
  const RandomHistory& history_;
  std::mt19937_64 random_;
  Timestamp now_;
  std::int64_t step_ = 700'000'000;
};

std::string PayloadText(std::string_view payload, const Desc& desc) {
  return "payload:" + std::string(desc.type == Type::kString ? UpToNul(payload) : payload);
}

std::string ValueOf(const FetchedValue& value, const FetchedSet& set, const Desc& desc) {
  if (!IsNumeric(desc.type)) return PayloadText(AsText(value.Payload()), desc);
  return Text(desc, set.format == ValueFormat::kInPlace ? value.Word() : value.bits);
}

std::string ValueOf(const HistoryEvent& event, const Desc& desc) {
  return IsNumeric(desc.type) ? Text(desc, event.bits) : PayloadText(event.text, desc);
}

// The metrics and instances to ask for.  They change between all metrics, some, and one of them
// twice, and between all instances and some.  The values must not depend on these changes.
class Requests {
 public:
  Requests(const RandomHistory& history, std::uint64_t seed) : random_(seed) {
    for (std::size_t i = 0; i < history.metrics.size(); ++i) all_.push_back(i);
    for (const test::RandomMetric& metric : history.metrics)
      if (!metric.desc.indom.IsNull()) indoms_.push_back(metric.desc.indom);
    metrics_ = all_;
  }

  void Change() {
    if (random_() % 4 == 0) ChangeMetrics();
    if (random_() % 8 == 0 && !indoms_.empty()) ChangeProfile();
  }

  const std::vector<std::size_t>& metrics() const { return metrics_; }
  const Profile& profile() const { return profile_; }

 private:
  void ChangeMetrics() {
    metrics_ = all_;
    if (random_() % 2 == 0) return;
    std::shuffle(metrics_.begin(), metrics_.end(), random_);
    metrics_.resize(1 + random_() % metrics_.size());
    if (random_() % 4 == 0) metrics_.push_back(metrics_.front());
  }

  void ChangeProfile() {
    profile_ = Profile();
    const InDomId indom = indoms_[random_() % indoms_.size()];
    std::vector<InstanceId> some;
    for (InstanceId id = 0; id < 30; ++id)
      if (random_() % 2 == 0) some.push_back(id);
    switch (random_() % 3) {
      case 0:
        break;
      case 1:
        profile_.Exclude(indom, some);
        break;
      default:
        profile_.SetAll(false);
        profile_.Include(indom, some);
    }
  }

  std::mt19937_64 random_;
  std::vector<std::size_t> all_, metrics_;  // places in the history
  std::vector<InDomId> indoms_;
  Profile profile_;
};

std::map<InstanceId, std::string> Expected(const RandomHistory& history,
                                           const InterpolationModel& model, const Desc& desc,
                                           const Profile& profile, Timestamp t) {
  std::map<InstanceId, std::string> expected;
  const auto add = [&](InstanceId id) {
    if (const auto event = model.ValueAt(desc, id, t)) expected[id] = ValueOf(*event, desc);
  };
  if (desc.indom.IsNull()) {
    add(kSingular);
  } else {
    for (const auto& [id, life] : history.lifetimes.at(desc.indom))
      if (profile.Includes(desc.indom, id)) add(id);
  }
  return expected;
}

// Puts the archives in the state that they have after many questions.
void Summarise(const Timeline& timeline) {
  for (std::size_t i = 0; i < timeline.size(); ++i)
    for (std::size_t v = 0; v < timeline.archive(i).volume_count(); ++v)
      static_cast<void>(timeline.archive(i).Summary(v));
}

// Returns the number of values that were compared.
std::uint64_t Compare(const RandomHistory& history, std::uint64_t seed, ValueRule rule,
                      int fetches) {
  auto opened = Timeline::Open(history.names);
  EXPECT_TRUE(opened) << opened.error().Message();
  if (!opened) return 0;
  const std::shared_ptr<Timeline> timeline = std::move(*opened);
  if (seed % 2 == 1) Summarise(*timeline);
  const std::shared_ptr<const Timeline> in_order = Timeline::InOrder(timeline);
  Interpolator interpolator(*in_order, {rule, {}, CounterRule::kReset});
  const InterpolationModel model(history, rule);
  TimeWalk walk(history, seed);
  Requests requests(history, seed);
  FetchResult result;
  std::uint64_t values = 0;
  for (int i = 0; i < fetches; ++i, requests.Change()) {
    const Timestamp t = walk.Next();
    std::vector<MetricId> ids;
    for (const std::size_t m : requests.metrics()) ids.push_back(history.metrics[m].desc.id);
    const Result<void> fetched = interpolator.Fetch(t, ids, requests.profile(), result);
    EXPECT_TRUE(fetched) << fetched.error().Message();
    for (std::size_t n = 0; n < ids.size(); ++n) {
      const test::RandomMetric& metric = history.metrics[requests.metrics()[n]];
      const auto expected = Expected(history, model, metric.desc, requests.profile(), t);
      const FetchedSet& set = result.sets()[n];
      std::map<InstanceId, std::string> got;
      for (const FetchedValue& value : result.Values(set))
        got[value.instance] = ValueOf(value, set, metric.desc);
      values += expected.size();
      EXPECT_EQ(got, expected) << history.names << " seed " << seed << " fetch " << i << " time "
                               << t.sec << '.' << t.nsec << " metric " << metric.name << " type "
                               << static_cast<int>(metric.desc.type) << " semantics "
                               << static_cast<int>(metric.desc.semantics) << " domain "
                               << ToString(metric.desc.indom);
      if (testing::Test::HasFailure()) return values;
    }
  }
  return values;
}

TEST(InterpolationModelTest, EveryValueIsWhatTheDefinitionSays) {
  const bool soak = test::IsSoak();
  const int archives = (soak ? 5000 : 150) / test::kSlowness, fetches = soak ? 220 : 60;
  std::uint64_t values = 0;
  for (int i = 0; i < archives && !HasFailure(); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const test::TempDirectory directory;
    const RandomHistory history = test::WriteRandomArchives(directory.path(), seed);
    values +=
        Compare(history, seed, i % 2 == 0 ? ValueRule::kNearest : ValueRule::kPrevious, fetches);
  }
  std::cout << archives * fetches << " fetches, " << values << " values compared\n";
  EXPECT_GT(values, static_cast<std::uint64_t>(archives) * static_cast<std::uint64_t>(fetches) * 8);
}

std::vector<MetricId> SomeMetrics(const Metadata& metadata, std::size_t most, std::uint64_t seed) {
  std::vector<MetricId> metrics;
  for (const Desc& desc : metadata.metrics()) metrics.push_back(desc.id);
  std::shuffle(metrics.begin(), metrics.end(), std::mt19937_64(seed));
  metrics.resize(std::min(metrics.size(), most));
  return metrics;
}

// Overwrites some places of the volumes with bytes that make no sense.
void Damage(const std::string& directory, std::mt19937_64& random) {
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string extension = entry.path().extension();
    if (extension == ".meta" || extension == ".index") continue;
    ByteBuffer bytes = test::ReadFile(entry.path());
    for (auto n = random() % 4; n > 0; --n) {
      const std::size_t first = LabelSize(Version::k3);
      if (bytes.size() <= first) break;
      const std::size_t at = first + random() % (bytes.size() - first);
      const std::size_t size = std::min<std::size_t>(1 + random() % 200, bytes.size() - at);
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0x7f});
    }
    test::WriteFile(entry.path(), bytes);
  }
}

// Changes the stamps of some records to another time.
void Misplace(const std::string& directory, std::mt19937_64& random) {
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string extension = entry.path().extension();
    if (extension == ".meta" || extension == ".index") continue;
    ByteBuffer bytes = test::ReadFile(entry.path());
    std::vector<std::size_t> records;
    for (std::size_t at = LoadU32(bytes.data()); at < bytes.size();
         at += LoadU32(bytes.data() + at))
      records.push_back(at);
    for (auto n = random() % 3; n > 0 && !records.empty(); --n) {
      // The seconds, or the lower half of 64-bit seconds, follow the length.
      std::byte* const seconds = bytes.data() + records[random() % records.size()] + 4;
      StoreU32(seconds, LoadU32(seconds) + static_cast<std::uint32_t>(random() % 400) - 200);
    }
    test::WriteFile(entry.path(), bytes);
  }
}

using Spoil = void (*)(const std::string& directory, std::mt19937_64& random);

// Spoils random archives.  The rest of each archive must replay as the definition says.
void CompareSpoilt(Spoil spoil) {
  const bool soak = test::IsSoak();
  const int archives = (soak ? 5000 : 150) / test::kSlowness, fetches = soak ? 100 : 40;
  int compared = 0;
  std::uint64_t values = 0;
  for (int i = 0; i < archives && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random(static_cast<std::uint64_t>(i));
    const test::TempDirectory directory;
    const RandomHistory written = test::WriteRandomArchives(directory.path(), random());
    spoil(directory.path(), random);
    const auto timeline = Timeline::Open(written.names);
    if (!timeline) continue;
    test::RecordedHistory left =
        test::ReadHistory(**timeline, SomeMetrics((*timeline)->metadata(), 8, random()));
    if (!left.is_plain || left.history.stamps.empty()) continue;
    left.history.names = written.names;
    ++compared;
    values += Compare(left.history, random(),
                      i % 2 == 0 ? ValueRule::kNearest : ValueRule::kPrevious, fetches);
  }
  std::cout << compared << " archives, " << compared * fetches << " fetches, " << values
            << " values compared\n";
  EXPECT_GT(compared, archives / 3);
  EXPECT_GT(values, static_cast<std::uint64_t>(compared) * static_cast<std::uint64_t>(fetches));
}

// The index may point to places that no longer hold a record.
TEST(InterpolationModelTest, WhatIsLeftOfDamagedArchivesReplaysAsTheDefinitionSays) {
  CompareSpoilt(Damage);
}

TEST(InterpolationModelTest, RecordsOutOfOrderReplayAsTheDefinitionSays) {
  CompareSpoilt(Misplace);
}

std::vector<std::string> PeerArchives() {
  std::vector<std::string> paths;
  for (const char* directory : {test::kPeerArchives, test::kPeerDamagedArchives})
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      if (entry.path().extension() == ".meta") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The archives that PCP brings for its own tests: recordings of real hosts, oddities of twenty
// years, and damaged archives.
TEST(InterpolationModelTest, ThePeersArchivesReplayAsTheDefinitionSays) {
  const bool soak = test::IsSoak();
  const int fetches = (soak ? 100 : 12) / test::kSlowness;
  std::uint64_t values = 0, seed = 0;
  int archives = 0;
  for (const std::string& path : PeerArchives()) {
    if (HasFailure()) break;
    const auto timeline = Timeline::Open(path);
    if (!timeline) continue;
    test::RecordedHistory read =
        test::ReadHistory(**timeline, SomeMetrics((*timeline)->metadata(), soak ? 20 : 8, ++seed));
    if (!read.is_plain || read.history.stamps.empty()) continue;
    read.history.names = path;
    ++archives;
    for (const ValueRule rule : {ValueRule::kNearest, ValueRule::kPrevious})
      values += Compare(read.history, seed, rule, fetches);
  }
  std::cout << archives << " archives, " << 2 * archives * fetches << " fetches, " << values
            << " values compared\n";
  EXPECT_GT(archives, 100);
  EXPECT_GT(values, 10'000u / test::kSlowness);
}

}  // namespace
}  // namespace fdr
