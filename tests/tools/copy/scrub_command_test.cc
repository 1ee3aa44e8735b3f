// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --scrub` as users run it.

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

using std::filesystem::perms;

constexpr MetricId kNode = MetricId::Build(60, 12, 4);
constexpr MetricId kOwn = MetricId::Build(70, 0, 1);
constexpr MetricId kNumber = MetricId::Build(70, 0, 2);
constexpr InDomId kUsers = InDomId::Build(70, 1);

class ScrubCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    Write("monday", 0);
    Write("tuesday", 100);
  }

  void Write(const std::string& name, int from, const std::string& host = "db1",
             const std::string& label = "") {
    WriterOptions options = ArchiveBuilder::Options(Version::k2);
    options.label.host = LabelText(host);
    ArchiveBuilder builder(directory_ / name, options);
    builder.Metric({.name = "kernel.uname.nodename", .id = kNode, .type = Type::kString})
        .Metric({.name = "shop.user", .id = kOwn, .type = Type::kString, .indom = kUsers})
        .Metric({.name = "shop.customer", .id = kNumber, .type = Type::kU64})
        .InDom(At(from), kUsers, {{1, "alice"}, {2, "bob"}});
    if (!label.empty())
      builder.LabelSets(At(from), LabelLevel::kContext, kContextId,
                        {{{{"hostname", '"' + label + '"'}}}});
    for (int second = from; second < from + 5; ++second)
      builder.Record(At(second), {Single(kNode, std::string("db1")),
                                  {kOwn, {{1, std::string("likes\tbob")}, {2, std::string("bob")}}},
                                  Single(kNumber, std::uint64_t{5550123456})});
  }

  // What the words begin with: IN OUT, as names in the directory.
  ChildOutcome Scrub(const std::string& in, const std::string& out,
                     std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"copy", "--scrub", directory_ / in, directory_ / out});
    return RunFdr(std::move(more));
  }

  std::string Files(std::string_view beginning) const {
    std::string names;
    for (const std::string& name : FileNames(directory_.path()))
      if (name.starts_with(beginning)) names += name + ' ';
    return names;
  }
  std::string Text(const std::string& name) const {
    return std::string(AsText(ReadFile(directory_ / name)));
  }

  const TempDirectory directory_;
};

TEST_F(ScrubCommandTest, AnArchiveLosesItsNames) {
  const ChildOutcome outcome = Scrub("monday", "out");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "replaced: host 1, metric 3, text 3\n"));
  EXPECT_TRUE(
      Has(outcome.out, "left out: 5 numbers of unknown meaning, 1 metric with such numbers\n"));
  EXPECT_TRUE(Has(outcome.out, "kept: 1 known metric\n"));
  for (const char* suffix : {".0", ".meta", ".index"})
    for (const char* secret : {"alice", "bob", "db1", "shop"})
      EXPECT_EQ(Text("out" + std::string(suffix)).find(secret), std::string::npos) << secret;
  EXPECT_EQ(RunPeer({"pmlogcheck", directory_ / "out"}).exit_status, 0);
  EXPECT_TRUE(
      Has(PeerOutput({"pminfo", "-f", "-a", directory_ / "out", "kernel.uname"}), "\"host-"));
}

TEST_F(ScrubCommandTest, WindowsAndJoinsAndChoicesLoseThemToo) {
  const std::vector<std::vector<std::string>> all = {{"-S", "1s"},
                                                     {directory_ / "tuesday"},
                                                     {"--only", "shop"},
                                                     {"-V", "3"},
                                                     {"--same-host", "db9"}};
  int n = 0;
  for (std::vector<std::string> more : all) {
    const std::string out = "out" + std::to_string(n++);
    more.insert(more.begin(), directory_ / "monday");
    more.insert(more.begin(), {"copy", "--scrub"});
    more.push_back(directory_ / out);
    const ChildOutcome outcome = RunFdr(more);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    for (const char* suffix : {".0", ".meta", ".index"})
      for (const char* secret : {"alice", "bob", "db1", "db9", "shop"})
        EXPECT_EQ(Text(out + suffix).find(secret), std::string::npos) << secret << n;
  }
}

TEST_F(ScrubCommandTest, OneKeyGivesTheSamePseudonyms) {
  const std::string key = directory_ / "key";
  EXPECT_TRUE(Has(Scrub("monday", "a", {"--scrub-key", key}).err, "key: a new key\n"));
  EXPECT_EQ(std::filesystem::status(key).permissions(), perms::owner_read | perms::owner_write);
  EXPECT_EQ(Scrub("monday", "b", {"--scrub-key", key}).exit_status, 0);
  EXPECT_EQ(Scrub("monday", "c").exit_status, 0);
  EXPECT_EQ(Text("a.meta"), Text("b.meta"));
  EXPECT_EQ(Text("a.0"), Text("b.0"));
  EXPECT_NE(Text("a.meta"), Text("c.meta"));
}

