// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A message to or from a logger.  What was decoded is encoded to what says the same.

#include "fdr/replay/sources/log_control/log_messages.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

Bytes BodyOf(const ByteBuffer& message) { return Bytes(message).subspan(kPduHeaderSize); }

void TryOrder(Bytes body) {
  const auto order = LogOrder::Decode(body);
  if (!order) return;
  Require(order->millis >= 0 && order->millis <= LogOrder::kMostMillis, "an interval is possible");
  Require(!order->metrics.empty(), "an order is about something");
  ByteBuffer once;
  order->Encode(once);
  Require(BodyOf(once).size() == body.size(), "an order has one size");
  const auto again = LogOrder::Decode(BodyOf(once));
  Require(again.has_value(), "what was encoded can be decoded");
  ByteBuffer twice;
  again->Encode(twice);
  RequireSame(twice, once);
}

void TryStates(Bytes body) {
  const auto states = LogStates::Decode(body);
  if (!states) return;
  ByteBuffer once, twice;
  states->Encode(once);
  const auto again = LogStates::Decode(BodyOf(once));
  Require(again.has_value(), "what was encoded can be decoded");
  again->Encode(twice);
  RequireSame(twice, once);
}

void TryStatus(PduType type, int version, Bytes body) {
  const auto status = LogStatus::Decode({type, body});
  if (!status) return;
  Require(status->start.Valid() && status->last.Valid() && status->now.Valid(), "times are valid");
  ByteBuffer once, twice;
  status->Encode(version, once);
  const auto again = LogStatus::Decode({type, BodyOf(once)});
  Require(again.has_value(), "what was encoded can be decoded");
  again->Encode(version, twice);
  RequireSame(twice, once);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const Bytes body = fuzz::Input(data, size);
  fuzz::TryOrder(body);
  fuzz::TryStates(body);
  fuzz::TryStatus(PduType::kLogStatus, kLogVersion, body);
  fuzz::TryStatus(PduType::kLogStatusOld, kLogVersionOld, body);
  if (const auto request = DecodeLogRequest(body)) {
    ByteBuffer once;
    EncodeLogRequest(*request, once);
    fuzz::Require(once.size() == kPduHeaderSize + body.size(), "a request has one size");
  }
  return 0;
}
