// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The questions to an agent, and how its answers are checked.

#include <algorithm>
#include <utility>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/agents/internal/hosted_agent.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"

namespace fdr {
namespace {

constexpr std::int32_t kAgentIsNotReady = -13394;
constexpr std::chrono::minutes kBetweenMessages{1};

// The client stands in the header of the message that begins there.
void SetClient(std::uint32_t client, ByteBuffer& message, std::size_t begin = 0) {
  constexpr std::size_t kFrom = 8;
  StoreU32(message.data() + begin + kFrom, client);
}

}  // namespace

// An agent that is still starting for the first time will answer soon.  A fenced one still tells
// its names, and stores values.
Result<void> HostedAgent::CanAnswer(PduType expected) const {
  const bool is_open_to_all =
      expected == PduType::kNames || expected == PduType::kIds || expected == PduType::kError;
  if (facts_.is_fenced && !is_open_to_all) return Fail(CollectorError(kPcpFenced));
  if (state_ == State::kReady) return {};
  const bool is_late = state_ == State::kNotReady || IsStarting();
  return Fail(CollectorError(is_late ? kPcpNotReady : kPcpUnknownDomain));
}

void HostedAgent::Ask(std::uint32_t client, PduType expected, ByteBuffer message,
                      AgentConnection::Reply reply) {
  if (const Result<void> can = CanAnswer(expected); !can) return reply(Fail(can.error()));
  SetClient(client, message);
  ++open_questions_;
  const bool is_metadata = expected != PduType::kResult;
  const auto patience = is_metadata    ? patience_.metadata
                        : is_doubtful_ ? patience_.doubtful_values
                                       : patience_.values;
  connection_->Ask(std::move(message), {options_.request_limit, patience},
                   [this, is_metadata, reply = std::move(reply)](Result<Pdu> pdu) {
                     --open_questions_;
                     is_doubtful_ &= is_metadata || !pdu;
                     missed_metadata_ |= is_metadata && !pdu && pdu.error().code == Errc::kTimeout;
                     reply(std::move(pdu));
                   });
}

// An agent that is often late makes few messages.
void HostedAgent::OnLate() {
  const auto now = SteadyClock::now();
  if (is_told_late_ || now < told_late_ + kBetweenMessages) return;
  is_told_late_ = true;
  told_late_ = now;
  options_.log("agent " + spec_.label + ": it is late; its values are missing until it answers");
}

// Nothing waits for this answer.  Its news of the agent still count.
void HostedAgent::OnLateAnswer(const Pdu& pdu) {
  if (pdu.type == PduType::kError) {
    const ErrorPdu error = ErrorPdu::Decode(pdu.body).value_or(ErrorPdu{});
    if (error.code != 0) OnError(pdu);
  } else if (pdu.type == PduType::kResult && record_.Decode(Version::k2, pdu.body)) {
    is_doubtful_ = false;
    TellChanges();
  }
  if (state_ != State::kReady) return;
  if (std::exchange(is_told_late_, false))
    options_.log("agent " + spec_.label + ": it answers again");
  if (std::exchange(missed_metadata_, false)) options_.on_change(kNamesChanged | kLabelsChanged);
}

// Errors get the numbers that clients know.
Result<Pdu> HostedAgent::Accepted(PduType expected, Result<Pdu> pdu) {
  if (!pdu) {
    if (pdu.error().pcp_error != 0 || pdu.error().code == Errc::kCancelled) return pdu;
    return Fail(CollectorError(pdu.error().code == Errc::kTimeout ? kPcpTimeout : kPcpProtocol));
  }
  if (pdu->type == expected) return pdu;
  if (pdu->type == PduType::kError) return Fail(OnError(*pdu));
  return Fail(Reject(BadPdu("answer", "it is not what was asked for").value()));
}

Error HostedAgent::OnError(const Pdu& pdu) {
  const Result<ErrorPdu> error = ErrorPdu::Decode(pdu.body);
  if (!error) return Reject(error.error());
  if (error->code >= 0) return Reject(BadPdu("answer", "an error that is none").value());
  if (error->code != kAgentIsNotReady) return CollectorError(error->code);
  state_ = State::kNotReady;
  facts_.status = AgentFacts::kNotReady;
  return CollectorError(kPcpNotReady);
}

void HostedAgent::Fetch(std::uint32_t client, std::span<const MetricId> metrics,
                        const Profile& profile, FetchResult& result, std::function<void()> done) {
  ByteBuffer message;
  if (CanAnswer(PduType::kResult) && sent_profile_ != profile) {
    ProfilePdu::Encode(0, profile, message);
    SetClient(client, message);
    sent_profile_ = profile;
  }
  const std::size_t fetch = message.size();
  FetchPdu::Encode(PduType::kFetch, 0, metrics, message);
  SetClient(client, message, fetch);
  Ask(client, PduType::kResult, std::move(message),
      [this, metrics, &result, done = std::move(done)](Result<Pdu> pdu) {
        const Result<void> taken = TakeValues(std::move(pdu), metrics, result);
        if (!taken) {
          result.Begin(options_.clock());
          const std::int32_t code = taken.error().pcp_error;
          if (code == kPcpTimeout) sent_profile_.reset();  // it may never have been sent
          AddErrors(metrics, code != 0 ? code : kPcpProtocol, result);
        }
        done();
      });
}

// The stamp says no time, but what has changed.
Result<void> HostedAgent::TakeValues(Result<Pdu> answer, std::span<const MetricId> metrics,
                                     FetchResult& result) {
  const Result<Pdu> pdu = Accepted(PduType::kResult, std::move(answer));
  if (!pdu) return Fail(pdu.error());
  if (const Result<void> decoded = record_.Decode(Version::k2, pdu->body); !decoded)
    return Fail(Reject(BadPdu("result", decoded.error().what).value()));
  const auto same = [](const ValueSet& set, MetricId id) { return set.id() == id; };
  if (!std::ranges::equal(record_.sets(), metrics, same))
    return Fail(Reject(BadPdu("result", "it is not of the metrics of the fetch").value()));
  result.Begin(options_.clock());
  for (const ValueSet& set : record_.sets()) AddRecordedSet(set, result);
  TellChanges();
  return {};
}

void HostedAgent::TellChanges() const {
  const auto changes = static_cast<std::uint32_t>(record_.stamp().sec);
  if ((changes & (kLabelsChanged | kNamesChanged)) != 0)
    options_.on_change(changes & (kLabelsChanged | kNamesChanged));
}

void HostedAgent::Store(std::uint32_t client, const FetchResult& values,
                        std::function<void(std::int32_t)> done) {
  ResultEncoder encoder;
  encoder.Begin({});
  AddSets(values, encoder);
  ByteBuffer message;
  EncodeResultPdu(PduType::kResult, encoder, message);
  if (encoder.overfull()) return done(kPcpTooLarge);
  Ask(client, PduType::kError, std::move(message),
      [this, done = std::move(done)](Result<Pdu> answer) {
        const Result<Pdu> pdu = Accepted(PduType::kError, std::move(answer));
        if (!pdu) return done(pdu.error().pcp_error != 0 ? pdu.error().pcp_error : kPcpProtocol);
        const Result<ErrorPdu> outcome = ErrorPdu::Decode(pdu->body);
        if (!outcome) return done(Reject(outcome.error()).pcp_error);
        if (outcome->code > 0)
          return done(Reject(BadPdu("answer", "an error that is none").value()).pcp_error);
        done(outcome->code);
      });
}

void HostedAgent::OnClient(std::uint32_t client,
                           const std::vector<AgentClientAttribute>& attributes) {
  if (state_ == State::kReady || state_ == State::kNotReady) TellAttributes(client, attributes);
}

// The text ends with a NUL.
void HostedAgent::TellAttributes(std::uint32_t client,
                                 const std::vector<AgentClientAttribute>& attributes) {
  for (const AgentClientAttribute& attribute : attributes) {
    const bool is_container = attribute.code == AttributeCode::kContainer;
    if ((wishes_ & (is_container ? kFeatureContainer : kFeatureAuthentication)) == 0) continue;
    ByteBuffer message;
    const std::string& text = attribute.value;
    AttributePdu{attribute.code, {text.c_str(), text.size() + 1}}.Encode(message);
    SetClient(client, message);
    connection_->Tell(std::move(message));
  }
}

void HostedAgent::OnClientGone(std::uint32_t client) {
  if (state_ != State::kReady && state_ != State::kNotReady) return;
  ByteBuffer message;
  ErrorPdu{kPcpNotConnected}.Encode(message);
  SetClient(client, message);
  connection_->Tell(std::move(message));
}

}  // namespace fdr
