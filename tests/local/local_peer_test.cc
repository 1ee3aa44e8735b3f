// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The built-in collector and PCP's own agents look at this machine at the same time.

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/local/idle_processes.h"
#include "fdr/tests/local/kernel_tree.h"
#include "fdr/tests/local/peer_departures.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

Timestamp SystemTime() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto nanos = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return Timestamp{}.Plus(nanos);
}

struct Metric {
  std::string name;
  MetricId id;
  Desc desc;
};

constexpr InDomId kProcesses = InDomId::Build(3, 9);

// The values of a metric by instance, or the error.
struct Reading {
  std::int32_t code = 0;
  std::map<InstanceId, FetchedValue> numbers;
  std::map<InstanceId, std::string> texts;
};

class LocalPeerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    idle_ = std::make_unique<test::IdleProcesses>();
    StartCollector();
  }
  static void StartCollector() {
    collector_.reset();
    runs_at_start_ = test::CountRuns();
    std::vector<std::string> agents = test::PeerCollector::UsualAgents();
    agents.push_back("proc 3 pipe binary /var/lib/pcp/pmdas/proc/pmdaproc -d 3");
    collector_ = std::make_unique<test::PeerCollector>(agents, std::vector<std::string>{"proc"});
  }
  static void TearDownTestSuite() {
    collector_.reset();
    idle_.reset();
  }

  void SetUp() override {
    auto local = LocalContext::Open({.clock = SystemTime});
    ASSERT_TRUE(local);
    local_ = std::move(*local);
    const auto names = local_->Traverse("");
    ASSERT_TRUE(names);
    const auto ids = local_->Find(*names);
    for (std::size_t i = 0; i < names->size(); ++i) {
      if ((*names)[i].starts_with("fdr.")) continue;  // PCP does not have these
      const MetricId id = (*ids)[i].value();
      metrics_.push_back({(*names)[i], id, local_->DescOf(id).value()});
    }
    MeetPeer();
  }

  void MeetPeer();
  void LearnIdentifiers(InDomId indom);
  std::vector<Reading> Fetch(Context& context, const std::vector<const Metric*>& metrics);
  static bool LiesBetween(const Metric& metric, InstanceId instance, const Reading& ours,
                          const Reading& before, const Reading& after);
  struct Attempt {
    Reading before, ours, after;
    std::set<InstanceId> busy;  // processes
  };
  static std::string Disagreement(const Metric& metric, const Attempt& attempt,
                                  std::set<InstanceId>& agreed);
  std::set<InstanceId> BusyProcesses();
  std::vector<Attempt> Try(const std::vector<const Metric*>& metrics);
  static void Widen(const Metric& metric, const Attempt& bounds, Attempt& attempt);
  std::string DifferenceNow(const Metric& metric, std::set<InstanceId>& agreed);
  std::string DifferenceOf(const Metric& metric);
  using Names = std::map<std::string, InstanceId>;
  static Names NamesOf(Context& context, InDomId indom);
  std::set<std::string> UnknownNames(InDomId indom);

  static std::unique_ptr<test::PeerCollector> collector_;
  static std::map<InstanceId, std::uint64_t> runs_at_start_;
  static std::unique_ptr<test::IdleProcesses> idle_;
  std::unique_ptr<LocalContext> local_;
  std::unique_ptr<LiveContext> peer_;
  std::vector<Metric> metrics_;
  // PCP's instance for each of ours, in domains where PCP has other identifiers.
  std::map<InDomId, std::map<InstanceId, InstanceId>> identifiers_;
};

std::unique_ptr<test::PeerCollector> LocalPeerTest::collector_;
std::map<InstanceId, std::uint64_t> LocalPeerTest::runs_at_start_;
std::unique_ptr<test::IdleProcesses> LocalPeerTest::idle_;

void LocalPeerTest::MeetPeer() {
  auto peer = LiveContext::Open(collector_->unix_socket());
  ASSERT_TRUE(peer) << peer.error().Message();
  peer_ = std::move(*peer);
  identifiers_.clear();
  for (const Metric& metric : metrics_) LearnIdentifiers(metric.desc.indom);
}

