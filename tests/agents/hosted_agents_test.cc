// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/hosted_agents.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/sources/agents/agent_context.h"
#include "fdr/replay/sources/agents/internal/output_allowance.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tests/agents/loop_fixture.h"
#include "fdr/tests/agents/odd_agent.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using std::chrono::milliseconds;
using test::OddAgent;

constexpr std::uint32_t kOdd = test::kOddDomain, kGood = 251;
constexpr std::int64_t kTold = 42;
constexpr Timestamp kAgentsNow{1'700'000'000, 5};

MetricId Odd(std::uint32_t item, std::uint32_t domain = kOdd) {
  return MetricId::Build(domain, 0, item);
}

class HostedAgentsTest : public test::LoopFixture {
 protected:
  void SetUp() override {
    options_.clock = [] { return kAgentsNow; };
    options_.start_limit = options_.request_limit = std::chrono::minutes(2);
    options_.first_delay = milliseconds(50);
    options_.log = [this](const std::string& line) { log_ += line + '\n'; };
    options_.on_change = [this](std::uint32_t changes) { changes_ |= changes; };
  }

  void Open(const std::vector<AgentSpec>& list) {
    agents_ = std::make_unique<HostedAgents>(loop_, options_);
    names_ = std::make_shared<const NameSpace>(
        ParseNameSpace("root {\n odd 252:*:*\n good 251:0:0\n}\n", "names", {}).value());
    asked_.emplace(*agents_, names_);
    context_.emplace(*asked_, names_);
    agents_->SetList(list);
    agents_->WaitUntilStarted();
    changes_ = 0;
  }

  /// The first value, or error, of each metric.
  std::vector<std::int64_t> Fetched(const std::vector<MetricId>& metrics) {
    FetchResult result;
    const Result<bool> fetched = context_->Fetch(metrics, result);
    EXPECT_TRUE(fetched.value_or(false));
    std::vector<std::int64_t> values;
    for (const FetchedSet& set : result.sets())
      values.push_back(set.count > 0 ? std::int64_t{result.Values(set)[0].Word()} : set.code);
    return values;
  }
  std::int64_t Fetched(MetricId id) { return Fetched(std::vector{id}).at(0); }

  std::string History() {
    FetchResult result;
    static_cast<void>(context_->Fetch(std::vector{Odd(30)}, result));
    if (result.sets().empty() || result.sets()[0].count == 0) return "";
    const Bytes text = result.Values(result.sets()[0])[0].Payload();
    const std::string_view all(reinterpret_cast<const char*>(text.data()), text.size());
    return std::string(all.substr(0, all.find('\0')));
  }

  bool HasSaid(const std::string& text) const { return log_.find(text) != std::string::npos; }
  /// Until the agent answers again.
  bool Recovers() {
    return RunUntil([this] { return Fetched(Odd(0)) == kTold; });
  }
  std::uint32_t Status() { return agents_->Facts().at(0).status; }

  AgentOptions options_;
  std::string log_;
  std::uint32_t changes_ = 0;
  std::unique_ptr<HostedAgents> agents_;
  std::shared_ptr<const NameSpace> names_;
  std::optional<AgentContext> asked_;
  std::optional<NamedContext> context_;
};

TEST_F(HostedAgentsTest, AgentsAnswerEveryQuestion) {
  Open({OddAgent(kOdd), OddAgent(kGood)});
  EXPECT_EQ(Fetched({Odd(0), Odd(0, kGood), Odd(50), Odd(0, 7)}),
            (std::vector<std::int64_t>{42, 42, 42, kPcpUnknownDomain}));
  EXPECT_EQ(*context_->Find("odd.answer"), Odd(0));
  EXPECT_EQ(*context_->Find("good"), Odd(0, kGood));
  EXPECT_EQ(context_->Find("odd.nothing").error().code, Errc::kNotFound);
  EXPECT_EQ(context_->Find("nothing").error().code, Errc::kNotFound);
  EXPECT_EQ(*context_->NamesOf(Odd(30)), std::vector<std::string>{"odd.history"});
  EXPECT_EQ(*context_->Traverse(""),
            (std::vector<std::string>{"odd.answer", "odd.late", "odd.history", "good"}));
  EXPECT_EQ(*context_->Children("odd"),
            (std::vector<NameChild>{{"answer", true}, {"late", true}, {"history", true}}));
  EXPECT_EQ(context_->DescOf(Odd(30))->type, Type::kString);
  EXPECT_EQ(*context_->Instances(InDomId::Build(kOdd, 1)),
            (std::vector<NamedInstance>{{3, "three"}, {7, "seven"}}));
  EXPECT_EQ(*context_->Text(TextKind::kMetricOneLine, Odd(0).value), "an odd metric");
  EXPECT_TRUE(context_->Labels(LabelLevel::kDomain, kOdd)->empty());
  EXPECT_EQ(log_, "");
}

TEST_F(HostedAgentsTest, ValuesHaveThePresentTime) {
  Open({OddAgent(kOdd)});
  FetchResult result;
  ASSERT_TRUE(context_->Fetch(std::vector{Odd(0)}, result));
  EXPECT_EQ(result.stamp(), kAgentsNow);
}

struct Misdeed {
  const char* name;
  std::uint32_t item;
  std::int32_t code;  // for the metrics of the agent
};

void PrintTo(const Misdeed& misdeed, std::ostream* out) { *out << misdeed.name; }

class MisdeedTest : public HostedAgentsTest, public testing::WithParamInterface<Misdeed> {};

// The other agent answers as if nothing had happened, and the odd one is started again.
TEST_P(MisdeedTest, CostsTheAgentItsConnection) {
  options_.request_limit = std::chrono::seconds(2);
  Open({OddAgent(kOdd), OddAgent(kGood)});
  EXPECT_EQ(Fetched({Odd(GetParam().item), Odd(0, kGood)}),
            (std::vector<std::int64_t>{GetParam().code, 42}));
  EXPECT_TRUE(RunUntil([this] { return changes_ != 0; }));
  EXPECT_EQ(changes_, kAgentsDropped);
  // It may begin again at once.
  EXPECT_NE(Status() & (AgentFacts::kDropped | AgentFacts::kNotReady), 0u);
  EXPECT_NE(log_.find("agent agent252: "), std::string::npos) << log_;
  const std::vector<std::int64_t> then = Fetched({Odd(0), Odd(0, kGood)});
  EXPECT_TRUE(then[0] == kPcpUnknownDomain || then[0] == kTold) << then[0];
  EXPECT_EQ(then[1], 42);
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(changes_, kAgentsDropped | kAgentsAdded | kAgentsRestarted);
  EXPECT_EQ(agents_->Facts().at(0).starts, 2u);
}

INSTANTIATE_TEST_SUITE_P(
    Misdeeds, MisdeedTest,
    testing::Values(Misdeed{"TooLate", 1, kPcpTimeout}, Misdeed{"Exit", 2, kPcpProtocol},
                    Misdeed{"Crash", 3, kPcpProtocol}, Misdeed{"OneMetricLess", 4, kPcpProtocol},
                    Misdeed{"OtherMetrics", 5, kPcpProtocol},
                    Misdeed{"AnotherType", 6, kPcpProtocol}, Misdeed{"NoError", 9, kPcpProtocol},
                    Misdeed{"TooShort", 10, kPcpProtocol}, Misdeed{"TooLong", 11, kPcpProtocol},
                    Misdeed{"HalfAMessage", 12, kPcpProtocol}),
    [](const testing::TestParamInfo<Misdeed>& param) { return param.param.name; });

TEST_F(HostedAgentsTest, AnUnaskedAnswerEndsTheConnection) {
  Open({OddAgent(kOdd)});
  EXPECT_EQ(Fetched(Odd(27)), 42);
  EXPECT_TRUE(RunUntil([this] { return HasSaid("nothing had asked for"); })) << log_;
  EXPECT_TRUE(Recovers());
}

TEST_F(HostedAgentsTest, AnErrorIsAnAnswer) {
  Open({OddAgent(kOdd)});
  EXPECT_EQ(Fetched({Odd(0), Odd(7)}), (std::vector<std::int64_t>{kPcpNoText, kPcpNoText}));
  EXPECT_EQ(Fetched(Odd(0)), 42);
  EXPECT_EQ(log_, "");
}

TEST_F(HostedAgentsTest, ExitStatusAndSignalAreKnown) {
  options_.first_delay = std::chrono::hours(1);
  Open({OddAgent(kOdd), OddAgent(kGood)});
  EXPECT_EQ(Fetched({Odd(2), Odd(3, kGood)}),
            (std::vector<std::int64_t>{kPcpProtocol, kPcpProtocol}));
  const auto has_status = [this](std::size_t agent, std::uint32_t status) {
    return RunUntil([&] { return agents_->Facts().at(agent).status == status; });
  };
  EXPECT_TRUE(has_status(0, 0x308u));
  EXPECT_TRUE(has_status(1, 0xb0008u));
}

TEST_F(HostedAgentsTest, AnAgentSaysWhenItIsReady) {
  const test::TempDirectory directory;
  const std::string gate = directory / "gate";
  Open({OddAgent(kOdd, {"--not-ready", "--gate", gate})});
  EXPECT_EQ(Status(), AgentFacts::kNotReady);
  EXPECT_EQ(Fetched(Odd(0)), kPcpNotReady);
  std::ofstream{gate};
  EXPECT_TRUE(Recovers());
  std::filesystem::remove(gate);
  EXPECT_EQ(Fetched(Odd(8)), kPcpNotReady);
  EXPECT_EQ(Fetched(Odd(0)), kPcpNotReady);
  std::ofstream{gate};
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(agents_->Facts().at(0).starts, 1u);
  EXPECT_EQ(log_, "");
}

TEST_F(HostedAgentsTest, OnlyNewNamesAndLabelsAreNews) {
  Open({OddAgent(kOdd)});
  const std::pair<std::uint32_t, std::uint32_t> cases[] = {{20, kNamesChanged},
                                                           {21, kLabelsChanged},
                                                           {22, kNamesChanged | kLabelsChanged},
                                                           {23, 0},
                                                           {24, 0},
                                                           {25, 0},
                                                           {26, kNamesChanged | kLabelsChanged}};
  for (const auto& [item, changes] : cases) {
    changes_ = 0;
    EXPECT_EQ(Fetched(Odd(item)), 42);
    EXPECT_EQ(changes_, changes) << item;
  }
}

TEST_F(HostedAgentsTest, AgentsAreAskedSideBySide) {
  const test::TempDirectory directory;
  std::vector<AgentSpec> list;
  std::vector<MetricId> metrics;
  for (std::uint32_t domain = 240; domain < 246; ++domain) {
    list.push_back(OddAgent(domain, {"--meet", directory.path()}));
    metrics.push_back(Odd(13, domain));  // answers once the others are asked
  }
  Open(list);
  EXPECT_EQ(Fetched(metrics), std::vector<std::int64_t>(6, 42));
}

TEST_F(HostedAgentsTest, ALateAgentIsNotWaitedForUntilItHasAnswered) {
  const test::TempDirectory directory;
  const std::string gate = directory / "gate";
  options_.request_limit = std::chrono::hours(1);
  Open({OddAgent(kOdd, {"--gate", gate}), OddAgent(kGood)});
  History();
  agents_->SetPatience({milliseconds(1)});
  EXPECT_EQ(Fetched(Odd(15)), kPcpTimeout);
  agents_->SetPatience({std::chrono::hours(1)});
  EXPECT_EQ(Fetched({Odd(0), Odd(0, kGood)}), (std::vector<std::int64_t>{kPcpTimeout, kTold}));
  EXPECT_EQ(context_->Descs(std::vector{Odd(0)})->at(0).error().pcp_error, kPcpTimeout);
  EXPECT_EQ(changes_, 0u);

  std::ofstream{gate};
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(Fetched(Odd(15)), kTold);
  EXPECT_EQ(log_,
            "agent agent252: it is late; its values are missing until it answers\n"
            "agent agent252: it answers again\n");
  EXPECT_EQ(changes_, kNamesChanged | kLabelsChanged);  // no descriptor came
  EXPECT_EQ(History(), "03:0 02:0 03:0 03:0 03:0");     // each fetch that was sent
}

TEST_F(HostedAgentsTest, ALateAnswerMayBeThatAnAgentIsNotReady) {
  const test::TempDirectory directory;
  const std::string gate = directory / "gate";
  Open({OddAgent(kOdd, {"--gate", gate})});
  agents_->SetPatience({milliseconds(1)});
  EXPECT_EQ(Fetched({Odd(16), Odd(8)}), (std::vector<std::int64_t>{kPcpTimeout, kPcpTimeout}));
  std::ofstream{gate};
  agents_->SetPatience({std::chrono::hours(1)});
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(agents_->Facts().at(0).starts, 1u);
}

TEST_F(HostedAgentsTest, ALateAgentIsDroppedLikeAnyOther) {
  options_.request_limit = milliseconds(1000);
  Open({OddAgent(kOdd)});
  agents_->SetPatience({milliseconds(1)});
  EXPECT_EQ(Fetched(Odd(1)), kPcpTimeout);
  agents_->SetPatience({std::chrono::hours(1)});
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(agents_->Facts().at(0).starts, 2u);
  EXPECT_NE(log_.find("did not answer within 1 s"), std::string::npos) << log_;
}

TEST_F(HostedAgentsTest, MetadataHaveAPatienceOfTheirOwn) {
  const test::TempDirectory directory;
  const std::string gate = directory / "gate";
  Open({OddAgent(kOdd, {"--gate", gate})});
  agents_->SetPatience({.values = std::chrono::hours(1), .metadata = milliseconds(1)});
  EXPECT_EQ(context_->Descs(std::vector{Odd(15)})->at(0).error().pcp_error, kPcpTimeout);
  std::ofstream{gate};
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(Fetched(Odd(16)), kTold);  // takes 300 ms
}

TEST_F(HostedAgentsTest, AnAgentThatHungIsDoubtfulUntilItGivesValues) {
  options_.request_limit = std::chrono::seconds(2);
  Open({OddAgent(kOdd)});
  agents_->SetPatience({.values = std::chrono::hours(1),
                        .metadata = std::chrono::hours(1),
                        .doubtful_values = milliseconds(1)});
  EXPECT_EQ(Fetched(Odd(1)), kPcpTimeout);
  EXPECT_TRUE(RunUntil([this] { return Status() == 0; }));
  EXPECT_TRUE(context_->Descs(std::vector{Odd(0)})->at(0));
  EXPECT_EQ(log_.find("it is late"), std::string::npos) << log_;
  EXPECT_EQ(Fetched(Odd(16)), kPcpTimeout);
  EXPECT_NE(log_.find("it is late"), std::string::npos) << log_;
  EXPECT_TRUE(Recovers());
  EXPECT_EQ(Fetched(Odd(16)), kTold);
  EXPECT_EQ(agents_->Facts().at(0).starts, 2u);
}

TEST_F(HostedAgentsTest, WhatAgentsWriteIsPassedOnWithinLimits) {
  std::string output;
  options_.on_output = [&](std::string_view text) { output += text; };
  Open({OddAgent(kOdd)});
  EXPECT_EQ(Fetched(Odd(17)), kTold);
  EXPECT_EQ(Fetched(Odd(17)), kTold);
  agents_->Stop();
  EXPECT_TRUE(output.starts_with("here\nxxx"));
  EXPECT_EQ(output.size(), OutputAllowance::kInPeriod);
  EXPECT_EQ(log_,
            "agent agent252: it writes more than 64 KiB of messages in a minute; the rest is left "
            "out\n");
}

TEST_F(HostedAgentsTest, TheLastWordsOfAnAgentArePassedOn) {
  std::string output;
  options_.on_output = [&](std::string_view text) { output += text; };
  Open({{"last", kOdd, PipeAgent{{"sh", "-c", "echo why >&2"}, false}}});
  while (output.empty()) loop_->RunOne();
  EXPECT_EQ(output, "why\n");
}

TEST(OutputAllowanceTest, LimitsRateAndSize) {
  OutputAllowance allowance;
  auto now = OutputAllowance::TimePoint();
  constexpr std::size_t kMost = OutputAllowance::kInPeriod;
  EXPECT_EQ(allowance.Take(kMost - 1, now), kMost - 1);
  EXPECT_EQ(allowance.Take(5, now), 1u);
  EXPECT_TRUE(allowance.IsNews());
  EXPECT_EQ(allowance.Take(5, now), 0u);
  EXPECT_FALSE(allowance.IsNews());
  std::size_t all = kMost;
  for (int i = 0; i < 1000; ++i) all += allowance.Take(2 * kMost, now += OutputAllowance::kPeriod);
  EXPECT_EQ(all, OutputAllowance::kInAll);
  EXPECT_TRUE(allowance.IsUsedUp());
  EXPECT_TRUE(allowance.IsNews());
  EXPECT_FALSE(allowance.IsNews());
}

TEST_F(HostedAgentsTest, AProfileIsSentWhenItsContentChanges) {
  Open({OddAgent(kOdd)});
  History();
  EXPECT_EQ(History(), "03:0");
  Profile profile;
  profile.Exclude(InDomId::Build(kOdd, 1), {3});
  context_->SetProfile(profile);
  EXPECT_EQ(History(), "02:0 03:0");
  EXPECT_EQ(History(), "03:0");
}

TEST_F(HostedAgentsTest, ClientsHaveSmallNumbersWhichAreUsedAgain) {
  Open({OddAgent(kOdd, {"--flags", "68"})});
  History();
  EXPECT_EQ(agents_->AddClient({{AttributeCode::kUserId, "1000"}}), 0u);
  EXPECT_EQ(agents_->AddClient({}), 1u);
  EXPECT_EQ(agents_->AddClient({}), 2u);
  agents_->AddAttribute(1, {AttributeCode::kContainer, "box"});
  agents_->RemoveClient(1);
  EXPECT_EQ(agents_->AddClient({}), 1u);
  asked_->SetClient(2);
  EXPECT_EQ(History(), "11:0=1000 11:1=box 00:1 03:2");
}

TEST_F(HostedAgentsTest, AttributesAreForAgentsThatWantThem) {
  Open({OddAgent(kOdd)});
  History();
  agents_->AddClient({{AttributeCode::kUserId, "1000"}});
  EXPECT_EQ(History(), "03:0");
}

TEST_F(HostedAgentsTest, AnAgentThatBeginsLaterHearsOfAllClients) {
  Open({});
  agents_->AddClient({{AttributeCode::kUserId, "1000"}});
  agents_->SetList({OddAgent(kOdd, {"--flags", "4"})});
  agents_->WaitUntilStarted();
  EXPECT_EQ(History(), "0c:" + std::to_string(::getpid()) + " 11:0=1000 02:0 03:0");
}

TEST_F(HostedAgentsTest, ValuesAreStoredByTheirAgents) {
  Open({OddAgent(kOdd)});
  FetchResult values;
  values.Begin({});
  values.AddSet(Odd(0), SetStatus::kValues);
  values.AddInPlace(kSingular, 8);
  std::optional<std::int32_t> answer;
  agents_->StartStore(0, values, [&answer](std::int32_t code) { answer = code; });
  while (!answer) loop_->RunOne();
  EXPECT_EQ(*answer, 0);
  values.AddSet(Odd(0, 7), SetStatus::kValues);
  values.AddInPlace(kSingular, 8);
  answer.reset();
  agents_->StartStore(0, values, [&answer](std::int32_t code) { answer = code; });
  while (!answer) loop_->RunOne();
  EXPECT_EQ(*answer, kPcpUnknownDomain);
}

TEST_F(HostedAgentsTest, AFencedAgentIsNotAsked) {
  Open({OddAgent(kOdd), OddAgent(kGood)});
  EXPECT_TRUE(agents_->Fence(kOdd, true));
  EXPECT_FALSE(agents_->Fence(7, true));
  EXPECT_TRUE(agents_->Facts().at(0).is_fenced);
  EXPECT_EQ(Fetched({Odd(0), Odd(0, kGood)}), (std::vector<std::int64_t>{kPcpFenced, 42}));
  EXPECT_EQ(context_->DescOf(Odd(0)).error().pcp_error, kPcpFenced);
  EXPECT_TRUE(agents_->Fence(kOdd, false));
  EXPECT_EQ(Fetched(Odd(0)), 42);
  EXPECT_EQ(History(), "0c:" + std::to_string(::getpid()) + " 02:0 03:0 03:0");
}

TEST_F(HostedAgentsTest, NamesOfTheOthersAreThereWithoutAnAgent) {
  Open({OddAgent(kOdd), OddAgent(kGood)});
  agents_->Fence(kOdd, true);
  EXPECT_EQ(context_->Traverse("")->size(), 4u);
  EXPECT_EQ(Fetched(Odd(2)), kPcpFenced);
  agents_->Fence(kOdd, false);
  EXPECT_EQ(Fetched(Odd(2)), kPcpProtocol);
  EXPECT_EQ(*context_->Traverse(""), std::vector<std::string>{"good"});
  EXPECT_EQ(context_->Children("")->size(), 2u);
  EXPECT_NE(context_->Children("odd").error().pcp_error, 0);
  EXPECT_NE(context_->Traverse("odd").error().pcp_error, 0);
}

TEST_F(HostedAgentsTest, AnAgentMayListenOnASocket) {
  const test::TempDirectory directory;
  const std::string path = directory / "socket";
  SocketAgent agent{
      SocketAgent::Family::kUnix, path, {"/usr/bin/python3", FDR_ODD_AGENT, "--listen", path}};
  Open({{"local", kOdd, agent}});
  EXPECT_EQ(Fetched(Odd(0)), 42);
}

TEST_F(HostedAgentsTest, WhatCannotBeStartedHasAReason) {
  options_.start_limit = milliseconds(1000);
  Open({{"missing", 1, PipeAgent{{"/no/such/agent"}, false}},
        {"mute", 2, PipeAgent{{"/bin/sleep", "60"}, false}},
        {"rude", 3, PipeAgent{{"/bin/echo", "Hello, how do you do?"}, false}},
        {"absent", 4, SocketAgent{SocketAgent::Family::kInet, "1", {}}},
        {"shared", 5, DsoAgent{"/no/such.so", "init"}},
        OddAgent(kOdd)});
  for (const AgentFacts& agent : agents_->Facts())
    if (agent.domain != kOdd) {
      EXPECT_EQ(agent.status & 0xff, AgentFacts::kNotStarted) << agent.label;
    }
  EXPECT_TRUE(Recovers());
  for (const char* line :
       {"agent missing: cannot be started: /no/such/agent: No such file or directory",
        "agent mute: it did not answer within 1 s", "agent rude: A message of 1214606444 bytes",
        "agent absent: it does not listen on its socket: Connection refused",
        "agent shared: cannot be started: there is no program that loads shared objects"})
    EXPECT_NE(log_.find(line), std::string::npos) << line << "\n" << log_;
}

TEST_F(HostedAgentsTest, AnotherListKeepsWhatIsTheSame) {
  Open({OddAgent(kOdd), OddAgent(kGood)});
  agents_->SetList({OddAgent(kOdd), OddAgent(kGood, {"--flags", "4"})});
  agents_->WaitUntilStarted();
  EXPECT_EQ(changes_, kAgentsAdded | kAgentsDropped);
  EXPECT_EQ(agents_->Facts().at(0).starts, 1u);
  agents_->SetList({OddAgent(kOdd)});
  EXPECT_FALSE(agents_->Has(kGood));
  EXPECT_EQ(Fetched({Odd(0), Odd(0, kGood)}), (std::vector<std::int64_t>{42, kPcpUnknownDomain}));
}

TEST_F(HostedAgentsTest, NoProcessOutlivesThem) {
  const test::TempDirectory directory;
  const std::string path = directory / "pid";
  const std::string command = "echo $$ > " + path + "; exec /usr/bin/python3 " + FDR_ODD_AGENT;
  Open({{"traced", kOdd, PipeAgent{{"/bin/sh", "-c", command}, false}}});
  int pid = 0;
  std::ifstream(path) >> pid;
  ASSERT_GT(pid, 0);
  const std::string process = "/proc/" + std::to_string(pid);
  EXPECT_TRUE(std::filesystem::exists(process));
  agents_.reset();
  EXPECT_FALSE(std::filesystem::exists(process));
}

TEST_F(HostedAgentsTest, OpenQuestionsEndWithTheAgents) {
  Open({OddAgent(kOdd)});
  FetchResult result;
  std::optional<bool> done;
  const std::vector<MetricId> metrics = {Odd(1)};
  context_->StartFetch(metrics, Profile(), result,
                       [&](Result<bool> fetched) { done = fetched.value_or(false); });
  EXPECT_FALSE(done);
  agents_.reset();
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace fdr
