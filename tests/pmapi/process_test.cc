// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

::testing::AssertionResult Agree(std::vector<std::string> arguments,
                                 std::vector<std::string> environment = {}) {
  return TwinsAgree({.program = "process",
                     .arguments = std::move(arguments),
                     .environment = std::move(environment)});
}

TEST(Process, ProgramsAreNamedByTheLastPartOfTheirPath) {
  EXPECT_TRUE(Agree({"progname", "a", "/a/b/c", "a/", "", "./x y"}));
}

TEST(Process, TheirVersionIsThePeersOrSeven) {
  EXPECT_TRUE(Agree({"features", "pcp_version"}));
  const TwinAnswers answers = RunTwins({.program = "process",
                                        .arguments = {"features", "pcp_version"},
                                        .environment = {"FDR_PCP_VERSION=7"}});
  EXPECT_EQ(answers.ours, "pcp_version 7.2.1\nexit status 0, signal 0\n");
}

TEST(Process, TheEnvironmentAsksForDebuggingOptions) {
  EXPECT_TRUE(Agree({"progname"}, {"PCP_DEBUG=bad"}));
  EXPECT_TRUE(Agree({"progname", "a", "b"}, {"PCP_DEBUG=appl0,nonsense"}));
  EXPECT_TRUE(Agree({"progname", "a"}, {"PCP_DEBUG=appl0"}));
}

TEST(Process, ConfigurationIsThePeers) {
  EXPECT_TRUE(Agree({"config", "PCP_TMP_DIR", "?PCP_VERSION", "PCP_NOPE", "?PCP_NOPE2", "HOME"}));
  EXPECT_TRUE(Agree({"config", "PCP_TMP_DIR"}, {"PCP_TMP_DIR=mine"}));
}

TEST(Process, ConfigurationFilesAreReadAsByThePeer) {
  const TempDirectory directory;
  const std::string path = directory.path() + "/etc/pcp.conf";
  ASSERT_EQ(mkdir((directory.path() + "/etc").c_str(), 0700), 0);
  std::ofstream(path) << "# comment=1\nPCP_A=1\n  PCP_B=2\nPCP_C=\"q\"\nPCP_D='q q'\nPCP_E=a b  \n"
                         "PCP_F =x\nPCP_G= x\nexport PCP_H=3\nPCP_I\n\nPCP_J=\nPCP_A=again\n"
                         "PCP_K=a#b\nPCP_L=$PCP_A/x\nPCP_M=a=b\n=x\nPCP_N=\"open\nPCP_O=\"\"\n"
                         "PCP_P=\"\nPCP_Q='x\"\nPCP_R='''\nPCP_S=crlf\r\n #PCP_T=1\nPCP_U="
                      << std::string(4000, 'x') << "\nPCP_SET=file\nPCP_LAST=no newline";
  const std::vector<std::string> names = {
      "config", "PCP_A",   "PCP_B", "  PCP_B",      "PCP_C",     "PCP_D",   "PCP_E",
      "PCP_F",  "PCP_F ",  "PCP_G", "export PCP_H", "PCP_I",     "PCP_J",   "PCP_K",
      "PCP_L",  "PCP_M",   "PCP_N", "PCP_O",        "PCP_P",     "PCP_Q",   "PCP_R",
      "PCP_S",  " #PCP_T", "PCP_U", "PCP_SET",      "# comment", "PCP_LAST"};
  EXPECT_TRUE(Agree(names, {"PCP_CONF=" + path, "PCP_SET=environment"}));
  EXPECT_TRUE(Agree(names, {"PCP_DIR=" + directory.path()}));
  EXPECT_TRUE(Agree({"config", "PCP_A"}, {"PCP_CONF=" + directory.path()}));
}

TEST(Process, WithoutAConfigurationFileOnlyWhatIsOptionalWorks) {
  EXPECT_TRUE(Agree({"config", "?PCP_A", "?HOME"}, {"PCP_CONF=/nonexistent"}));
  EXPECT_TRUE(Agree({"config", "HOME"}, {"PCP_CONF=/nonexistent"}));
  EXPECT_TRUE(Agree({"config", "HOME"}, {"PCP_DIR=/nonexistent"}));
  EXPECT_TRUE(Agree({"config", "HOME"}, {"PCP_CONF="}));
}

TEST(Process, UserNamesAreThePeers) {
  EXPECT_TRUE(Agree({"username"}));
  EXPECT_TRUE(Agree({"username"}, {"PCP_USER=somebody"}));
  EXPECT_TRUE(Agree({"username"}, {"PCP_USER="}));
  EXPECT_TRUE(Agree({"username"}, {"PCP_CONF=/nonexistent"}));
}

// The test leaves out features of connections, and the known suffixes: see docs/compatibility.md.
TEST(Process, FeaturesAreThePeers) {
  EXPECT_TRUE(Agree({"features", "multi_threaded", "MULTI_THREADED", "pcp_version", "PCP_Version",
                     "fault_injection", "transparent_decompress", "multi_archive_contexts",
                     "v3_archives", "lock_asserts", "lock_debug", "static_probes",
                     "service_discovery", "nonsense", "", "multi"}));
}

