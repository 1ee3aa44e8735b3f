// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks a real host: our library must say what PCP's own library says.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/tests/live/context_facts.h"
#include "fdr/tests/live/forwarding.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/peer_collector.h"

namespace fdr {
namespace {

using test::Difference;
using test::ErrorOf;
using test::Facts;
using test::LinesOf;
using test::PeerOutput;

// One collector for all of these tests: it takes longer to start than the tests take to run.
class PeerHostTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { collector_ = std::make_unique<test::PeerCollector>(); }
  static void TearDownTestSuite() { collector_.reset(); }

  static std::unique_ptr<LiveContext> Open(const std::string& host) {
    auto context = LiveContext::Open(host);
    EXPECT_TRUE(context) << context.error().Message();
    return context ? std::move(*context) : nullptr;
  }

  static Facts PeerFacts(const std::string& host, const char* what) {
    return LinesOf(PeerOutput({FDR_PEER_HOST, host, what}));
  }

  static std::unique_ptr<test::PeerCollector> collector_;
};

std::unique_ptr<test::PeerCollector> PeerHostTest::collector_;

TEST_F(PeerHostTest, HasTheNamesInTheOrderOfThePeer) {
  const auto context = Open(collector_->tcp());
  ASSERT_TRUE(context);
  std::string names;
  const auto all = context->Traverse("");
  ASSERT_TRUE(all) << ErrorOf(all);
  for (const std::string& name : *all) names += name + "\n";
  // The peer's library makes these names up for event records.
  names += "event.flags\nevent.missed\n";
  EXPECT_EQ(names, PeerOutput({"pminfo", "-h", collector_->tcp()}));
  EXPECT_GT(names.size(), 10'000u);
}

Facts Rest(const Facts& facts, const Facts& without) {
  Facts rest;
  std::ranges::set_difference(facts, without, std::back_inserter(rest));
  return rest;
}

Facts Common(const Facts& a, const Facts& b) {
  Facts common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common;
}

// Disks, file systems and processes come and go during the test.
TEST_F(PeerHostTest, HasTheMetadataOfThePeer) {
  const auto context = Open(collector_->tcp());
  ASSERT_TRUE(context);
  // These instances are the collector's clients.  The peer is a different client from us.
  const auto is_client = [](const std::string& fact) {
    return fact.starts_with("instance 8388614 ");
  };
  const auto look = [&] {
    Facts peers = PeerFacts(collector_->tcp(), "metadata");
    EXPECT_GT(peers.size(), 5'000u);
    EXPECT_GT(std::erase_if(peers, is_client), 1u);
    return peers;
  };
  // Facts that only one side has each time.
  Facts missing, invented, before = look();
  for (int i = 0; i < 10; ++i) {
    Facts ours = test::MetadataFacts(*context);
    EXPECT_GT(std::erase_if(ours, is_client), 0u);
    const Facts after = look();
    const Facts missing_now = Rest(Common(before, after), ours);
    const Facts invented_now = Rest(Rest(ours, before), after);
    missing = i == 0 ? missing_now : Common(missing, missing_now);
    invented = i == 0 ? invented_now : Common(invented, invented_now);
    if (missing.empty() && invented.empty()) return;
    before = after;
  }
  EXPECT_EQ(Difference(invented, missing), "");
}

// The largest result in the bytes that a collector sent.
FetchResult LargestResult(const ByteBuffer& sent) {
  ReceiveBuffer buffer(sent.size());
  for (std::size_t at = 0; at < sent.size();) {
    const std::span<std::byte> room = buffer.Room();
    const std::size_t size = std::min(room.size(), sent.size() - at);
    std::copy_n(sent.begin() + static_cast<std::ptrdiff_t>(at), size, room.begin());
    buffer.Add(size);
    at += size;
  }
  FetchResult largest;
  ResultRecord record;
  for (auto next = buffer.Next(); next && *next; next = buffer.Next()) {
    if ((*next)->type != PduType::kHighresResult && (*next)->type != PduType::kResult) continue;
    EXPECT_TRUE(DecodeResultPdu(**next, record));
    if (record.sets().size() <= largest.sets().size()) continue;
    largest.Begin(record.stamp());
    for (const ValueSet& set : record.sets()) AddRecordedSet(set, largest);
  }
  return largest;
}

// Values differ from fetch to fetch, so the test decodes the bytes that were sent to the peer.
TEST_F(PeerHostTest, DecodesValuesAsThePeerDoes) {
  const test::Forwarding way(collector_->port());
  const Facts peers = PeerFacts(way.host(), "values");
  const FetchResult result = LargestResult(way.Sent());
  EXPECT_GT(result.sets().size(), 1'500u);
  EXPECT_GT(peers.size(), 2'000u);
  EXPECT_EQ(Difference(test::ValueFacts(result), peers), "");
}

// Compares constants only.  The test above compares how all other values are decoded.
TEST_F(PeerHostTest, FetchesTheValuesOfThePeer) {
  for (const std::string& host : {collector_->tcp(), collector_->unix_socket()}) {
    const auto context = Open(host);
    std::vector<MetricId> constants;
    std::set<std::string> theirs;
    std::vector<std::string> names = {
        "hinv.ncpu",    "hinv.pagesize",          "hinv.physmem", "kernel.uname.release",
        "pmcd.version", "sample.aggregate.hullo", "sample.bin",   "sample.string.hullo"};
    for (const char* type : {"long", "ulong", "longlong", "ulonglong", "float", "double"})
      for (const char* value : {"one", "ten", "hundred", "million"})
        names.push_back(std::string("sample.") + type + "." + value);
    for (const std::string& name : names) {
      const Result<MetricId> id = context->Find(name);
      ASSERT_TRUE(id) << ErrorOf(id);
      if (theirs.insert(std::to_string(id->value)).second) constants.push_back(*id);
    }
    FetchResult result;
    ASSERT_TRUE(test::Got(context->Fetch(constants, result)));
    Facts peers = PeerFacts(host, "values");
    std::erase_if(peers, [&](const std::string& fact) {
      const std::size_t start = fact.find(' ') + 1;
      return !theirs.contains(fact.substr(start, fact.find(' ', start) - start));
    });
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    EXPECT_GT(peers.size(), 30u);
    EXPECT_EQ(Difference(test::ValueFacts(result), peers), "");
  }
}

}  // namespace
}  // namespace fdr
