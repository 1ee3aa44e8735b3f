// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whole messages with their header.  The decoder of the type must cope with any body.  A decoded
// message must be the same after it was encoded and decoded again.  Only padding may change.

#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

// Decodes the body, encodes the message, and decodes it again.
template <class Decode, class Encode>
void RoundTrip(Bytes body, Decode decode, Encode encode) {
  const auto first = decode(body);
  if (!first) return;
  ByteBuffer once;
  encode(*first, once);
  const auto second = decode(Bytes(once).subspan(kPduHeaderSize));
  Require(second.has_value(), "what was encoded can be decoded");
  ByteBuffer twice;
  encode(*second, twice);
  RequireSame(twice, once);
}

template <class Message>
void RoundTrip(Bytes body) {
  RoundTrip(body, &Message::Decode, [](const Message& m, ByteBuffer& out) { m.Encode(out); });
}

// Goes through the result of a fetch, as fetched values do.
void ResultRoundTrip(PduType type, Bytes body) {
  const auto decode = [type](Bytes bytes) -> Result<FetchResult> {
    ResultRecord record;
    if (const Result<void> decoded = DecodeResultPdu({type, bytes}, record); !decoded)
      return Fail(decoded.error());
    FetchResult result;
    result.Begin(record.stamp());
    for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
    return result;
  };
  RoundTrip(body, decode, [type](const FetchResult& result, ByteBuffer& out) {
    ResultEncoder encoder;
    encoder.Begin(result.stamp());
    AddSets(result, encoder);
    EncodeResultPdu(type, encoder, out);
  });
}

void Run(PduType type, Bytes body) {
  switch (type) {
    case PduType::kError:
      RoundTrip<ErrorPdu>(body);
      return RoundTrip<GreetingPdu>(body);
    case PduType::kResult:
    case PduType::kHighresResult:
      return ResultRoundTrip(type, body);
    case PduType::kProfile:
      return RoundTrip(body, &ProfilePdu::Decode, [](const ProfilePdu& pdu, ByteBuffer& out) {
        ProfilePdu::Encode(pdu.context, pdu.profile, out);
      });
    case PduType::kFetch:
    case PduType::kHighresFetch:
      return RoundTrip(body, &FetchPdu::Decode, [type](const FetchPdu& pdu, ByteBuffer& out) {
        FetchPdu::Encode(type, pdu.context, pdu.metrics, out);
      });
    case PduType::kDescRequest:
      return RoundTrip<DescRequestPdu>(body);
    case PduType::kDesc:
      return RoundTrip<DescPdu>(body);
    case PduType::kDescIds:
      return RoundTrip(body, &DescIdsPdu::Decode, [](const DescIdsPdu& pdu, ByteBuffer& out) {
        DescIdsPdu::Encode(pdu.ids, out);
      });
    case PduType::kDescs:
      return RoundTrip<DescsPdu>(body);
    case PduType::kInstanceRequest:
      return RoundTrip<InstanceRequestPdu>(body);
    case PduType::kInstance:
      return RoundTrip<InstancePdu>(body);
    case PduType::kTextRequest:
      return RoundTrip<TextRequestPdu>(body);
    case PduType::kText:
      return RoundTrip<TextPdu>(body);
    case PduType::kCredentials:
      return RoundTrip<CredentialsPdu>(body);
    case PduType::kIds:
      return RoundTrip<IdsPdu>(body);
    case PduType::kNames:
      return RoundTrip<NamesPdu>(body);
    case PduType::kChildren:
    case PduType::kTraverse:
      return RoundTrip(body, &SubtreePdu::Decode,
                       [type](const SubtreePdu& pdu, ByteBuffer& out) { pdu.Encode(type, out); });
    case PduType::kAttribute:
      return RoundTrip<AttributePdu>(body);
    case PduType::kLabelRequest:
      return RoundTrip<LabelRequestPdu>(body);
    case PduType::kLabel:
      return RoundTrip<LabelPdu>(body);
    case PduType::kLogControl:
    case PduType::kLogStatusOld:
    case PduType::kLogRequest:
    case PduType::kLogStatus:
      return;  // of no collector: log_control_fuzz has them
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes input = fdr::fuzz::Input(data, size);
  if (size < fdr::kPduHeaderSize) return 0;
  const auto header = fdr::PduHeader::Decode(input.first<fdr::kPduHeaderSize>());
  if (header) fdr::fuzz::Run(header->type, input.subspan(fdr::kPduHeaderSize));
  return 0;
}