TEST_F(ScrubCommandTest, TheMapHasEachPseudonym) {
  const std::string map = directory_ / "names";
  EXPECT_EQ(Scrub("monday", "out", {"--scrub-map", map}).exit_status, 0);
  EXPECT_EQ(std::filesystem::status(map).permissions(), perms::owner_read | perms::owner_write);
  std::istringstream lines(Text("names"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "pseudonym\tkind\toriginal");
  std::size_t rows = 0;
  const std::string files = Text("out.meta") + Text("out.0");
  for (; std::getline(lines, line); ++rows)
    EXPECT_NE(files.find(line.substr(0, line.find('\t'))), std::string::npos) << line;
  EXPECT_EQ(rows, 7u);
  EXPECT_TRUE(Has(Text("names"), "\ttext\tlikes\\x09bob\n"));
  EXPECT_TRUE(Has(Text("names"), "\tmetric\tshop\n"));
}

TEST_F(ScrubCommandTest, AMapIsNeverOverwrittenAndNeverAlone) {
  WriteFile(directory_ / "names", AsBytes("mine"));
  const ChildOutcome outcome = Scrub("monday", "out", {"--scrub-map", directory_ / "names"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "The map of pseudonyms is there already"));
  EXPECT_EQ(Text("names"), "mine");
  EXPECT_EQ(Files("out"), "");
  EXPECT_EQ(Scrub("monday", "out", {"--scrub-map", directory_ / "no/names"}).exit_status, 1);
  EXPECT_EQ(Scrub("monday", "out", {"--scrub-map", directory_ / "map", "-n"}).exit_status, 0);
  EXPECT_EQ(
      Scrub("monday", "out", {"--scrub-map", directory_ / "map", "-S", "@2030-01-01"}).exit_status,
      1);
  EXPECT_EQ(Scrub("monday", "out", {"--scrub-map", directory_ / "out.meta"}).exit_status, 1);
  EXPECT_EQ(Files("out") + Files("map"), "");
}

TEST_F(ScrubCommandTest, KindsMayBeKept) {
  EXPECT_EQ(
      Scrub("monday", "out", {"--scrub-keep", "metric,number", "--scrub-keep", "host"}).exit_status,
      0);
  const std::string text = PeerOutput({"pminfo", "-f", "-a", directory_ / "out", "shop"});
  EXPECT_TRUE(Has(text, "shop.customer"));
  EXPECT_TRUE(Has(text, "5550123456"));
  EXPECT_FALSE(Has(text, "alice"));
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-L", directory_ / "out"}), "host db1"));
}

TEST_F(ScrubCommandTest, MistakesAreUsageErrors) {
  WriteFile(directory_ / "open", AsBytes("0123456789abcdef"));
  std::filesystem::permissions(directory_ / "open", perms::owner_all | perms::others_read);
  WriteFile(directory_ / "empty", {});
  std::filesystem::permissions(directory_ / "empty", perms::owner_all);
  const auto complains = [&](const std::string& out, std::vector<std::string> more,
                             const char* what) {
    const ChildOutcome outcome = Scrub("monday", out, std::move(more));
    EXPECT_EQ(outcome.exit_status, 2) << outcome.out;
    EXPECT_TRUE(Has(outcome.err, what));
    EXPECT_EQ(Files("out"), "");
  };
  complains("out", {"--scrub-key", directory_ / "open"}, "Others have rights on this key");
  complains("out", {"--scrub-key", directory_ / "empty"}, "Too short for a key");
  complains("out", {"--scrub-keep", "names"}, "--scrub-keep");
  complains("out-DB1", {}, "would tell that of the host, db1");
  const ChildOutcome alone = RunFdr(
      {"copy", directory_ / "monday", directory_ / "out", "--scrub-map", directory_ / "map"});
  EXPECT_EQ(alone.exit_status, 2);
  EXPECT_TRUE(Has(alone.err, "need --scrub"));
  EXPECT_EQ(Files("out") + Files("map"), "");
}

TEST_F(ScrubCommandTest, TheNewNameTellsNoHost) {
  Write("in", 0, "web.acme.com", "shop.example.org");
  for (const char* out : {"web2024", "x-acme", "shop_1", "EXAMPLE", "my.web.acme.com"}) {
    const ChildOutcome outcome = Scrub("in", out);
    EXPECT_EQ(outcome.exit_status, 2) << out;
    EXPECT_TRUE(Has(outcome.err, "would tell that of the host"));
    EXPECT_EQ(Files(out), "");
  }
  for (const char* out : {"webs", "com-2024", "workshop"})
    EXPECT_EQ(Scrub("in", out).exit_status, 0) << out;
  Write("cloud", 0, "db7.compute.internal", "db7.compute.internal");
  EXPECT_EQ(Scrub("cloud", "compute-2024").exit_status, 0);
  EXPECT_EQ(Scrub("cloud", "db7-2024").exit_status, 2);
  Write("by-address", 0, "10.0.0.5", "10.0.0.5");
  EXPECT_EQ(Scrub("by-address", "x-2026-10-01").exit_status, 0);
  EXPECT_EQ(Scrub("by-address", "x-10.0.0.5").exit_status, 2);
}

TEST_F(ScrubCommandTest, OriginalHostsNeverStay) {
  for (const char* const host : {"Linux", "tmpfs"}) {
    WriterOptions options = ArchiveBuilder::Options(Version::k2);
    options.label.host = LabelText(host);
    ArchiveBuilder builder(directory_ / ("of-" + std::string(host)), options);
    builder.Metric({.name = "kernel.uname.sysname", .id = kNode, .type = Type::kString});
    int second = 0;
    for (const char* const text : {"Linux", "tmpfs", "x86_64"})
      builder.Record(At(second++), {Single(kNode, std::string(text))});
  }
  const auto words = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"copy", "--scrub", directory_ / "of-Linux"});
    more.push_back(directory_ / "out");
    EXPECT_EQ(RunFdr(more).exit_status, 0);
    const std::string data = Text("out.0");
    std::string found;
    for (const char* const text : {"Linux", "tmpfs", "x86_64"})
      if (data.find(text) != data.npos) found += std::string(text) + ' ';
    for (const char* suffix : {".0", ".meta", ".index"})
      std::filesystem::remove(directory_ / ("out" + std::string(suffix)));
    return found;
  };
  EXPECT_EQ(words({}), "tmpfs x86_64 ");
  EXPECT_EQ(words({"--host", "x9"}), "tmpfs x86_64 ");
  EXPECT_EQ(words({"--same-host", "x9"}), "tmpfs x86_64 ");
  EXPECT_EQ(words({directory_ / "of-tmpfs", "--same-host", "x9"}), "x86_64 ");
}

