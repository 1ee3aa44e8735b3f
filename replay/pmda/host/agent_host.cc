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
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/live/credentials_pdu.h"
#include "fdr/replay/live/label_pdu.h"
#include "fdr/replay/pmda/connection.h"
#include "fdr/replay/pmda/host/shared_agent.h"
#include "fdr/replay/pmda/requests.h"

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

int Greet(const SharedAgent& agent, Connection& connection) {
  CredentialsPdu{.flags = agent.wishes(), .process = static_cast<std::uint32_t>(::getpid())}.Encode(
      connection.answer());
  return connection.Flush();
}

// Agents of older interfaces know no labels.  A collector then says which agent it asks.
int AnswerForOldAgent(const Pdu& request, const std::string& label, Connection& connection) {
  const Result<LabelRequestPdu> asked = LabelRequestPdu::Decode(request.body);
  if (!asked) return PM_ERR_IPC;
  LabelPdu answer{asked->id, asked->level, {}};
  constexpr std::string_view kName = "agent", kBefore = "{\"agent\":";
  const std::string value = '"' + label + '"';
  const std::string json = std::string(kBefore) + value + '}';
  LabelEntry entry;
  entry.flags = static_cast<std::uint8_t>(LabelLevel::kDomain);
  entry.name_offset = 2;
  entry.name_length = kName.size();
  entry.value_offset = kBefore.size();
  entry.value_length = static_cast<std::uint16_t>(value.size());
  if (asked->level == LabelLevel::kDomain)
    answer.sets.push_back({.json = json, .count = 1, .entries = {entry}});
  answer.Encode(connection.answer());
  return 0;
}

int Answer(SharedAgent& agent, const std::string& label, const Pdu& request,
           Connection& connection) {
  const bool is_old = agent.interface().comm.pmda_interface < PMDA_INTERFACE_7;
  if (is_old && request.type == PduType::kLabelRequest)
    return AnswerForOldAgent(request, label, connection);
  return AnswerRequest(agent.interface(), request, connection);
}

// Until the collector closes the connection.
int Serve(SharedAgent& agent, const std::string& label, Connection& connection) {
  Connection::Message message;
  int status = Greet(agent, connection);
  while (status >= 0) {
    status = connection.Read(message);
    if (status < 0) break;
    agent.SetClient(message.header.from);
    status = Answer(agent, label, message.pdu, connection);
    if (status >= 0) status = connection.Flush();
    agent.OnDone();
  }
  return status == PM_ERR_EOF ? 0 : 1;
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
  return Serve(*agent, label, *connection);
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
