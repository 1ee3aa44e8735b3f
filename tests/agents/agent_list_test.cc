// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/agent_list.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

std::vector<AgentSpec> Parsed(std::string_view text) {
  const Result<std::vector<AgentSpec>> agents = ParseAgentList(text, "pmcd.conf");
  EXPECT_TRUE(agents) << agents.error().Message();
  return agents.value_or(std::vector<AgentSpec>());
}

std::string Complaint(std::string_view text) {
  const Result<std::vector<AgentSpec>> agents = ParseAgentList(text, "pmcd.conf");
  return agents ? "" : agents.error().Message();
}

TEST(AgentListTest, EachKindOfAgentHasItsWords) {
  const std::vector<AgentSpec> agents = Parsed(
      "sample 29 pipe binary /bin/sample -d 29\n"
      "late 30 PIPE Binary NotReady /bin/late\n"
      "local 31 socket unix /run/local /bin/local -u /run/local\n"
      "four 32 socket inet 2078\n"
      "six 33 socket ipv6 service /bin/six\n"
      "shared 34 dso shared_init /lib/shared.so\n");
  using Family = SocketAgent::Family;
  const std::vector<AgentSpec> expected = {
      {"sample", 29, PipeAgent{{"/bin/sample", "-d", "29"}, false}},
      {"late", 30, PipeAgent{{"/bin/late"}, true}},
      {"local", 31, SocketAgent{Family::kUnix, "/run/local", {"/bin/local", "-u", "/run/local"}}},
      {"four", 32, SocketAgent{Family::kInet, "2078", {}}},
      {"six", 33, SocketAgent{Family::kIpv6, "service", {"/bin/six"}}},
      {"shared", 34, DsoAgent{"/lib/shared.so", "shared_init"}}};
  EXPECT_EQ(agents, expected);
}

TEST(AgentListTest, WordsHaveQuotesEscapesCommentsAndContinuations) {
  const std::vector<AgentSpec> agents = Parsed(
      "# a comment\n"
      "\n"
      "  \"two words\" 1 pipe binary sh -c \"echo \\\"#1\\\"\" a\\#b \\\n"
      "    next  # the rest\n");
  ASSERT_EQ(agents.size(), 1u);
  EXPECT_EQ(agents[0].label, "two words");
  const std::vector<std::string> command = {"sh", "-c", "echo \"#1\"", "a#b", "next"};
  EXPECT_EQ(std::get<PipeAgent>(agents[0].kind).command, command);
}

TEST(AgentListTest, RulesOfAccessAreNoAgents) {
  EXPECT_EQ(Parsed("a 1 pipe binary x\n [access]\ndisallow * : all;\n").size(), 1u);
  EXPECT_TRUE(Parsed("").empty());
}

TEST(AgentListTest, AMistakeIsShownInItsLine) {
  EXPECT_EQ(Complaint("a 1 pipe binary x\nb two pipe binary y\n"),
            "pmcd.conf:2: expected the agent's domain, a number from 1 to 510\n"
            "b two pipe binary y\n"
            "  ^ -- here\n");
  EXPECT_NE(Complaint("a 511 pipe binary x").find("from 1 to 510"), std::string::npos);
  EXPECT_NE(Complaint("a 0 pipe binary x").find("from 1 to 510"), std::string::npos);
  EXPECT_NE(Complaint("a").find("from 1 to 510"), std::string::npos);
  EXPECT_NE(Complaint("a 1 tube").find("expected pipe, socket or dso"), std::string::npos);
  EXPECT_NE(Complaint("a 1 pipe text x").find("expected binary"), std::string::npos);
  EXPECT_NE(Complaint("a 1 pipe binary notready").find("the command"), std::string::npos);
  EXPECT_NE(Complaint("a 1 socket decnet 3").find("expected inet, ipv6 or unix"),
            std::string::npos);
  EXPECT_NE(Complaint("a 1 socket inet").find("expected a port"), std::string::npos);
  EXPECT_NE(Complaint("a 1 dso init").find("the path of the shared object"), std::string::npos);
  EXPECT_NE(Complaint("a 1 dso init path more").find("the end of the line"), std::string::npos);
  EXPECT_NE(Complaint("\"a 1").find("this quote does not end"), std::string::npos);
}

TEST(AgentListTest, NoLabelAndNoDomainOccursTwice) {
  EXPECT_NE(Complaint("a 1 pipe binary x\na 2 pipe binary x\n")
                .find("pmcd.conf:2: there is "
                      "already an agent with"),
            std::string::npos);
  EXPECT_NE(Complaint("a 1 pipe binary x\nb 1 pipe binary x\n").find("agent for this domain"),
            std::string::npos);
}

TEST(AgentListTest, LinesHaveALimit) {
  const std::string head = "a 1 pipe binary ";
  EXPECT_EQ(Parsed(head + std::string(1199 - head.size(), 'x')).size(), 1u);
  EXPECT_NE(Complaint(head + std::string(1200 - head.size(), 'x')).find("at most 1199"),
            std::string::npos);
}

}  // namespace
}  // namespace fdr
