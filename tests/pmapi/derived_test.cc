// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics: an expression must give the same result with our library as with PCP's.

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/tests/pmapi/broken_expression.h"
#include "fdr/tests/pmapi/changing_domain.h"
#include "fdr/tests/pmapi/derived_history.h"
#include "fdr/tests/pmapi/random_expression.h"
#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr int kChanges = 350;  // records of the archive with a changing domain

// Splits the output of a library into batches of expressions.
std::vector<std::string> Batches(const std::string& text) {
  std::vector<std::string> batches;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t next = std::min(text.find("\n# ", at), text.size() - 1) + 1;
    batches.push_back(text.substr(at, next - at));
    at = next;
  }
  return batches;
}

// The first line that differs, with the lines before it that name its subject.
std::string FirstDifference(const std::string& ours, const std::string& peers) {
  std::istringstream a(ours), b(peers);
  std::string head, our_line, peers_line;
  for (int line = 0; std::getline(a, our_line); ++line) {
    std::getline(b, peers_line);
    if (our_line != peers_line)
      return head.append("\nours: ").append(our_line).append("\npeer: ").append(peers_line);
    if (!our_line.starts_with("  m"))
      head += (our_line.starts_with("fetch") ? " " : "\n") + our_line;
  }
  return head + "\nthe peer has more";
}

struct Tally {
  std::size_t compared = 0, deaths = 0;
};

// The peer may die, but our program must not.
void Compare(const std::vector<std::string>& arguments, const std::string& expressions,
             Tally& tally) {
  const TwinAnswers answers =
      RunTwins({.program = "derived", .arguments = arguments, .stdin_text = expressions});
  const auto ours = Batches(answers.ours), peers = Batches(answers.peers);
  ASSERT_EQ(ours.size(), peers.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].find("died"), std::string::npos) << ours[i];
    const bool died = peers[i].find("died of") != std::string::npos;
    ++(died ? tally.deaths : tally.compared);
    EXPECT_TRUE(died || ours[i] == peers[i])
        << testing::PrintToString(arguments) << FirstDifference(ours[i], peers[i]);
    if (testing::Test::HasFailure()) return;
  }
}

class PmapiDerived : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = std::make_unique<TempDirectory>();
    WriteDerivedHistory(Whole(), false);
    WriteDerivedHistory(Interrupted(), true);
  }
  static void TearDownTestSuite() { directory_.reset(); }

  static std::string Whole() { return *directory_ / "whole"; }
  static std::string Interrupted() { return *directory_ / "interrupted"; }

  static std::unique_ptr<TempDirectory> directory_;
};

std::unique_ptr<TempDirectory> PmapiDerived::directory_;

void CompareInAllModes(const std::string& archive, const std::string& expressions,
                       const std::string& batch, Tally& tally) {
  for (const char* mode : {"forward", "backward", "onward", "back"})
    Compare({"archive", archive, mode, "14", batch}, expressions, tally);
}

std::string Drawn(RandomExpressions random, int count) {
  std::string expressions;
  for (int i = 0; i < count; ++i) expressions += random.Draw() + "\n";
  return expressions;
}

// Compares this many expressions for each of the seeds, alone and several at a time.
void CompareRandom(const std::string& archive, bool some_are_full, std::uint64_t seeds,
                   int expressions, Tally& tally) {
  const auto context = ArchiveContext::Open(archive);
  ASSERT_TRUE(context) << context.error().Message();
  const auto names = (*context)->Traverse("");
  ASSERT_TRUE(names);
  for (std::uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed)
    CompareInAllModes(archive,
                      Drawn(RandomExpressions(**context, *names, some_are_full, seed), expressions),
                      seed % 2 == 0 ? "4" : "1", tally);
}

TEST_F(PmapiDerived, AreWhatThePeerMakesOfRandomExpressions) {
  Tally tally;
  CompareRandom(Whole(), true, IsSoak() ? 20 : 1, IsSoak() ? 100 : 40, tally);
  CompareRandom(Interrupted(), false, IsSoak() ? 10 : 1, IsSoak() ? 100 : 40, tally);
  EXPECT_GT(tally.compared, 20 * tally.deaths);
}

