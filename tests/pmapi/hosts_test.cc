// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Hosts: a program must get the same answers of a collector through our library and the peer's.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <thread>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

// One collector for all of these tests: it takes longer to start than the tests take to run.
class PmapiHosts : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { collector_ = std::make_unique<PeerCollector>(); }
  static void TearDownTestSuite() { collector_.reset(); }

  static TwinRequest Request(const std::string& host, std::vector<std::string> question,
                             std::vector<std::string> environment = {}) {
    question.insert(question.begin(), host);
    return {.program = "hosts",
            .arguments = std::move(question),
            .environment = std::move(environment)};
  }

  static std::unique_ptr<PeerCollector> collector_;
};

std::unique_ptr<PeerCollector> PmapiHosts::collector_;

// Agents rebuild their domains during the questions.  A real difference appears twice.
TEST_F(PmapiHosts, HaveTheNamesDescriptorsDomainsTextsAndLabelsOfThePeer) {
  const TwinRequest request = Request(collector_->unix_socket(), {"metadata"});
  ::testing::AssertionResult agree = TwinsAgree(request);
  if (!agree) agree = TwinsAgree(request);
  EXPECT_TRUE(agree);
  EXPECT_GT(RunTwins(request).ours.size(), 500'000u);
}

// Compares constant metrics.  sample.ulonglong is not constant.
TEST_F(PmapiHosts, HaveTheValuesOfThePeer) {
  for (const std::string& host : {collector_->tcp(), collector_->unix_socket()})
    EXPECT_TRUE(TwinsAgree(
        Request(host, {"values", "sample.long", "sample.bin", "sample.string", "sample.float",
                       "sample.double", "sample.longlong", "sample.ulonglong.one",
                       "sample.ulonglong.million", "sample.ulonglong.write_me", "sample.aggregate",
                       "hinv.ncpu", "hinv.pagesize", "kernel.uname", "pmcd.version", "event"})));
}

TEST_F(PmapiHosts, RefuseWhatThePeerRefuses) {
  EXPECT_TRUE(TwinsAgree(Request(collector_->tcp(), {"errors"})));
  const std::string ours = RunTwins(Request(collector_->tcp(), {"differences"})).ours;
  EXPECT_NE(ours.find("pmGetArchiveEnd(&tv) -12374"), ours.npos) << ours;
  EXPECT_NE(ours.find("pmGetHighResArchiveEnd(&ts) -12374"), ours.npos) << ours;
  EXPECT_NE(ours.find("pmLookupInDom(pmInDom_build(60, 2), NULL) -12360"), ours.npos) << ours;
}

TEST_F(PmapiHosts, TakeValuesOrRefuseThem) {
  EXPECT_TRUE(TwinsAgree(Request(collector_->unix_socket(), {"store"})));
  const std::string ours = RunTwins(Request(collector_->unix_socket(), {"store"})).ours;
  EXPECT_NE(ours.find("pmStore(result) 0"), ours.npos);
  EXPECT_NE(ours.find("pmStore(result) -12387"), ours.npos);
}

TEST_F(PmapiHosts, HaveFetchGroups) {
  EXPECT_TRUE(TwinsAgree(Request(collector_->tcp(), {"group"})));
}

TEST_F(PmapiHosts, AreFoundWhereThePeerFindsThem) {
  const std::string port = std::to_string(collector_->port());
  const std::string socket = "PMCD_SOCKET=" + collector_->socket_path();
  for (const std::string& host : {"localhost:" + port, "[127.0.0.1]:" + port, "127.0.0.1:1," + port,
                                  "pcp://127.0.0.1:" + port, "127.0.0.1:" + port + "?unheard=of",
                                  "local:" + collector_->socket_path()})
    EXPECT_TRUE(TwinsAgree(Request(host, {"errors"}))) << host;
  for (const char* host : {"unix:", "local:"})
    EXPECT_TRUE(TwinsAgree(Request(host, {"errors"}, {socket}))) << host;
  EXPECT_TRUE(TwinsAgree(Request("127.0.0.1", {"errors"}, {"PMCD_PORT=1," + port})));
}

TEST_F(PmapiHosts, AreNotFoundWhereThePeerFindsNone) {
  const std::string nobody = "127.0.0.1:" + std::to_string(FreePort());
  for (const std::string& host :
       {nobody, std::string("unix:/nowhere/socket"), std::string(64, 'x'), std::string("::1"),
        std::string("h:x"), std::string("h:"), std::string("unix:a:b"), std::string("[::1"),
        std::string("[::1]x"), std::string(":1"), std::string("")}) {
    const TwinRequest request = Request(host, {"open"});
    EXPECT_TRUE(TwinsAgree(request)) << host;
    EXPECT_TRUE(RunTwins(request).ours.starts_with("-")) << host;
  }
  const TwinRequest local =
      Request("local:/nowhere/socket", {"open"}, {"PMCD_PORT=" + std::to_string(FreePort())});
  EXPECT_TRUE(TwinsAgree(local));
}

TEST_F(PmapiHosts, AreNotAskedInWaysThatWeDoNotKnow) {
  for (const std::string& host : {"pcps://" + collector_->tcp(), collector_->tcp() + "?user=me",
                                  collector_->tcp() + "@proxy"})
    EXPECT_EQ(RunTwins(Request(host, {"open"})).ours.substr(0, 3), "-95") << host;
  for (const char* attribute : {"?compress", "?container"})
    EXPECT_TRUE(TwinsAgree(Request(collector_->tcp() + attribute, {"open"}))) << attribute;
  EXPECT_TRUE(TwinsAgree(Request(collector_->tcp(), {"open"}, {"PCP_SECURE_SOCKETS=1"})));
}

TEST_F(PmapiHosts, AreReachedWhateverTheEnvironmentHolds) {
  const std::string ours =
      RunTwins(Request(collector_->tcp(), {"open"}, {"PMCD_REQUEST_TIMEOUT=long"})).ours;
  EXPECT_TRUE(ours.starts_with("0 \n")) << ours;
  EXPECT_NE(ours.find("PMCD_REQUEST_TIMEOUT=long is not valid"), ours.npos) << ours;
}

TEST_F(PmapiHosts, AreNamedByOptions) {
  for (const char* option : {"-z", "-L", "--hostzone", "--local-PMDA"})
    EXPECT_TRUE(TwinsAgree(Request(collector_->tcp(), {"options", option}))) << option;
  const std::string ours = RunTwins(Request(collector_->tcp(), {"options", "-z"})).ours;
  EXPECT_NE(ours.find("Note: timezone set to local timezone of host"), ours.npos) << ours;
}

// Carries out on a collector the commands that a program writes to a pipe.
class Control {
 public:
  explicit Control(PeerCollector& collector) : collector_(collector) {
    EXPECT_EQ(mkfifo(commands().c_str(), 0600), 0);
    EXPECT_EQ(mkfifo(replies().c_str(), 0600), 0);
  }

  std::string commands() const { return directory_ / "commands"; }
  std::string replies() const { return directory_ / "replies"; }

  // Serves programs, one after the other, until Stop().  Both ends of the pipes are open here, so
  // the next program may come before the last one has gone, and one that fails is not waited for.
  void Serve() {
    constexpr auto kBothEnds = std::ios::in | std::ios::out;
    std::fstream in(commands(), kBothEnds), out(replies(), kBothEnds);
    for (std::string command; std::getline(in, command) && command != kStop;) {
      Do(command);
      out << "done" << std::endl;
    }
  }
  void Stop() { std::ofstream(commands()) << kStop << std::endl; }

 private:
  void Do(const std::string& command) {
    std::vector<std::string> agents = PeerCollector::UsualAgents();
    if (command == "kill") collector_.Kill();
    if (command == "start") collector_.Start();
    if (command == "pause") collector_.Pause();
    if (command == "continue") collector_.Continue();
    if (command == "add") collector_.Reconfigure(agents);
    agents.pop_back();
    if (command == "drop") collector_.Reconfigure(agents);
  }

  static constexpr const char* kStop = "stop";

  PeerCollector& collector_;
  TempDirectory directory_;
};

// Calls `use` with a program and its twin, which run one after the other.
template <class Use>
auto Live(const char* what, const char* variable, Use use) {
  PeerCollector collector;
  Control control(collector);
  std::thread server([&] { control.Serve(); });
  const auto outcome =
      use({.program = "host_life",
           .arguments = {collector.tcp(), control.commands(), control.replies(), what},
           .environment = {variable}});
  control.Stop();
  server.join();
  return outcome;
}

// The lives wait for most of their time, so all are led side by side.
class PmapiHostLives : public ::testing::Test {
 protected:
  template <class Use>
  static auto Begin(const char* what, const char* variable, Use use) {
    return std::async(std::launch::async, [=] { return Live(what, variable, use); });
  }
  static void SetUpTestSuite() {
    lost_ = Begin("lost", "PMCD_RECONNECT_TIMEOUT=10", TwinsAgree);
    late_ = Begin("late", "PMCD_REQUEST_TIMEOUT=3", RunTwins);
    silent_ = Begin("silent", "PMCD_REQUEST_TIMEOUT=3", TwinsAgree);
    agents_ = Begin("agents", "PMCD_REQUEST_TIMEOUT=60", TwinsAgree);
  }
  static void TearDownTestSuite() {
    late_ = {};
    for (auto* life : {&lost_, &silent_, &agents_}) *life = {};
  }

  static std::future<TwinAnswers> late_;
  static std::future<::testing::AssertionResult> lost_, silent_, agents_;
};

std::future<TwinAnswers> PmapiHostLives::late_;
std::future<::testing::AssertionResult> PmapiHostLives::lost_, PmapiHostLives::silent_,
    PmapiHostLives::agents_;

TEST_F(PmapiHostLives, AConnectionIsLostAndMadeAgain) { EXPECT_TRUE(lost_.get()); }

// The peer keeps the connection, and takes late answers for answers to other questions.
TEST_F(PmapiHostLives, ACollectorThatIsLateLosesItsClients) {
  const TwinAnswers answers = late_.get();
  const std::string late = "-12353 Timeout waiting for a response from PMCD\n";
  const std::string lost = "-12366 IPC protocol failure\n";
  const std::string text = "pmLookupText(id, PM_TEXT_ONELINE, &text) ";
  EXPECT_EQ(answers.ours,
            "context 0 \npmLookupName(1, &load, &id) 1 \n"
            "pause\nfetch() " +
                late + "fetch() " + lost + "pmLookupDesc(id, &desc) " + lost +
                "continue\nfetch() " + lost +
                "pmReconnectContext(context) 0 \n numval 3\nfetch() 0 \n"
                "pause\n" +
                text + late + text + lost + "continue\npmReconnectContext(context) 0 \n" + text +
                "0 \nend\n");
  EXPECT_NE(answers.peers.find("pause\nfetch() " + late), answers.peers.npos) << answers.peers;
}

TEST_F(PmapiHostLives, OnceGreetedAProcessWaitsNoLongerThanForAnAnswer) {
  EXPECT_TRUE(silent_.get());
}

TEST_F(PmapiHostLives, AgentsComeAndGo) { EXPECT_TRUE(agents_.get()); }

}  // namespace
}  // namespace fdr::test
