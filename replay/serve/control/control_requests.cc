// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/control/control_requests.h"

#include <unistd.h>

#include <algorithm>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/serve/pmcd/error_numbers.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace fdr {

// The process in its head tells a client that it reached the logger that it meant.
void ControlRequests::Greet(ByteBuffer& out) {
  const PduScope scope(PduType::kError, out, static_cast<std::uint32_t>(::getpid()));
  ByteWriter(out).I32(kLogVersion);
}

void ControlRequests::Answer(const Pdu& request, ByteBuffer& out, Answered answered) {
  out_ = &out;
  answered_ = std::move(answered);
  if (request.type == PduType::kCredentials) return TakeCredentials(request.body);
  if (version_ == 0) return EndConversation("it did not say which version it speaks");
  if (request.type == PduType::kLogRequest) return TakeRequest(request.body);
  if (request.type == PduType::kLogControl) return TakeOrder(request.body);
  EndConversation("it sent a message that is no request");
}

void ControlRequests::TakeCredentials(Bytes body) {
  const Result<CredentialsPdu> credentials = CredentialsPdu::Decode(body);
  if (!credentials) return EndConversation(credentials.error().what);
  if (credentials->version < kLogVersionOld) return EndConversation("its version is too old");
  version_ = std::min<int>(credentials->version, kLogVersion);
  Finish();
}

void ControlRequests::TakeRequest(Bytes body) {
  const Result<LogRequest> request = DecodeLogRequest(body);
  if (!request) return EndConversation(request.error().what);
  switch (*request) {
    case LogRequest::kNewVolume:
      if (!May(kMayCommand)) return Reply(kPcpPermission);
      return logger_.StartNextVolume([this](const Result<std::int32_t>& volume) {
        volume ? Reply(*volume) : ReplyError(volume.error());
      });
    case LogRequest::kStatus:
      logger_.Status().Encode(version_, *out_);
      return Finish();
    case LogRequest::kFlush:
      return logger_.StartFlush([this](const Result<void>& flushed) {
        flushed ? Reply(0) : ReplyError(flushed.error());
      });
  }
  EndConversation("it sent a request of an unknown type");
}

void ControlRequests::TakeOrder(Bytes body) {
  Result<LogOrder> order = LogOrder::Decode(body);
  if (!order) return EndConversation(order.error().what);
  const bool is_denied = (order->kind == LogOrder::Kind::kMandatory && !May(kMayCommand)) ||
                         (order->kind == LogOrder::Kind::kAdvisory && !May(kMayAdvise));
  if (is_denied) return Reply(kPcpPermission);
  logger_.StartOrder(std::move(*order), client_, [this](const Result<LogStates>& states) {
    if (!states) return ReplyError(states.error());
    states->Encode(*out_);
    Finish();
  });
}

void ControlRequests::Reply(std::int32_t number) {
  ErrorPdu{number}.Encode(*out_);
  Finish();
}

void ControlRequests::ReplyError(const Error& error) {
  Reply(ErrorNumber(error, kPcpUnknownMetric));
}

// As PCP's logger does: what comes next cannot be understood either.
void ControlRequests::EndConversation(const std::string& why) {
  ErrorPdu{kPcpProtocol}.Encode(*out_);
  Finish(why);
}

}  // namespace fdr