// The test makes up the metrics of the manual, with the same types, semantics and units.
TEST_F(PmapiDerived, AreWhatThePeerMakesOfTheExamplesOfItsManual) {
  const std::string examples =
      "delta(disk.dev.total_bytes) / delta(disk.dev.total)\n"
      "-3*two.a\n"
      "network.interface.in.bytes[eth1] + network.interface.out.bytes[eth1]\n"
      "mem.util.free > mkconst(10485760, units=Kbyte)\n"
      "delta(disk.dev.total) == 0 ? -mkconst(1.0, semantics=instant, units=\"kbyte / count\") : "
      "delta(disk.dev.total_bytes) / delta(disk.dev.total)\n"
      "rescale(network.interface.total.bytes, \"Mbytes/hour\")\n"
      "matchinst(!/^(lo)|(vbir)/, network.interface.in.bytes)\n"
      "scalar(network.interface.in.bytes[eth0]) + scalar(network.interface.in.bytes[eth1])\n"
      "network.interface.speed - delta(network.interface.in.bytes) / delta(sample.milliseconds)\n"
      "network.interface.in.drops > 0\n"
      "rate(disk.dev.read) + rate(disk.dev.write)\n"
      "4rat(disk.dev.read)\n";
  Tally tally;
  CompareInAllModes(Whole(), examples, "1", tally);
  EXPECT_EQ(tally.deaths, 0u);
}

TEST_F(PmapiDerived, AreNothingOfAnInstanceWithoutAName) {
  Tally tally;
  CompareInAllModes(Whole(), "network.interface.in.bytes[]\nsum(disk.dev.read) + disk.dev.read[]\n",
                    "1", tally);
  EXPECT_EQ(tally.deaths, 0u);
}

// What a domain lists at the time of the fetch decides, at the first value of each instance.
TEST_F(PmapiDerived, ChooseAmongInstancesThatComeAndGo) {
  const std::string base = *directory_ / "changing", walk = std::to_string(3 * kChanges);
  WriteChangingDomain(base, kChanges);
  const std::string expressions =
      "matchinst(/i[1-5]/, come.a)\nmatchinst(!/i[1-5]/, come.a)\n"
      "matchinst(/[02468]/, come.a + come.b)\nsum(come.a) + matchinst(/i3|i7/, come.b)\n"
      "come.a[i4]\ncome.b[i8] + matchinst(/i/, come.a)\n";
  Tally tally;
  for (const char* mode : {"forward", "backward", "onward", "back"})
    for (const char* batch : {"1", "6"})
      Compare({"archive", base, mode, walk, batch}, expressions, tally);
  EXPECT_EQ(tally.deaths, 0u);
}

// The peer dies of these expressions: see docs/compatibility.md.  We have values.
TEST_F(PmapiDerived, AreThereWhereThePeerDies) {
  for (const char* expression :
       {"(network.interface.in.bytes + network.interface.out.bytes)[eth1]", "anon(PM_TYPE_STRING)",
        "1 ? text : text", "matchinst(/eth/, in.text)"}) {
    const TwinAnswers answers = RunTwins({.program = "derived",
                                          .arguments = {"archive", Whole(), "forward", "5", "1"},
                                          .stdin_text = std::string(expression) + "\n"});
    EXPECT_NE(answers.peers.find("died of"), std::string::npos) << expression;
    EXPECT_EQ(answers.ours.find("died of"), std::string::npos) << expression;
  }
}