void LocalPeerTest::LearnIdentifiers(InDomId indom) {
  if (indom.IsNull() || indom == kProcesses || identifiers_.contains(indom)) return;
  const auto ours = local_->Instances(indom), peers = peer_->Instances(indom);
  std::map<InstanceId, InstanceId>& identifiers = identifiers_[indom];
  for (const NamedInstance& own : ours.value_or(std::vector<NamedInstance>()))
    for (const NamedInstance& other : peers.value_or(std::vector<NamedInstance>()))
      if (own.name == other.name) identifiers[own.id] = other.id;
}

std::vector<Reading> LocalPeerTest::Fetch(Context& context,
                                          const std::vector<const Metric*>& metrics) {
  std::vector<MetricId> ids;
  ids.reserve(metrics.size());
  for (const Metric* metric : metrics) ids.push_back(metric->id);
  std::vector<Reading> readings(metrics.size());
  FetchResult result;
  const Result<bool> fetched = context.Fetch(ids, result);
  EXPECT_TRUE(fetched) << fetched.error().Message();
  for (std::size_t i = 0; i < result.sets().size(); ++i) {
    const FetchedSet& set = result.sets()[i];
    if (set.status == SetStatus::kRecordedError) readings[i].code = set.code;
    const auto& identifiers = identifiers_[metrics[i]->desc.indom];
    for (const FetchedValue& value : result.Values(set)) {
      const auto other = identifiers.find(value.instance);
      const bool is_other = &context == local_.get() && other != identifiers.end();
      const InstanceId instance = is_other ? other->second : value.instance;
      readings[i].numbers[instance] = value;
      readings[i].texts[instance] = test::ValueText(metrics[i]->desc.type, value);
    }
  }
  return readings;
}

double NumberOf(Type type, const FetchedValue& value) {
  switch (type) {
    case Type::k32:
      return static_cast<std::int32_t>(value.Word());
    case Type::kU32:
      return value.Word();
    case Type::k64:
      return static_cast<double>(static_cast<std::int64_t>(value.bits));
    case Type::kU64:
      return static_cast<double>(value.bits);
    case Type::kFloat:
      return value.AsFloat();
    default:
      return value.AsDouble();
  }
}

// Whether our value lies between the peer's two values, or as far off as it may be.
bool LocalPeerTest::LiesBetween(const Metric& metric, InstanceId instance, const Reading& ours,
                                const Reading& before, const Reading& after) {
  const Type type = metric.desc.type;
  if (!IsNumeric(type)) {
    const std::string& text = ours.texts.at(instance);
    return text == before.texts.at(instance) || text == after.texts.at(instance);
  }
  const double a = NumberOf(type, before.numbers.at(instance)),
               b = NumberOf(type, ours.numbers.at(instance)),
               c = NumberOf(type, after.numbers.at(instance));
  const test::Departure* const departure = test::DepartureOf(metric.name);
  const double within = departure != nullptr ? departure->within.value_or(0) : 0;
  return b >= std::min(a, c) - within && b <= std::max(a, c) + within;
}

// The remaining difference, without instances that agreed before; "" if there is none.  Instances
// that come and go between the readings do not count.  Processes that ran meanwhile do not, either.
std::string LocalPeerTest::Disagreement(const Metric& metric, const Attempt& attempt,
                                        std::set<InstanceId>& agreed) {
  const auto& [before, ours, after, busy] = attempt;
  if (ours.code != before.code)
    return "error " + std::to_string(ours.code) + ", not " + std::to_string(before.code);
  const bool of_processes = metric.desc.indom == kProcesses;
  for (const auto& [instance, value] : before.numbers) {
    if (agreed.contains(instance) || !after.numbers.contains(instance)) continue;
    if (of_processes && busy.contains(instance)) continue;
    const bool is_missing = !ours.numbers.contains(instance);
    // PCP repeats the values of another process for a process that it may not read.
    if (is_missing && of_processes && !ours.numbers.empty()) continue;
    if (is_missing || !LiesBetween(metric, instance, ours, before, after))
      return "[" + std::to_string(instance) +
             "]: " + (is_missing ? "none" : ours.texts.at(instance).substr(0, 200)) + ", not " +
             before.texts.at(instance).substr(0, 200);
    agreed.insert(instance);
  }
  for (const auto& [instance, value] : ours.numbers)
    if (before.numbers.empty() && after.numbers.empty())
      return "[" + std::to_string(instance) + "]: " + ours.texts.at(instance) + ", not none";
  return "";
}