TEST_F(ScrubCommandTest, AMapIsThatOfOneNewArchive) {
  const std::string map = directory_ / "map";
  std::filesystem::create_directory(directory_ / "dir");
  const ChildOutcome in_place =
      RunFdr({"copy", "--scrub", "--in-place", directory_ / "monday", "--scrub-map", map});
  EXPECT_EQ(in_place.exit_status, 2);
  EXPECT_TRUE(Has(in_place.err, "leave --in-place out"));
  EXPECT_TRUE(Has(Text("monday.meta"), "alice"));
  const std::vector<std::string> each = {"copy",        "--scrub", "--each",
                                         "--scrub-map", map,       directory_ / "monday"};
  std::vector<std::string> two = each;
  two.insert(two.end(), {directory_ / "tuesday", directory_ / "dir"});
  const ChildOutcome several = RunFdr(two);
  EXPECT_EQ(several.exit_status, 2);
  EXPECT_TRUE(Has(several.err, "--scrub-map is the map of one archive"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_ / "dir"));
  EXPECT_EQ(Files("map"), "");
  std::vector<std::string> one = each;
  one.push_back(directory_ / "dir");
  EXPECT_EQ(RunFdr(one).exit_status, 0);
  EXPECT_TRUE(Has(Text("map"), "\ttext\talice\n"));
}

TEST_F(ScrubCommandTest, ARunHasOneKey) {
  const auto pseudonyms = [&](const std::string& name) {
    const std::string text = Text(name + ".meta");
    const std::size_t at = text.find("text-");
    return at == text.npos ? "none of " + name : text.substr(at, 18);
  };
  std::filesystem::create_directory(directory_ / "dir");
  EXPECT_EQ(RunFdr({"copy", "--scrub", "--each", directory_ / "monday", directory_ / "tuesday",
                    directory_ / "dir"})
                .exit_status,
            0);
  EXPECT_EQ(pseudonyms("dir/monday"), pseudonyms("dir/tuesday"));
  EXPECT_EQ(RunFdr({"copy", "--scrub", "--in-place", directory_ / "monday", directory_ / "tuesday"})
                .exit_status,
            0);
  EXPECT_EQ(pseudonyms("monday"), pseudonyms("tuesday"));
  EXPECT_NE(pseudonyms("monday"), pseudonyms("dir/monday"));
}

TEST_F(ScrubCommandTest, TheReportIsAlsoJson) {
  const ChildOutcome outcome = Scrub("monday", "out", {"--json"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(
      Has(outcome.out, R"("scrub":{"replaced":{"host":1,"metric":3,"text":3},"left_out":{)"));
  EXPECT_TRUE(Has(outcome.out, R"("kept":{"known_metrics":1,)"));
  EXPECT_TRUE(Has(RunFdr({"copy", "--json", directory_ / "monday", directory_ / "plain"}).out,
                  R"("scrub":null)"));
}

}  // namespace
}  // namespace fdr::test