TEST_F(PmapiDerived, AreRefusedAsThePeerRefusesThem) {
  const auto context = ArchiveContext::Open(Whole());
  ASSERT_TRUE(context) << context.error().Message();
  const auto names = (*context)->Traverse("full");
  ASSERT_TRUE(names);
  RandomExpressions random(**context, *names, true, 7);
  Dice dice;
  dice.Seed(7);
  std::string expressions;
  for (int i = 0; i < (IsSoak() ? 20'000 : 500); ++i)
    expressions += (i % 2 == 0 ? Broken(random.Draw(), dice) : WordSalad(dice)) + "\n";
  Tally tally;
  Compare({"archive", Whole(), "forward", "0", "1"}, expressions, tally);
  EXPECT_GT(tally.compared, 20 * tally.deaths);
}

TEST_F(PmapiDerived, AreWhatThePeerMakesOfThemInItsOwnArchives) {
  for (const char* name : {"20041125", "arch_a", "babylon.percpu_v2", "gap", "kenj-pc-1"}) {
    Tally tally;
    CompareRandom(std::string(kPeerArchives) + "/" + name, false, 1, IsSoak() ? 100 : 10, tally);
    EXPECT_GT(tally.compared, 5 * tally.deaths) << name;
  }
}

// The metrics are constant.
TEST_F(PmapiDerived, AreWhatThePeerMakesOfThemOfAHost) {
  const PeerCollector collector;
  const auto host = LiveContext::Open(collector.tcp());
  ASSERT_TRUE(host) << host.error().Message();
  std::vector<std::string> names;
  for (const char* root : {"sample.long", "sample.bin", "sample.float", "sample.double",
                           "sample.longlong", "sample.ulonglong.one", "hinv.ncpu", "hinv.pagesize"})
    for (std::string& name : (*host)->Traverse(root).value_or(std::vector<std::string>()))
      names.push_back(std::move(name));
  ASSERT_GT(names.size(), 20u);
  Tally tally;
  for (std::uint64_t seed = 1; seed <= (IsSoak() ? 10 : 1); ++seed)
    Compare({"host", collector.unix_socket(), "live", "3", "5"},
            Drawn(RandomExpressions(**host, names, false, seed), 60), tally);
  EXPECT_EQ(tally.deaths, 0u);
}

TEST_F(PmapiDerived, AreDefinedNamedAndTracedAsWithThePeer) {
  WriteFile(
      *directory_ / "config",
      AsBytes("# a comment\nc.good = full.i.u32 + 3\n\nc.also=full.i.f\nc.good = 2\n   \n # none\n"
              "c.text = two.a\nc.text(oneline) = one line\nc.text(helptext) = 'more of it' tail\n"
              "c.text(oneline) = again\nc.text(size) = 3\nc.nobody(oneline) = x\nc.text(=\n"
              "c.text() = x\nc.text(helptext) =\nc.bad = full.i.u32 +\n9x = 1\nc..x = 1\nc. = 1\n"
              "= 1\nnothing\nc.none =\n   c.pad\t =   \ttwo.a  b \nc.cut = two.a"));
  // The peer counts the lines of such texts in its own way: no complaint may follow.
  WriteFile(
      *directory_ / "texts",
      AsBytes(
          "( = x\n(oneline = x\n(oneline) = x\n ( oneline ) = x\n9x(oneline = x\nt.none(oneline\n"
          "t.none(oneline = x\nt.none) = x\n(t)none = 3\nt.empty = two.a\nt.empty(oneline) = ''\n"
          "t.empty(oneline) = x\nt.empty(helptext) = \"\"\nt.empty(helptext) = y\nt.behind = "
          "two.a\n"
          "t.behind(oneline)x = a\\b 'c'\nt.behind(oneline) = twice\nt.joined = two.a\n"
          "t.joined(oneline) = 'a\\\\'\nt.joined(helptext) = '\\\\\njoined \\\nto this \\\\\n"
          "\\\\\\\nand \\'this\\'\n\\\n\n'\n"));
  EXPECT_TRUE(TwinsAgree({.program = "derived_api",
                          .arguments = {Whole(), *directory_ / "config", *directory_ / "texts",
                                        *directory_ / "nowhere"}}));
}

TEST_F(PmapiDerived, AreThereInContextsThatWereMadeBefore) {
  WriteFile(*directory_ / "late", AsBytes("late.of.file = two.a + 1\n"));
  for (const char* metric : {"full.i.u32", "full.in.i.s32"})
    EXPECT_TRUE(TwinsAgree({.program = "derived_late",
                            .arguments = {"archive", Whole(), metric, *directory_ / "late"}}));
  const PeerCollector collector;
  WriteFile(*directory_ / "late", AsBytes("late.of.file = sample.long.ten + 1\n"));
  for (const char* metric : {"sample.long.ten", "sample.bin"})
    EXPECT_TRUE(TwinsAgree({.program = "derived_late",
                            .arguments = {"host", collector.tcp(), metric, *directory_ / "late"}}));
}

// This is a feature of version 7: the installed peer ignores it.
TEST_F(PmapiDerived, AreControlledByTheEnvironmentAndFiles) {
  WriteFile(*directory_ / "config",
            AsBytes("#control DEBUG_EVAL=1, context_limit=2\n#control global_limit=5\n"
                    "#controls=1\n# control x\n#control\n#control debug_syntax=2,x=1,y\n"));
  const std::string config = *directory_ / "config";
  const auto request = [&](std::vector<std::string> controls,
                           std::vector<std::string> environment) {
    environment.push_back("PCP_DERIVED_CONFIG=" + config);
    controls.insert(controls.begin(), Whole());
    controls.insert(controls.end(), {"--", "a", "nothing.here + 1", "b", "full.i.u32", "c", "1"});
    return TwinRequest{.program = "derived_controls",
                       .arguments = std::move(controls),
                       .environment = std::move(environment)};
  };
  EXPECT_TRUE(TwinsAgree(request({"6", "1", "7", "1"}, {"PCP_DERIVED_CONTROL=global_limit=1"})));
  const auto say = [&](std::vector<std::string> controls, std::vector<std::string> environment) {
    environment.emplace_back("FDR_PCP_VERSION=7");
    return RunTwin(request(std::move(controls), std::move(environment)), "_ours");
  };
  const std::string added =
      "a: 0 \na: U32\nb: 0 \nb: U32\nc: -12409 Error: pmAddDerivedMetric(\"c\", ...): returns "
      "-12409\nToo many per-context derived metrics\nc: Metric name is not a leaf in PMNS\n";
  const std::string of_file = "[" + config + ":6] Warning: bad value (debug_syntax=2)\n[" + config +
                              ":6] Warning: unknown control (x=1)\n[" + config +
                              ":6] Warning: missing ``='' after control name (y)\n";
  const ChildOutcome by_file = say({"6", "1", "7", "1", "1", "0", "3", "2"}, {});
  EXPECT_EQ(by_file.out,
            "set 6 to 1: 0\nset 7 to 1: -12357\nset 1 to 0: -12415\nset 3 to 2: -12415\n"
            "1: 5\n2: 2\n3: 0\n4: 0\n5: 1\n6: 1\n7: -12357\n" +
                added);
  EXPECT_EQ(by_file.err, of_file);
  const ChildOutcome by_both =
      say({"1", "9", "1", "7", "6", "0"},
          {"PCP_DERIVED_CONTROL=Global_Limit=7 ,OPTION_NOVALUE=1,debug_eval,nope=1,debug_syntax=,"
           "context_limit=0,debug_semantics=1x"});
  EXPECT_EQ(by_both.out,
            "set 1 to 9: -12389\nset 1 to 7: 0\nset 6 to 0: -12389\n"
            "1: 7\n2: 2\n3: 0\n4: 0\n5: 1\n6: 1\n7: -12357\n" +
                added);
  const std::string before = "Warning: $PCP_DERIVED_CONTROL: ";
  EXPECT_EQ(by_both.err, before + "missing ``='' after control name (debug_eval)\n" + before +
                             "unknown control (nope=1)\n" + before +
                             "missing value (debug_syntax=)\n" + before +
                             "bad value (context_limit=0)\n" + before +
                             "bad value (debug_semantics=1x)\n[" + config +
                             ":2] Warning: $PCP_DERIVED_CONTROL has another value "
                             "(global_limit=5)\n" +
                             of_file);
}

TEST_F(PmapiDerived, OfOneContextAreOfItsDuplicatesToo) {
  const TwinAnswers answers =
      RunTwins({.program = "derived_copy", .arguments = {Whole(), "full.i.u32"}});
  EXPECT_EQ(answers.ours, "context: 1\nduplicate: 1\n");
  EXPECT_EQ(answers.peers, "context: 1\nduplicate: -12357\n");
}

// The peer's duplicates have the limit, too, of a new context.
TEST_F(PmapiDerived, HaveTheLimitsOfThePeerInNewContextsAndDuplicates) {
  EXPECT_TRUE(TwinsAgree({.program = "derived_limits", .arguments = {Whole()}}));
}

TEST_F(PmapiDerived, HaveNamesInTheOrderOfThePeer) {
  for (const char* whose : {"all", "own"})
    EXPECT_TRUE(TwinsAgree({.program = "derived_names", .arguments = {Whole(), whose}})) << whose;
}

}  // namespace
}  // namespace fdr::test