// Processes that ran since the start: they may now be other programs, but PCP keeps its first
// reading.  Also kernel workers, which change their name with their work, and processes whose name
// PCP cuts: see docs/metrics.md, "Differences".
std::set<InstanceId> LocalPeerTest::BusyProcesses() {
  std::set<InstanceId> busy;
  for (const auto& [pid, count] : test::CountRuns()) {
    const auto then = runs_at_start_.find(pid);
    if (then == runs_at_start_.end() || then->second != count) busy.insert(pid);
  }
  for (const pid_t pid : idle_->pids()) EXPECT_FALSE(busy.contains(pid)) << pid;
  const auto processes = local_->Instances(kProcesses);
  for (const NamedInstance& process : *processes)
    if (process.name.find("(kworker/") != std::string::npos ||
        (process.id >= 1'000'000 && process.name.find(" (") == 7))
      busy.insert(process.id);
  return busy;
}

std::vector<LocalPeerTest::Attempt> LocalPeerTest::Try(const std::vector<const Metric*>& metrics) {
  const std::vector<Reading> before = Fetch(*peer_, metrics), ours = Fetch(*local_, metrics),
                             after = Fetch(*peer_, metrics);
  const std::set<InstanceId> busy = BusyProcesses();
  std::vector<Attempt> attempts;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    attempts.push_back({before[i], ours[i], after[i], busy});
  return attempts;
}

TEST_F(LocalPeerTest, HasIdentifiersAndDescriptorsOfThePeer) {
  std::vector<std::string> names;
  for (const Metric& metric : metrics_) names.push_back(metric.name);
  const auto ids = peer_->Find(names);
  ASSERT_TRUE(ids);
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    ASSERT_TRUE((*ids)[i]) << "PCP has no " << names[i];
    EXPECT_EQ((*ids)[i].value(), metrics_[i].id) << names[i];
    const auto desc = peer_->DescOf(metrics_[i].id);
    ASSERT_TRUE(desc) << names[i];
    EXPECT_EQ(metrics_[i].desc, *desc) << names[i];
  }
}

TEST_F(LocalPeerTest, HasNearlyAllNamesOfThePeer) {
  std::size_t peers = 0, ours = 0;
  for (const char* top : {"hinv", "kernel", "mem", "swap", "disk", "filesys", "network", "vfs",
                          "ipc", "proc", "cgroup", "swapdev", "tmpfs"}) {
    const auto names = peer_->Traverse(top);
    ASSERT_TRUE(names);
    const auto found = local_->Find(*names);
    for (const auto& id : *found) ours += id.has_value();
    peers += names->size();
  }
  EXPECT_GT(peers, 1500u);
  EXPECT_EQ(ours, peers);
}

LocalPeerTest::Names LocalPeerTest::NamesOf(Context& context, InDomId indom) {
  Names names;
  const auto members = context.Instances(indom);
  for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
    names.emplace(member.name, member.id);
  return names;
}

// Instances that come and go meanwhile do not count.
std::set<std::string> LocalPeerTest::UnknownNames(InDomId indom) {
  const Names before = NamesOf(*peer_, indom), ours = NamesOf(*local_, indom),
              after = NamesOf(*peer_, indom);
  const std::set<InstanceId> busy = indom == kProcesses ? BusyProcesses() : std::set<InstanceId>();
  std::set<std::string> unknown;
  for (const auto& [name, id] : ours)
    if (!busy.contains(id) && !before.contains(name) && !after.contains(name))
      unknown.insert("only ours: " + name);
  for (const auto& [name, id] : before)
    if (!busy.contains(id) && after.contains(name) && !ours.contains(name))
      unknown.insert("only PCP's: " + name);
  return unknown;
}

