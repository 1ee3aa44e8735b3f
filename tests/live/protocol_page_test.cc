// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages in docs/pmcd-protocol.md can be decoded.

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

template <class Message>
std::string Complaint(Bytes body) {
  return test::ErrorOf(Message::Decode(body));
}

std::string Complaint(PduType type, Bytes body) {
  switch (type) {
    case PduType::kError:
      return Complaint<GreetingPdu>(body);
    case PduType::kResult: {
      ResultRecord record;
      return test::ErrorOf(DecodeResultPdu({type, body}, record));
    }
    case PduType::kProfile:
      return Complaint<ProfilePdu>(body);
    case PduType::kFetch:
      return Complaint<FetchPdu>(body);
    case PduType::kDescRequest:
      return Complaint<DescRequestPdu>(body);
    case PduType::kDesc:
      return Complaint<DescPdu>(body);
    case PduType::kInstanceRequest:
      return Complaint<InstanceRequestPdu>(body);
    case PduType::kInstance:
      return Complaint<InstancePdu>(body);
    case PduType::kTextRequest:
      return Complaint<TextRequestPdu>(body);
    case PduType::kText:
      return Complaint<TextPdu>(body);
    case PduType::kCredentials:
      return Complaint<CredentialsPdu>(body);
    case PduType::kIds:
      return Complaint<IdsPdu>(body);
    case PduType::kNames:
      return Complaint<NamesPdu>(body);
    case PduType::kLabelRequest:
      return Complaint<LabelRequestPdu>(body);
    case PduType::kLabel:
      return Complaint<LabelPdu>(body);
    case PduType::kDescIds:
      return Complaint<DescIdsPdu>(body);
    case PduType::kDescs:
      return Complaint<DescsPdu>(body);
    default:
      return "not expected here";
  }
}

TEST(ProtocolPageTest, ItsMessagesAreMessages) {
  std::ifstream page(FDR_PROTOCOL_PAGE);
  std::set<PduType> types;
  std::string line, hex;
  bool is_message = false;
  while (std::getline(page, line)) {
    if (line == "```message") {
      is_message = true;
      hex.clear();
    } else if (is_message && line == "```") {
      is_message = false;
      const test::RecordBuilder bytes(hex);
      const Bytes message = bytes;
      ASSERT_GE(message.size(), kPduHeaderSize) << hex;
      const auto header = PduHeader::Decode(message.first<kPduHeaderSize>());
      ASSERT_TRUE(header) << hex;
      EXPECT_EQ(header->length, message.size()) << hex;
      EXPECT_EQ(Complaint(header->type, message.subspan(kPduHeaderSize)), "") << hex;
      types.insert(header->type);
    } else if (is_message) {
      hex += line;
    }
  }
  EXPECT_EQ(types.size(), 17u);
}

}  // namespace
}  // namespace fdr
