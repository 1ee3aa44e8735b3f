// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/peer_collector.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::test {
namespace {

constexpr const char* kPmcd = "/usr/lib/pcp/bin/pmcd";
constexpr const char* kMergeNames = "/usr/lib/pcp/bin/pmnsmerge";
constexpr const char* kNames = "/var/lib/pcp/pmns/";

sockaddr_in Loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::string UserName() {
  const passwd* const user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_name : "root";
}

}  // namespace

// Takes no port from the range that the system assigns by itself.  The system might assign it
// before it is used.
std::uint16_t FreePort() {
  constexpr std::uint32_t kFirst = 10'240, kEnd = 32'768;
  std::random_device random;  // only a port: the answers are the same
  while (true) {
    const auto port = static_cast<std::uint16_t>(kFirst + random() % (kEnd - kFirst));
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = Loopback(port);
    const int bound = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ::close(fd);
    if (bound == 0) return port;
  }
}

std::vector<std::string> PeerCollector::UsualAgents() {
  return {"pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so",
          "mmv 70 dso mmv_init /var/lib/pcp/pmdas/mmv/pmda_mmv.so",
          "sample 29 dso sample_init /var/lib/pcp/pmdas/sample/pmda_sample.so",
          "linux 60 pipe binary /var/lib/pcp/pmdas/linux/pmdalinux"};
}

PeerCollector::PeerCollector(const std::vector<std::string>& agents,
                             const std::vector<std::string>& more_names)
    : port_(FreePort()) {
  for (const char* name : {"run", "log", "tmp"}) ::mkdir((directory_ / name).c_str(), 0777);
  WriteConfiguration(agents);
  WriteFile(directory_ / "sample", AsBytes("#define SAMPLE 29\nroot { sample }\n"
                                           "#include \"/var/lib/pcp/pmdas/sample/pmns\"\n"));
  const std::string root = std::string(kNames) + "root_";
  std::vector<std::string> merge = {kMergeNames,    "-f",         root + "pmcd",
                                    root + "linux", root + "mmv", directory_ / "sample"};
  for (const std::string& name : more_names) merge.push_back(root + name);
  merge.push_back(directory_ / "names");
  RunPeer(merge);
  Start();
}

PeerCollector::~PeerCollector() { Kill(); }

void PeerCollector::WriteConfiguration(const std::vector<std::string>& agents) const {
  std::string text;
  for (const std::string& agent : agents) text += agent + "\n";
  WriteFile(directory_ / "config", AsBytes(text));
}

void PeerCollector::Start() {
  std::vector<std::string> argv = {kPmcd,
                                   "-A",
                                   "-f",
                                   "-n",
                                   directory_ / "names",
                                   "-c",
                                   directory_ / "config",
                                   "-l",
                                   directory_ / "log/pmcd",
                                   "-x",
                                   directory_ / "fatal",
                                   "-p",
                                   std::to_string(port_),
                                   "-i",
                                   "127.0.0.1",
                                   "-s",
                                   directory_ / "socket",
                                   "-U",
                                   UserName(),
                                   "-t",  // agents have a minute, however busy the machine is
                                   "60",
                                   "-q",
                                   "60"};
  // With its own PCP_VAR_DIR, the collector does not let the pmdaroot of another collector start
  // its agents.
  std::vector<std::string> environment = MergedEnvironment(
      {"PCP_RUN_DIR=" + (directory_ / "run"), "PCP_LOG_DIR=" + (directory_ / "log"),
       "PCP_TMP_DIR=" + (directory_ / "tmp"), "PCP_VAR_DIR=" + directory_.path(),
       "PCP_DERIVED_CONFIG="});
  const std::vector<char*> arguments = Pointers(argv), variables = Pointers(environment);
  ::unlink(socket_path().c_str());  // pmcd does not replace an old one
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::chdir(directory_.path().c_str()) != 0) ::_exit(127);  // agents write logs here
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    ::execve(kPmcd, arguments.data(), variables.data());
    ::_exit(127);
  }
  ASSERT_GT(pid_, 0);
  bool has_ended = false;
  ASSERT_TRUE(WaitUntil([&] {
    has_ended = ::waitpid(pid_, nullptr, WNOHANG) != 0;
    return has_ended || IsThere();
  })) << AsText(ReadFile(directory_ / "log/pmcd"));
  ASSERT_FALSE(has_ended) << "The peer's collector ended: is it installed?";
}

// pmcd listens before it has started its agents, but greets only afterwards.  So waits for the
// greeting.
bool PeerCollector::IsThere() const {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(port_);
  char greeting[20];
  const bool greets =
      ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::recv(fd, greeting, sizeof greeting, MSG_WAITALL) == sizeof greeting;
  ::close(fd);
  return greets;
}

void PeerCollector::Signal(int number) const { SendSignal(pid_, number); }

void PeerCollector::Kill() {
  Signal(SIGKILL);
  if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void PeerCollector::Pause() { Signal(SIGSTOP); }
void PeerCollector::Continue() { Signal(SIGCONT); }

void PeerCollector::KillAgents() const {
  const std::string pid = std::to_string(pid_);
  std::ifstream children("/proc/" + pid + "/task/" + pid + "/children");
  for (pid_t child = 0; children >> child;) SendSignal(child, SIGKILL);
}

void PeerCollector::Reconfigure(const std::vector<std::string>& agents) {
  WriteConfiguration(agents);
  // pmcd compares the time of the file, in whole seconds.
  const std::string path = directory_ / "config";
  std::filesystem::last_write_time(
      path, std::filesystem::last_write_time(path) + std::chrono::seconds(2 * ++changes_));
  Signal(SIGHUP);
}

}  // namespace fdr::test
