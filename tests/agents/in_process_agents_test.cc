// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents that are shared objects, inside this process: shared_agent.c.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/sources/agents/agent_context.h"
#include "fdr/replay/sources/agents/hosted_agents.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tests/agents/loop_fixture.h"
#include "fdr/tests/support/got.h"

namespace fdr {
namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t kFirst = 301, kSecond = 302;
constexpr std::int64_t kSharedValue = 42;

enum Item : std::uint32_t { kAnswer, kBlocks, kOtherMetrics, kProcess, kMostCalls };

MetricId Shared(Item item, std::uint32_t domain = kFirst) {
  return MetricId::Build(domain, 0, item);
}

AgentSpec SharedAgentOf(std::uint32_t domain, const std::string& function = "shared_init",
                        const std::string& path = FDR_SHARED_AGENT) {
  return {"shared" + std::to_string(domain), domain, DsoAgent{path, function}};
}

class InProcessAgentsTest : public test::LoopFixture {
 protected:
  void SetUp() override {
    options_.clock = [] { return Timestamp{1'700'000'000, 0}; };
    options_.dso_module = FDR_AGENT_MODULE;
    options_.start_limit = options_.request_limit = std::chrono::minutes(2);
    options_.first_delay = milliseconds(50);
    options_.log = [this](const std::string& line) { log_ += line + '\n'; };
    options_.on_change = [this](std::uint32_t changes) { changes_ |= changes; };
    options_.on_thread_left = [this] { ++threads_left_; };
  }
  void TearDown() override { Block(false); }

  // Lets agents hang, until they may go on.  The object stays loaded, and so remembers this, also
  // if no agent has loaded it yet.
  void Block(bool blocks) {
    if (!object_) object_.reset(::dlopen(FDR_SHARED_AGENT, RTLD_NOW | RTLD_LOCAL));
    reinterpret_cast<void (*)(int)>(::dlsym(object_.get(), "shared_block"))(blocks ? 1 : 0);
  }

  void Open(const std::vector<AgentSpec>& list) {
    agents_ = std::make_unique<HostedAgents>(loop_, options_);
    asked_.emplace(*agents_, nullptr);
    agents_->SetList(list);
    agents_->WaitUntilStarted();
    changes_ = 0;
  }

  /// The first value, or error, of each metric.
  std::vector<std::int64_t> Fetched(const std::vector<MetricId>& metrics) {
    FetchResult result;
    EXPECT_TRUE(test::Got(asked_->Fetch(metrics, result)));
    std::vector<std::int64_t> values;
    for (const FetchedSet& set : result.sets())
      values.push_back(set.count > 0 ? std::int64_t{result.Values(set)[0].Word()} : set.code);
    return values;
  }
  std::int64_t Fetched(MetricId id) { return Fetched(std::vector{id}).at(0); }

  bool Recovers(std::uint32_t domain) {
    return RunUntil([&] { return Fetched(Shared(kAnswer, domain)) == kSharedValue; });
  }
  bool HasSaid(const std::string& line) const { return log_.find(line) != std::string::npos; }

  struct Close {
    void operator()(void* object) const { ::dlclose(object); }
  };
  std::unique_ptr<void, Close> object_;  // the shared agent
  AgentOptions options_;
  std::string log_;
  std::uint32_t changes_ = 0;
  int threads_left_ = 0;
  std::unique_ptr<HostedAgents> agents_;
  std::optional<AgentContext> asked_;
};

TEST_F(InProcessAgentsTest, TheyAnswerFromThisProcess) {
  Open({SharedAgentOf(kFirst), SharedAgentOf(kSecond)});
  EXPECT_EQ(Fetched({Shared(kAnswer), Shared(kProcess), Shared(kProcess, kSecond)}),
            (std::vector<std::int64_t>{kSharedValue, ::getpid(), ::getpid()}));
  EXPECT_EQ(asked_->DescOf(Shared(kAnswer))->type, Type::k32);
  EXPECT_EQ(agents_->Facts().at(0).kind, AgentFacts::Kind::kDso);
  agents_.reset();
  EXPECT_EQ(threads_left_, 0);
  EXPECT_EQ(log_, "");
}

TEST_F(InProcessAgentsTest, ThereIsOneCallAtATime) {
  Open({SharedAgentOf(kFirst), SharedAgentOf(kSecond)});
  const std::vector<MetricId> both = {Shared(kMostCalls), Shared(kMostCalls, kSecond)};
  Fetched(both);
  EXPECT_EQ(Fetched(both), (std::vector<std::int64_t>{1, 1}));
}

TEST_F(InProcessAgentsTest, AnAgentThatHangsIsStartedAgainWhenItsThreadHasEnded) {
  options_.request_limit = milliseconds(1000);
  Open({SharedAgentOf(kFirst)});
  Block(true);
  EXPECT_EQ(Fetched(Shared(kBlocks)), kPcpTimeout);
  EXPECT_EQ(changes_, kAgentsDropped);
  EXPECT_TRUE(RunUntil([this] {
    return HasSaid(
        "agent shared301: its thread still runs (such threads: 1), so the agent is "
        "not started again yet\n");
  })) << log_;
  EXPECT_EQ(Fetched(Shared(kAnswer)), kPcpUnknownDomain);
  EXPECT_EQ(agents_->Facts().at(0).status, AgentFacts::kDropped);
  EXPECT_EQ(agents_->Facts().at(0).starts, 1u);
  EXPECT_TRUE(HasSaid("agent shared301: it did not answer within 1 s\n")) << log_;
  Block(false);
  EXPECT_TRUE(Recovers(kFirst));
  EXPECT_EQ(changes_, kAgentsDropped | kAgentsAdded | kAgentsRestarted);
  EXPECT_EQ(agents_->Facts().at(0).starts, 2u);
}

TEST_F(InProcessAgentsTest, TheOthersWaitForAnAgentThatHangs) {
  options_.request_limit = milliseconds(300);
  Open({SharedAgentOf(kFirst), SharedAgentOf(kSecond)});
  Block(true);
  EXPECT_EQ(Fetched(Shared(kBlocks)), kPcpTimeout);
  EXPECT_EQ(Fetched(Shared(kAnswer, kSecond)), kPcpTimeout);
  EXPECT_TRUE(RunUntil([this] { return HasSaid("(such threads: 2)"); })) << log_;
  Block(false);
  EXPECT_TRUE(Recovers(kFirst));
  EXPECT_TRUE(Recovers(kSecond));
}

TEST_F(InProcessAgentsTest, AWrongAnswerDropsTheAgent) {
  Open({SharedAgentOf(kFirst), SharedAgentOf(kSecond)});
  EXPECT_EQ(Fetched({Shared(kOtherMetrics), Shared(kAnswer, kSecond)}),
            (std::vector<std::int64_t>{kPcpProtocol, kSharedValue}));
  EXPECT_TRUE(HasSaid("agent shared301: ")) << log_;
  EXPECT_TRUE(Recovers(kFirst));
  EXPECT_FALSE(HasSaid("thread")) << log_;
}

TEST_F(InProcessAgentsTest, AnEndDoesNotWaitForAThreadThatHangs) {
  options_.request_limit = milliseconds(100);
  Open({SharedAgentOf(kFirst)});
  Block(true);
  EXPECT_EQ(Fetched(Shared(kBlocks)), kPcpTimeout);
  agents_.reset();
  EXPECT_EQ(threads_left_, 1);
  EXPECT_TRUE(HasSaid("agent shared301: its thread still runs (such threads: 1)\n")) << log_;
}

TEST_F(InProcessAgentsTest, AnAgentThatNeverBeginsIsLate) {
  options_.start_limit = milliseconds(100);
  Block(true);
  Open({SharedAgentOf(kFirst, "blocked_init")});
  EXPECT_EQ(agents_->Facts().at(0).status, AgentFacts::kNotStarted);
  EXPECT_TRUE(HasSaid("agent shared301: it did not answer within 1 s\n")) << log_;
  Block(false);
  EXPECT_TRUE(Recovers(kFirst));
}

TEST_F(InProcessAgentsTest, WhatCannotBeLoadedHasAReason) {
  Open({SharedAgentOf(1, "shared_init", "/no/such.so"), SharedAgentOf(3, "no_such_function"),
        SharedAgentOf(4, "failing_init"), SharedAgentOf(kFirst)});
  EXPECT_EQ(Fetched(Shared(kAnswer)), kSharedValue);
  for (const AgentFacts& agent : agents_->Facts())
    EXPECT_EQ(agent.status, agent.domain == kFirst ? 0u : AgentFacts::kNotStarted) << agent.label;
  for (const char* line :
       {"agent shared1: cannot be started: /no/such.so: cannot open shared object file",
        "agent shared3: cannot be started: " FDR_SHARED_AGENT
        ": there is no function no_such_function",
        "agent shared4: cannot be started: " FDR_SHARED_AGENT ": the agent cannot begin: error "})
    EXPECT_TRUE(HasSaid(line)) << line << "\n" << log_;
}

TEST_F(InProcessAgentsTest, WithoutTheModuleTheyCannotBeStarted) {
  options_.dso_module = "";
  Open({SharedAgentOf(kFirst)});
  EXPECT_TRUE(
      HasSaid("agent shared301: cannot be started: there is no module that loads shared "
              "objects into this process"))
      << log_;
}

}  // namespace
}  // namespace fdr
