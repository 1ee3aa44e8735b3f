// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/agent_session.h"

#include "fdr/replay/sources/agent_kit/agent_answers.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"

namespace fdr::agent {
namespace {

/// A collector drops an agent that sends more.
constexpr std::size_t kMostAnswer = std::size_t{32} << 20;

}  // namespace

void AgentSession::Answer(const Pdu& pdu, ByteBuffer& out) {
  if (Take(pdu)) return;
  const std::size_t start = out.size();
  std::int32_t status = AnswerRequest(pdu, out);
  if (out.size() - start > kMostAnswer) status = kPcpTooLarge;
  if (status >= 0) return;
  out.resize(start);
  ErrorPdu{status}.Encode(out);
}

// True for messages that have no answer, even malformed ones.
bool AgentSession::Take(const Pdu& pdu) {
  switch (pdu.type) {
    case PduType::kProfile:
      if (Result<ProfilePdu> profile = ProfilePdu::Decode(pdu.body); profile)
        profile_ = std::move(profile->profile);
      return true;
    case PduType::kAttribute:
    case PduType::kCredentials:
    case PduType::kError:
      return true;
    default:
      return false;
  }
}

// Adds an answer and returns 0, or returns an error for the collector.
std::int32_t AgentSession::AnswerRequest(const Pdu& pdu, ByteBuffer& out) {
  switch (pdu.type) {
    case PduType::kFetch:
      if (const Result<FetchPdu> fetch = FetchPdu::Decode(pdu.body); fetch)
        return fetch_.Write(fetch->metrics, profile_, out);
      return kPcpProtocol;
    case PduType::kResult:
      return StoreValues(table_, pdu.body, out);
    case PduType::kDescRequest:
      return WriteDesc(table_, pdu.body, out);
    case PduType::kInstanceRequest:
      return WriteInstances(table_, pdu.body, out);
    case PduType::kTextRequest:
      return WriteText(table_, pdu.body, out);
    case PduType::kLabelRequest:
      return WriteLabels(table_, pdu.body, out);
    case PduType::kNames:
      return WriteIdOf(table_, pdu.body, out);
    case PduType::kIds:
      return WriteNamesOf(table_, pdu.body, out);
    case PduType::kChildren:
      return WriteChildren(table_, pdu.body, out);
    case PduType::kTraverse:
      return WriteMetricsBelow(table_, pdu.body, out);
    default:
      return kPcpNotImplemented;
  }
}

}  // namespace fdr::agent
