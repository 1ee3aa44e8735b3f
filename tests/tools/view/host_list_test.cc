// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr view` of a directory of hosts.

#include "fdr/tools/view/host_list.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

using Kind = tools::KeyPress::Kind;

class HostListTest : public testing::Test {
 protected:
  static constexpr MetricId kLoad = MetricId::Build(60, 2, 0);

  void Write(const std::string& host, const std::string& archive, int from, int to) {
    std::filesystem::create_directories(tree_ + host);
    WriterOptions options = ArchiveBuilder::Options(Version::k3);
    options.label.host = std::string_view(host);
    ArchiveBuilder builder(tree_ + host + '/' + archive, options);
    builder.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kDouble});
    for (int i = from; i < to; ++i) builder.Record(At(i), {Single(kLoad, i / 10.0)});
  }

  void SetUp() override {
    Write("db1", "20231114.1", 0, 10);
    Write("db1", "20231114.2", 60, 70);
    Write("web1", "20231114", 3, 5);
  }

  TerminalChild View(std::vector<std::string> more = {}) {
    std::vector<std::string> argv = {FDR_COMMAND, "view", tree_};
    argv.insert(argv.end(), more.begin(), more.end());
    return TerminalChild({.argv = argv,
                          .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1",
                                          "COLUMNS", "LINES"},
                          .time_limit = std::chrono::minutes(2)});
  }

  const TempDirectory directory_;
  const std::string tree_ = directory_ / "pmlogger/";
};

TEST_F(HostListTest, AHostHasSpanAndSizeOfItsArchives) {
  const tools::HostFacts facts = tools::FactsOfHost(tree_ + "db1", {});
  EXPECT_EQ(facts.archives, 2u);
  EXPECT_EQ(facts.start, At(0));
  EXPECT_EQ(facts.end, At(69));
  std::uint64_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(tree_ + "db1"))
    bytes += file.file_size();
  EXPECT_EQ(facts.bytes, bytes);
  std::filesystem::resize_file(tree_ + "web1/20231114.meta", 20);
  const tools::HostFacts broken = tools::FactsOfHost(tree_ + "web1", {});
  EXPECT_EQ(broken.archives, 1u);
  EXPECT_FALSE(broken.start);
}

TEST_F(HostListTest, KeysChooseFilterAndQuit) {
  tools::CommonOptions utc;
  utc.zone = "utc";
  tools::HostList list({{"/a/db1", 2, At(0), At(69), 3'000'000}, {"/a/web1", 1, {}, {}, 500}}, utc);
  const auto line = [&](int number) { return list.Draw({80, 12}, true).Text(number); };
  EXPECT_EQ(line(0), "2 hosts");
  for (const char* time : {" 2023-11-14 22:13:20 ", " 2023-11-14 22:14:29 "})
    EXPECT_NE(line(3).find(time), std::string::npos) << line(3);
  EXPECT_NE(line(4).find('-'), std::string::npos) << line(4);
  for (const char* key : {"/", "w", "e"}) list.Obey({Kind::kText, key});
  EXPECT_EQ(line(3).substr(0, 4), "web1");
  EXPECT_EQ(line(4), "");
  list.Obey({Kind::kEnter, ""});  // of the filter
  EXPECT_FALSE(list.chosen());
  list.Obey({Kind::kEnter, ""});
  EXPECT_EQ(list.chosen(), "/a/web1");
  EXPECT_FALSE(list.wants_to_quit());
  list.Obey({Kind::kText, "q"});
  EXPECT_TRUE(list.wants_to_quit());
}

TEST_F(HostListTest, TheChosenHostIsShown) {
  TerminalChild child = View();
  const std::string screen = child.WaitUntilShown("q quit");
  EXPECT_NE(screen.find("2 hosts"), std::string::npos) << screen;
  EXPECT_NE(screen.find("db1 "), std::string::npos) << screen;
  child.Press("\x1b[B\r");
  EXPECT_NE(child.WaitUntilShown("? keys").find("2023-11-14 22:13:24"), std::string::npos);
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(HostListTest, TheUserMayWantNone) {
  TerminalChild child = View();
  child.WaitUntilShown("2 hosts");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(HostListTest, WithoutATerminalAMessageNamesAHost) {
  const ChildOutcome outcome = RunFdr({"view", tree_});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_TRUE(Has(outcome.err, "The archives of 2 hosts: name one, such as " + tree_ + "db1"));
  std::filesystem::remove_all(tree_ + "web1");
  EXPECT_TRUE(Has(RunFdr({"view", tree_}).err, "A full screen needs a terminal"));
}

}  // namespace
}  // namespace fdr::test
