// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/own_context.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::Single;

constexpr MetricId kTheirVersion = MetricId::Build(2, 0, 7), kTheirLoad = MetricId::Build(60, 2, 0);
constexpr MetricId kOwnClients = MetricId::Build(2, 0, 3), kOwnNames = MetricId::Build(2, 6, 0);
constexpr InDomId kOwnDomain = InDomId::Build(2, 6);

// The archive has a version and a load; the server has another version, clients, and their names.
class OwnContextTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder(base_)
        .Metric({.name = "pmcd.version", .id = kTheirVersion, .type = Type::kString})
        .Metric({.name = "kernel.all.load", .id = kTheirLoad, .type = Type::kDouble})
        .Record(At(0), {Single(kTheirVersion, std::string("6.0")), Single(kTheirLoad, 1.5)})
        .Record(At(10), {Single(kTheirVersion, std::string("6.0")), Single(kTheirLoad, 2.5)});
    archive_ = std::move(*ArchiveContext::Open(base_));
    static_cast<void>(archive_->SetMode(Mode::kInterpolated, At(5), 0));
    OwnMetrics own;
    const auto add = [&](const char* name, MetricId id, Type type, InDomId indom,
                         std::function<std::vector<OwnValue>()> read) -> OwnMetric& {
      return own.metrics.emplace_back(
          OwnMetric{name, {id, type, indom, Semantics::kInstant, {}}, "help", std::move(read)});
    };
    add("pmcd.version", MetricId::Build(2, 0, 99), Type::kString, {},
        [] { return OwnSingle(std::string("ours")); });
    add("pmcd.numclients", kOwnClients, Type::kU32, {}, [this] {
      return OwnSingle(clients_);
    }).store = [this](std::uint32_t, const OwnValue& value) -> StoreAnswer {
      clients_ = std::get<std::uint32_t>(value.value);
      return 0;
    };
    add("pmcd.client.whoami", kOwnNames, Type::kString, kOwnDomain, [] {
      return std::vector<OwnValue>{{1, std::string("one")}, {2, std::string("two")}};
    });
    own.domains.push_back({kOwnDomain, [] {
                             return std::vector<NamedInstance>{{1, "first"}, {2, "second"}};
                           }});
    context_.emplace(*archive_, std::move(own), [this] { return archive_->Now(); });
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> archive_;
  std::optional<OwnContext> context_;
  std::uint32_t clients_ = 3;
};

TEST_F(OwnContextTest, TheSourceWinsOverTheServer) {
  EXPECT_EQ(*context_->Find("pmcd.version"), kTheirVersion);
  EXPECT_FALSE(context_->DescOf(MetricId::Build(2, 0, 99)));
  EXPECT_EQ(*context_->Find("pmcd.numclients"), kOwnClients);
  EXPECT_EQ(context_->Find("pmcd.nothing").error().code, Errc::kNotFound);
  EXPECT_EQ(context_->Find("pmcd.client").error().code, Errc::kNotAMetric);
  EXPECT_EQ(*context_->NamesOf(kOwnClients), std::vector<std::string>{"pmcd.numclients"});
  EXPECT_EQ(*context_->NamesOf(kTheirLoad), std::vector<std::string>{"kernel.all.load"});
}

TEST_F(OwnContextTest, BothShareATree) {
  EXPECT_EQ(*context_->Traverse("pmcd"),
            (std::vector<std::string>{"pmcd.version", "pmcd.numclients", "pmcd.client.whoami"}));
  EXPECT_EQ(*context_->Children("pmcd"),
            (std::vector<NameChild>{{"version", true}, {"numclients", true}, {"client", false}}));
  EXPECT_EQ(*context_->Children("pmcd.client"), (std::vector<NameChild>{{"whoami", true}}));
  EXPECT_EQ(context_->Traverse("nothing").error().code, Errc::kNotFound);
}

TEST_F(OwnContextTest, OneFetchHasValuesOfBothInOrder) {
  const std::vector<MetricId> ids = {kOwnNames, kTheirLoad, kOwnClients, kTheirVersion};
  Profile profile;
  profile.Exclude(kOwnDomain, {1});
  FetchResult result;
  ASSERT_TRUE(test::Got(context_->Fetch(ids, profile, result)));
  EXPECT_EQ(result.stamp(), At(5));
  ASSERT_EQ(result.sets().size(), 4u);
  ASSERT_EQ(result.sets()[0].count, 1u);
  EXPECT_EQ(result.Values(result.sets()[0])[0].instance, 2);
  EXPECT_EQ(result.Values(result.sets()[1])[0].AsDouble(), 1.5);
  EXPECT_EQ(result.Values(result.sets()[2])[0].Word(), 3u);
  EXPECT_EQ(result.sets()[3].id, kTheirVersion);
}

TEST_F(OwnContextTest, OwnMetricsHaveValuesWhereTheArchiveHasNone) {
  static_cast<void>(archive_->SetMode(Mode::kInterpolated, At(50), 0));
  FetchResult result;
  ASSERT_TRUE(test::Got(context_->Fetch(std::vector{kTheirLoad, kOwnClients}, result)));
  EXPECT_EQ(result.sets()[0].count, 0u);
  EXPECT_EQ(result.Values(result.sets()[1])[0].Word(), 3u);
}

TEST_F(OwnContextTest, MetadataAreThoseOfTheOwner) {
  EXPECT_EQ(context_->DescOf(kOwnNames)->indom, kOwnDomain);
  EXPECT_EQ(*context_->Text(TextKind::kMetricOneLine, kOwnNames.value), "help");
  EXPECT_EQ(context_->Instances(kOwnDomain)->size(), 2u);
  EXPECT_EQ(context_->Instances(InDomId::Build(7, 7)).error().code, Errc::kNotFound);
}

TEST_F(OwnContextTest, OnlySomeMetricsCanBeStored) {
  FetchResult values;
  values.Begin({});
  values.AddSet(kOwnClients, SetStatus::kValues);
  values.AddInPlace(kSingular, 8);
  EXPECT_EQ(context_->Store(0, values), 0);
  EXPECT_EQ(clients_, 8u);
  values.AddSet(kTheirLoad, SetStatus::kValues);
  values.AddInPlace(kSingular, 8);
  EXPECT_EQ(context_->Store(0, values), kPcpPermission);
}

}  // namespace
}  // namespace fdr