TEST(Process, DebuggingOptionsAreThePeers) {
  std::vector<std::string> specs = {"debug",
                                    "",
                                    "all",
                                    "ALL",
                                    "bad",
                                    "pdu,bad",
                                    "all,bad",
                                    "pdu,",
                                    "pdu,,log",
                                    ",",
                                    " pdu",
                                    "pdu ",
                                    "PDU,Tls",
                                    "3x",
                                    "pdu,2",
                                    " 3",
                                    "+3",
                                    "-1",
                                    "-2",
                                    "08",
                                    "4294967297",
                                    "-",
                                    "0x3",
                                    "3,appl9",
                                    "99999999999999999999",
                                    "desperate",
                                    "appl1,appl2,dev0,query"};
  for (int bit = 0; bit < 34; ++bit) specs.push_back(std::to_string(1LL << bit));
  EXPECT_TRUE(Agree(specs));
}

TEST(Process, SpecificationsOfAgentsAreThePeers) {
  EXPECT_TRUE(Agree(
      {"agents", "clear",    "",          "junk",       "Add,1,a,b",  "addx,1,a,b", "add",
       "add,",   "add,,a,b", "add,x,a,b", "add,5 ,a,b", "add,5x,a,b", "add,-1,a,b", "add,511,a,b",
       "add,5",  "add,5,",   "add,5,a",   "add,5,a,",   "clear ",     "del",        "del,",
       "del,,",  "del,,,",   "del,x",     "del, ,a",    "del,-1,a",   "del,600,a",  "del,5",
       "del,5,", "del,,a",   "del,5,a,b"}));
  EXPECT_TRUE(Agree({"agents", "clear", "add,0,p,i", "add,510,q,j,k", "add, 7,r,k", "del,0",
                     "del,0", "del,,p", "del,,p", "del,3,q", "del,7,zzz", "del,7", "add,8,a/b,i",
                     "add,8,c,i", "del,,b", "del,8", "del,,c", "clear", "del,,c"}));
}

TEST(Process, NoticesAreThePeers) {
  EXPECT_TRUE(Agree({"notify"}));
  EXPECT_TRUE(Agree({"notify"}, {"TZ=Asia/Tokyo"}));
  EXPECT_TRUE(Agree({"no_memory"}));
}

TEST(Process, MessagesGoWhereThePeersGo) {
  for (const std::vector<std::string>& outputs :
       std::vector<std::vector<std::string>>{{".", "-", "file"},
                                             {"", "file"},
                                             {"file", "-", ".", "file2"},
                                             {"/nonexistent/file", "-"},
                                             {"/tmp", "-"}}) {
    std::vector<std::string> arguments = {"messages"};
    arguments.insert(arguments.end(), outputs.begin(), outputs.end());
    EXPECT_TRUE(Agree(arguments)) << outputs.front();
  }
}

TEST(Process, DialogsAreThePeers) {
  const TempDirectory directory;
  const std::string script = directory.path() + "/dialog";
  std::ofstream(script) << "#!/bin/sh\necho to nobody; echo to nobody >&2; cat\n"
                           "for word in $(basename $0) \"$@\"; do echo \"<$word>\"; done >>seen\n"
                           "exit 3\n";
  ASSERT_EQ(chmod(script.c_str(), 0700), 0);
  EXPECT_TRUE(Agree({"messages", "DISPLAY", "seen"}, {"PCP_XCONFIRM_PROG=" + script}));
  EXPECT_TRUE(Agree({"messages", "DISPLAY", "file"}, {"PCP_XCONFIRM_PROG=/nonexistent"}));
  EXPECT_TRUE(Agree({"messages", "DISPLAY"}, {"PCP_XCONFIRM_PROG="}));
}

// The leak sanitizer cannot always look into a process that has become another user.
TEST(Process, IdentitiesAreThePeers) {
  for (const char* user : {"root", "nobody", "nonexistent", ""})
    EXPECT_TRUE(Agree({"identity", user}, {"LSAN_OPTIONS=detect_leaks=0"})) << user;
}

TEST(Process, LogFilesAreThePeers) {
  EXPECT_TRUE(Agree({"logs", "file"}));
  EXPECT_TRUE(Agree({"logs", "file1", "file2", "file1"}));
  EXPECT_TRUE(Agree({"logs", "-", "file"}));
  EXPECT_TRUE(Agree({"logs", "/nonexistent/file"}));
  EXPECT_TRUE(Agree({"logs", "file", "/tmp", "-"}));
}

// The peer deletes the pipe.  It even deletes /dev/null.
TEST(Process, APipeIsNoOldLogFile) {
  const TempDirectory directory;
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  RunTwin({.program = "process", .arguments = {"logs", pipe}}, "_ours");
  char text[8] = "";
  EXPECT_EQ(read(reader, text, 7), 7);
  EXPECT_STREQ(text, "Log for");
  close(reader);
  struct stat status {};
  EXPECT_EQ(stat(pipe.c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

}  // namespace
}  // namespace fdr::test
