// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmda/host/agent_service.h"

#include <unistd.h>

#include <string_view>

#include "fdr/replay/pcp/pmda/requests.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"

namespace fdr::pmda {
namespace {

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

}  // namespace

bool ServeAgent(SharedAgent& agent, const std::string& label, Connection& connection,
                std::mutex& turn) {
  Connection::Message message;
  int status = Greet(agent, connection);
  while (status >= 0) {
    status = connection.Read(message);
    if (status < 0) break;
    {
      const std::lock_guard lock(turn);
      agent.SetClient(message.header.from);
      status = Answer(agent, label, message.pdu, connection);
    }
    if (status >= 0) status = connection.Flush();
    const std::lock_guard lock(turn);
    agent.OnDone();
  }
  return status == PM_ERR_EOF;
}

}  // namespace fdr::pmda
