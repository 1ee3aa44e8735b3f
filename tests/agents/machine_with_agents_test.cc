// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/machine_with_agents.h"

#include <gtest/gtest.h>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tests/agents/odd_agent.h"
#include "fdr/tests/support/got.h"

namespace fdr {
namespace {

using test::OddAgent;

constexpr std::uint32_t kLinux = 60;
constexpr Timestamp kMachineNow{1'700'000'000, 5};

class MachineWithAgentsTest : public testing::Test {
 protected:
  static MachineWithAgents::Setup Setup(std::vector<AgentSpec> agents, bool prefers_built_in) {
    constexpr const char* kNames =
        "root {\n odd 252:*:*\n kernel\n}\nkernel {\n strange 60:0:0\n pmcd 2:9:9\n}\n";
    return {std::move(agents),
            std::make_shared<const NameSpace>(ParseNameSpace(kNames, "names", {}).value()),
            prefers_built_in};
  }

  void Open(std::vector<AgentSpec> agents, bool prefers_built_in = false) {
    AgentOptions options;
    options.clock = [] { return kMachineNow; };
    options.start_limit = std::chrono::seconds(20);
    machine_ =
        MachineWithAgents::Open({.clock = [] { return kMachineNow; }}, std::move(options),
                                *EventLoop::Make(), Setup(std::move(agents), prefers_built_in))
            .value();
    machine_->agents().WaitUntilStarted();
  }
  Context& context() { return machine_->context(); }

  std::unique_ptr<MachineWithAgents> machine_;
};

TEST_F(MachineWithAgentsTest, OneFetchHasValuesOfAllInOrder) {
  Open({OddAgent(test::kOddDomain)});
  const std::vector<std::string> names = {"odd.answer", "hinv.ncpu", "odd.history",
                                          "kernel.nothing"};
  const auto ids = context().Find(names).value();
  ASSERT_TRUE(ids[0] && ids[1] && ids[2]);
  EXPECT_EQ(ids[3].error().code, Errc::kNotFound);
  FetchResult result;
  ASSERT_TRUE(test::Got(context().Fetch(std::vector{*ids[0], *ids[1], *ids[2]}, result)));
  EXPECT_EQ(result.stamp(), kMachineNow);
  ASSERT_EQ(result.sets().size(), 3u);
  EXPECT_EQ(result.sets()[0].id, *ids[0]);
  EXPECT_EQ(result.Values(result.sets()[0])[0].Word(), 42u);
  EXPECT_GT(result.Values(result.sets()[1])[0].Word(), 0u);
  EXPECT_EQ(result.Values(result.sets()[2])[0].type(), Type::kString);
  const auto descs = context().Descs(std::vector{*ids[1], *ids[2], *ids[0]}).value();
  EXPECT_EQ(descs[0]->id, *ids[1]);
  EXPECT_EQ(descs[1]->type, Type::kString);
  EXPECT_EQ(descs[2]->id, *ids[0]);
}

TEST_F(MachineWithAgentsTest, NamesOfAllAreOneTree) {
  Open({OddAgent(test::kOddDomain)});
  const auto names = context().Traverse("").value();
  const auto has = [&](const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  EXPECT_TRUE(has("odd.answer"));
  EXPECT_TRUE(has("kernel.all.load"));
  EXPECT_FALSE(has("kernel.strange"));
  EXPECT_EQ(context().Children("odd")->size(), 3u);
}

TEST_F(MachineWithAgentsTest, AnAgentTakesOverADomainUnlessTheBuiltInCollectorIsPreferred) {
  Open({OddAgent(kLinux)});
  EXPECT_EQ(context().Find("kernel.all.load").error().code, Errc::kNotFound);
  EXPECT_EQ(*context().Find("kernel.strange"), MetricId::Build(kLinux, 0, 0));
  EXPECT_EQ(context().DescOf(MetricId::Build(kLinux, 2, 0))->type, Type::k32);
  machine_->Change(Setup({OddAgent(kLinux), OddAgent(test::kOddDomain)}, true));
  machine_->agents().WaitUntilStarted();
  EXPECT_TRUE(context().Find("kernel.all.load"));
  EXPECT_FALSE(context().Find("kernel.strange"));
  EXPECT_TRUE(context().Find("odd.answer"));
}

TEST_F(MachineWithAgentsTest, NoAgentAnswersForPmcd) {
  Open({OddAgent(2)});
  EXPECT_TRUE(machine_->agents().Facts().empty());
  EXPECT_FALSE(context().Find("kernel.pmcd"));
  EXPECT_TRUE(context().Find("pmcd.version"));
}

}  // namespace
}  // namespace fdr
