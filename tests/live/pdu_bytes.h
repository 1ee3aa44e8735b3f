// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for messages in tests: converts them to bytes, damages them, and decodes them.

#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fdr/replay/sources/pdu/pdu.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr::test {

/// The bytes behind the header, which has to be right.
inline Bytes BodyOf(const RecordBuilder& message, PduType type) {
  const Bytes bytes = message;
  const Result<PduHeader> header = PduHeader::Decode(bytes.first<kPduHeaderSize>());
  EXPECT_TRUE(header) << ErrorOf(header);
  EXPECT_EQ(header->length, bytes.size());
  EXPECT_EQ(header->type, type);
  return bytes.subspan(kPduHeaderSize);
}

template <class Message, class... Arguments>
std::string Encoded(const Message& message, Arguments... arguments) {
  ByteBuffer out;
  message.Encode(arguments..., out);
  return ToHex(out);
}

/// Checks that no prefix of the body is a message.  No damage may make the decoder read outside of
/// the body.
template <class Message>
void ExpectSurvivesDamage(Bytes body) {
  ForEachTruncation(body, [&](Bytes damaged) {
    const auto decoded = Message::Decode(damaged);
    ASSERT_FALSE(decoded) << damaged.size() << " bytes";
    EXPECT_EQ(decoded.error().code, Errc::kProtocol);
  });
  ForEachBitFlip(body, [&](Bytes damaged) { (void)Message::Decode(damaged); });
}

/// The error of decoding such a body.
template <class Message>
std::string Complaint(const RecordBuilder& body) {
  return ErrorOf(Message::Decode(body));
}

}  // namespace fdr::test
