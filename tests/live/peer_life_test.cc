// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A real collector stops, dies, comes back, and changes.

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/replay/sources/live/live_context.h"
#include "fdr/tests/live/forwarding.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::ErrorOf;
using test::Forwarding;
using test::PeerCollector;

std::unique_ptr<LiveContext> Open(const std::string& host, LiveOptions options = {}) {
  auto context = LiveContext::Open(host, std::move(options));
  EXPECT_TRUE(context) << ErrorOf(context);
  return context ? std::move(*context) : nullptr;
}

MetricId Find(Context& context, std::string_view name) {
  const Result<MetricId> id = context.Find(name);
  EXPECT_TRUE(id) << ErrorOf(id);
  return id.value_or(MetricId{});
}

// The first value of a metric.
Result<std::uint32_t> ValueOf(Context& context, MetricId id) {
  FetchResult result;
  const Result<bool> fetched = context.Fetch(std::span(&id, 1), result);
  if (!fetched) return Fail(fetched.error());
  if (result.sets()[0].count == 0) return Fail(Errc::kNotFound, "no values");
  return result.AllValues()[0].Word();
}

TEST(PeerLifeTest, StoppedDeadAndBack) {
  PeerCollector collector;
  LiveOptions options;
  options.request_timeout = 1500ms;
  options.reconnect_delays = {};
  for (const std::string& host : {collector.tcp(), collector.unix_socket()}) {
    const auto context = Open(host, options);
    ASSERT_TRUE(context);
    const MetricId pid = Find(*context, "pmcd.pid");
    const Result<std::uint32_t> first = ValueOf(*context, pid);
    ASSERT_TRUE(first) << ErrorOf(first);

    collector.Pause();
    EXPECT_EQ(ValueOf(*context, pid).error().code, Errc::kTimeout);
    EXPECT_EQ(ValueOf(*context, pid).error().code, Errc::kDisconnected);
    collector.Continue();
    EXPECT_TRUE(context->Connect());
    EXPECT_EQ(ValueOf(*context, pid).value_or(0), *first);

    collector.Kill();
    EXPECT_EQ(ValueOf(*context, pid).error().code, Errc::kDisconnected);
    EXPECT_FALSE(context->Connect());
    collector.Start();
    EXPECT_TRUE(context->Connect());
    EXPECT_NE(ValueOf(*context, pid).value_or(*first), *first);
  }
}

// Fetches until the collector tells of this change.
bool Await(CollectorChange change, LiveContext& context, MetricId id) {
  return test::WaitUntil([&] {
    (void)ValueOf(context, id);
    return (context.TakeChanges() & change) != 0;
  });
}

TEST(PeerLifeTest, AgentsComeAndGo) {
  std::vector<std::string> agents = PeerCollector::UsualAgents();
  const std::string linux_agent = agents.back();
  agents.pop_back();
  PeerCollector collector(agents);
  const auto context = Open(collector.tcp());
  ASSERT_TRUE(context);
  const MetricId pid = Find(*context, "pmcd.pid"), cpus = Find(*context, "hinv.ncpu");
  EXPECT_FALSE(context->DescOf(cpus));
  EXPECT_FALSE(ValueOf(*context, cpus));
  agents.push_back(linux_agent);
  collector.Reconfigure(agents);
  EXPECT_TRUE(Await(kAgentsAdded, *context, pid));
  EXPECT_TRUE(context->DescOf(cpus));
  EXPECT_TRUE(ValueOf(*context, cpus));
  // The collector notices that an agent is dead when it asks the agent for something.  It may then
  // restart the agent.
  collector.KillAgents();
  EXPECT_TRUE(Await(kAgentsDropped, *context, cpus));
}

TEST(PeerLifeTest, TakesValues) {
  const PeerCollector collector;
  const auto context = Open(collector.unix_socket());
  ASSERT_TRUE(context);
  const MetricId id = Find(*context, "sample.long.write_me");
  FetchResult values;
  values.Begin({});
  values.AddSet(id, SetStatus::kValues);
  values.AddInPlace(kSingular, 4711);
  const Result<void> stored = context->Store(values);
  EXPECT_TRUE(stored) << ErrorOf(stored);
  EXPECT_EQ(ValueOf(*context, id).value_or(0), 4711u);
  values.Begin({});
  values.AddSet(Find(*context, "hinv.ncpu"), SetStatus::kValues);
  values.AddInPlace(kSingular, 1);
  EXPECT_EQ(context->Store(values).error().pcp_error, -12387) << "no permission";
}

// An agent may have its own names.
TEST(PeerLifeTest, PartsOfTheNameSpaceAreDynamic) {
  const PeerCollector collector;
  const auto context = Open(collector.tcp());
  ASSERT_TRUE(context);
  const auto names = context->Traverse("sample.secret");
  ASSERT_TRUE(names) << ErrorOf(names);
  EXPECT_GT(names->size(), 5u);
  for (const std::string& name : *names) EXPECT_TRUE(context->Find(name)) << name;
}

TEST(PeerLifeTest, SlowWaysAreWays) {
  const PeerCollector collector;
  const auto direct = Open(collector.tcp());
  ASSERT_TRUE(direct);
  const auto names = direct->Traverse("sample");
  const Forwarding way(collector.port(), {.piece = 7, .delay = 10us});
  const auto slow = Open(way.host());
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->Traverse("sample").value(), names.value());
  const MetricId id = Find(*slow, "sample.colour");
  EXPECT_EQ(slow->Instances(slow->DescOf(id)->indom).value().size(), 3u);
}

// Wherever the way ends, an error comes in time and says why.
TEST(PeerLifeTest, WaysMayEndAnywhere) {
  const PeerCollector collector;
  const auto ask = [](const std::string& host) -> Result<void> {
    const auto context = LiveContext::Open(host);
    if (!context) return Fail(context.error());
    const auto id = (*context)->Find("sample.colour");
    if (!id) return Fail(id.error());
    const auto value = ValueOf(**context, *id);
    if (!value) return Fail(value.error());
    const auto names = (*context)->Children("sample");
    if (!names) return Fail(names.error());
    return {};
  };
  const Forwarding whole(collector.port());
  ASSERT_TRUE(ask(whole.host()));
  const std::size_t size = whole.Sent().size();
  EXPECT_GT(size, 1'000u);
  for (std::size_t end = 0; end < size; end += 11) {
    const Forwarding way(collector.port(), {.end = end});
    const Result<void> asked = ask(way.host());
    ASSERT_FALSE(asked) << end;
    EXPECT_EQ(asked.error().code, Errc::kDisconnected) << end << ": " << asked.error().Message();
  }
}

TEST(PeerLifeTest, FetchingTakesNoMemory) {
  const PeerCollector collector;
  const auto context = Open(collector.tcp());
  ASSERT_TRUE(context);
  const auto names = context->Traverse("sample");
  const auto ids = context->Find(*names);
  std::vector<MetricId> metrics;
  for (const Result<MetricId>& id : *ids) metrics.push_back(id.value());
  FetchResult result;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(test::Got(context->Fetch(metrics, result)));
  // Results differ a little in size.
  const test::AllocationLimit limit(64 * 1024);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(test::Got(context->Fetch(metrics, result)));
  EXPECT_TRUE(limit.Kept()) << limit.peak();
}

}  // namespace
}  // namespace fdr
