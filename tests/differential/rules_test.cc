// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares `fdr find --rules` with the peer: the value of every rule at every evaluation, and every
// action with its time and text, in their order.
//
//   pmie -q -e -v -Z UTC -t DELTA -a ARCHIVE FILE
//
// `fdr watch --rules` prints the same actions as `pmie -a` does.
//
// docs/compatibility.md, "Rules", lists what may differ.  The cases here keep away from these.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "fdr/tests/differential/rule_cases.h"
#include "fdr/tests/differential/rule_grammar.h"
#include "fdr/tests/differential/rule_lines.h"
#include "fdr/tests/differential/rule_toy.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class RulesDifferentialTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& rules) {
    const std::string file = directory_ / "rules";
    std::ofstream(file) << rules;
    return file;
  }

  std::vector<RuleLine> PeerLines(const std::string& archive, const std::string& rules,
                                  const std::string& delta) {
    const ChildOutcome outcome =
        RunPeer({"pmie", "-q", "-e", "-v", "-Z", "UTC", "-t", delta, "-a", archive, Write(rules)});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("syntax error"), std::string::npos) << rules << outcome.err;
    return ReadPeerRules(outcome.out);
  }

  std::vector<RuleLine> OurLines(const std::string& archive, const std::string& rules,
                                 const std::string& delta) {
    return ReadOurRules(RunFdr({"find", archive, "--rules", Write(rules), "--values", "--json",
                                "-Z", "UTC", "-t", delta})
                            .out);
  }

  // What fdr watch prints, in the form of the peer.
  std::vector<RuleLine> WatchedLines(const std::string& archive, const std::string& rules,
                                     const std::string& delta) {
    const ChildOutcome outcome =
        RunFdr({"watch", "-q", archive, "--rules", Write(rules), "-Z", "UTC", "-t", delta});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    return ReadPeerRules(outcome.out);
  }

  static void ExpectSame(const std::vector<RuleLine>& peer, const std::vector<RuleLine>& ours,
                         const std::string& what) {
    for (std::size_t i = 0; i < std::max(peer.size(), ours.size()); ++i) {
      const std::string theirs = i < peer.size() ? peer[i].Text() : "nothing";
      const std::string own = i < ours.size() ? ours[i].Text() : "nothing";
      const bool is_same = i < peer.size() && i < ours.size() && IsSame(peer[i], ours[i]);
      EXPECT_TRUE(is_same) << what << "\npeer: " << theirs << "\nfdr:  " << own;
      if (!is_same) break;
    }
  }

  // Returns the number of lines.
  std::size_t Compare(const std::string& archive, const std::string& rules,
                      const std::string& delta) {
    std::vector<RuleLine> peer = PeerLines(archive, rules, delta);
    const std::size_t count = peer.size();
    ExpectSame(peer, OurLines(archive, rules, delta), "find " + archive + ": " + rules);
    std::erase_if(peer, [](const RuleLine& line) { return !line.what.ends_with('!'); });
    ExpectSame(peer, WatchedLines(archive, rules, delta), "watch " + archive + ": " + rules);
    return count;
  }

  bool PeerRefuses(const std::string& archive, const std::string& rules) {
    const ChildOutcome outcome = RunPeer({"pmie", "-q", "-C", "-a", archive, Write(rules)});
    if (outcome.exit_status != 0) return true;
    for (const char* complaint : {"syntax error", "illegal regular expression", "undefined macro"})
      if (outcome.err.find(complaint) != std::string::npos) return true;
    return false;
  }

  TempDirectory directory_;
};

TEST_F(RulesDifferentialTest, EachFeatureIsThePeers) {
  const std::string toy = directory_ / "toy";
  WriteRuleToy(toy);
  std::size_t lines = 0;
  for (const char* rules : kRuleCases) lines += Compare(toy, rules, "10");
  EXPECT_GT(lines, 2000u);
}

// A difference of a last digit is seen where a number is rounded.
TEST_F(RulesDifferentialTest, RatesHaveTheLastDigitOfThePeers) {
  const std::string toy = directory_ / "toy";
  WriteRuleToy(toy);
  EXPECT_GT(Compare(toy,
                    "((t.ms) - 0.3) * 100000000000000000000;\n"
                    "(((rate t.i32) + (t.ms)) * ((t.kb) + (t.cnt)));\n",
                    "4"),
            50u);
}

TEST_F(RulesDifferentialTest, WrongFilesAreRefusedByBoth) {
  const std::string toy = directory_ / "toy";
  WriteRuleToy(toy);
  for (const char* rules : kWrongRules) {
    EXPECT_TRUE(PeerRefuses(toy, rules)) << rules;
    const ChildOutcome ours = RunFdr({"find", toy, "--rules", Write(rules), "--check"});
    EXPECT_EQ(ours.exit_status, 2) << rules << '\n' << ours.err;
    EXPECT_NE(ours.err.find("^ -- here"), std::string::npos) << rules << '\n' << ours.err;
  }
}

TEST_F(RulesDifferentialTest, RandomRulesAreThePeers) {
  const std::string toy = directory_ / "toy";
  WriteRuleToy(toy);
  RuleGrammar grammar(20261125);
  const int rounds = (IsSoak() ? 2000 : 60) / kSlowness;
  std::size_t lines = 0;
  for (int round = 0; round < rounds && !HasFailure(); ++round)
    lines += Compare(toy, grammar.File(), round % 3 == 0 ? "4" : "10");
  EXPECT_GT(lines, static_cast<std::size_t>(rounds) * 10);
}

// All rules that Debian's PCP brings, as pmieconf writes them, with every rule enabled.
TEST_F(RulesDifferentialTest, DebiansRulesAreThePeers) {
  const std::string file = directory_ / "stock";
  PeerOutput({"pmieconf", "-F", "-f", file});
  PeerOutput({"pmieconf", "-f", file, "modify", "all", "enabled", "yes"});
  std::ifstream stock(file);
  const std::string rules{std::istreambuf_iterator<char>(stock), {}};
  ASSERT_NE(rules.find("->"), std::string::npos) << rules;
  std::size_t lines = 0;
  for (const char* archive : {"20180416.10.00", "20041125", "pcp-zeroconf", "20201109"})
    lines += Compare(std::string(kPeerArchives) + '/' + archive, rules, "10");
  EXPECT_GT(lines, 100u);
}

TEST_F(RulesDifferentialTest, RulesOfPeersArchivesAreThePeers) {
  for (const ArchiveRules& rules : kArchiveRules)
    EXPECT_GT(Compare(std::string(kPeerArchives) + '/' + rules.archive, rules.rules, rules.delta),
              10u);
}

}  // namespace
}  // namespace fdr::test
