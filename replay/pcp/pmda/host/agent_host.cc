// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// fdr-agent-host LABEL DOMAIN FUNCTION PATH: loads an agent that is a shared object, and serves it
// to a collector as if it were a program.  So a crash of the agent costs the collector one process.

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "fdr/replay/pcp/pmda/connection.h"
#include "fdr/replay/pcp/pmda/host/agent_service.h"
#include "fdr/replay/pcp/pmda/host/shared_agent.h"

namespace fdr::pmda {
namespace {

// What the agent prints must not get between the messages: it goes to the standard error.
std::optional<Connection> TakeStandardStreams() {
  const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (in < 0 || out < 0 || nothing < 0) return std::nullopt;
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::close(nothing);
  return std::optional<Connection>(std::in_place, in, out);
}

int Complain(const std::string& complaint) {
  std::fprintf(stderr, "fdr-agent-host: %s\n", complaint.c_str());
  return 1;
}

int Run(const char* label, const char* domain_text, const char* function, const char* path) {
  int domain = 0;
  const auto [end, error] =
      std::from_chars(domain_text, domain_text + std::strlen(domain_text), domain);
  if (error != std::errc() || *end != '\0') return Complain("DOMAIN must be a number");
  std::optional<Connection> connection = TakeStandardStreams();
  if (!connection) return Complain("no standard input and output");
  Result<SharedAgent> agent = SharedAgent::Load(path, function, domain);
  if (!agent) return Complain(agent.error().Message());
  std::mutex turn;  // there is one thread
  return ServeAgent(*agent, label, *connection, turn) ? 0 : 1;
}

}  // namespace
}  // namespace fdr::pmda

int main(int argc, char** argv) {
  if (argc == 5) return fdr::pmda::Run(argv[1], argv[2], argv[3], argv[4]);
  std::fputs(
      "usage: fdr-agent-host LABEL DOMAIN FUNCTION PATH\n\n"
      "Serves the agent in the shared object PATH to the collector at standard input and output.\n"
      "fdr serve starts it.\n",
      stderr);
  return 2;
}