TEST_F(LocalPeerTest, HasTheInstancesOfThePeer) {
  std::set<InDomId> indoms;
  for (const Metric& metric : metrics_)
    if (!metric.desc.indom.IsNull()) indoms.insert(metric.desc.indom);
  EXPECT_GT(indoms.size(), 35u);
  for (const InDomId indom : indoms) {
    if (test::IsOfGroups(indom)) continue;
    // A new instance is unknown for a moment.  A real difference is unknown at every look.
    std::set<std::string> unknown = UnknownNames(indom);
    test::WaitUntil([&] {
      const std::set<std::string> now = UnknownNames(indom);
      std::erase_if(unknown, [&](const std::string& name) { return !now.contains(name); });
      return unknown.empty();
    });
    EXPECT_EQ(unknown, std::set<std::string>()) << ToString(indom);
  }
}

// Widens the peer's readings in this attempt by the bounds of earlier attempts, if these are
// numbers.
void LocalPeerTest::Widen(const Metric& metric, const Attempt& bounds, Attempt& attempt) {
  if (!IsNumeric(metric.desc.type)) return;
  for (auto& [instance, low] : attempt.before.numbers) {
    const auto high = attempt.after.numbers.find(instance);
    if (high == attempt.after.numbers.end()) continue;
    const auto below = bounds.before.numbers.find(instance),
               above = bounds.after.numbers.find(instance);
    const auto is_less = [&](const FetchedValue& a, const FetchedValue& b) {
      return NumberOf(metric.desc.type, a) < NumberOf(metric.desc.type, b);
    };
    if (is_less(high->second, low)) std::swap(low, high->second);
    if (below != bounds.before.numbers.end()) low = std::min(low, below->second, is_less);
    if (above != bounds.after.numbers.end())
      high->second = std::max(high->second, above->second, is_less);
  }
}

// Tries several times, since some values move to and fro.  In the end, our value may lie between
// any two readings of the peer, since values may move in step with our attempts.  Asks for the
// metric alone, since PCP does not always read everything that is asked for together.
std::string LocalPeerTest::DifferenceNow(const Metric& metric, std::set<InstanceId>& agreed) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(60);
  const Clock::time_point half = end - std::chrono::seconds(30);
  std::string difference;
  Attempt bounds;
  for (int i = 0; i < 300 && Clock::now() < end; ++i) {
    if (i > 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Attempt attempt = Try({&metric})[0];
    if (i > 100 || Clock::now() > half) Widen(metric, bounds, attempt);
    difference = Disagreement(metric, attempt, agreed);
    if (difference.empty()) break;
    bounds = std::move(attempt);
  }
  return difference;
}

// PCP keeps some of its first readings of a process.  These may have changed since, by the process
// itself or by processes that share its pages.  A real difference also appears in a new collector.
std::string LocalPeerTest::DifferenceOf(const Metric& metric) {
  constexpr int kCollectors = 5;
  std::set<InstanceId> agreed;
  std::string difference = DifferenceNow(metric, agreed);
  for (int i = 1; i < kCollectors && !difference.empty(); ++i) {
    StartCollector();
    MeetPeer();
    difference = DifferenceNow(metric, agreed);
  }
  return difference;
}

TEST_F(LocalPeerTest, HasTheValuesOfThePeer) {
  std::vector<const Metric*> metrics;
  for (const Metric& metric : metrics_) {
    const test::Departure* const departure = test::DepartureOf(metric.name);
    if (test::IsOfGroups(metric.name)) continue;
    if (departure == nullptr || departure->within) metrics.push_back(&metric);
  }
  EXPECT_GT(metrics.size(), 1300u);
  Fetch(*peer_, metrics);  // its agents count some things from their first fetch on
  const std::vector<Attempt> attempts = Try(metrics);
  std::size_t values = 0;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::set<InstanceId> agreed;
    values += attempts[i].ours.numbers.size();
    if (Disagreement(*metrics[i], attempts[i], agreed).empty()) continue;
    EXPECT_EQ(DifferenceOf(*metrics[i]), "") << metrics[i]->name;
  }
  EXPECT_GT(values, 2000u);
}

}  // namespace
}  // namespace fdr
