// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A message of time control.  What was decoded is encoded to what says the same, with valid times.

#include "fdr/replay/sources/time_control/time_message.h"
#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const Bytes all = fuzz::Input(data, size);
  const auto announced = TimeMessage::SizeOf(all);
  if (!announced || !*announced || **announced > size) return 0;
  const auto message = TimeMessage::Decode(all.first(**announced));
  fuzz::Require(message.has_value(), "a message of the announced size is complete");
  fuzz::Require(message->position.Valid() && message->start.Valid() && message->end.Valid(),
                "its times are valid");
  fuzz::Require(message->delta >= 0, "its interval is no step back");
  ByteBuffer once, twice;
  message->Encode(once);
  const auto again = TimeMessage::Decode(once);
  fuzz::Require(again.has_value(), "what was encoded can be decoded");
  again->Encode(twice);
  fuzz::RequireSame(twice, once);
  return 0;
}
