// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instances the next fetches are to return.

#pragma once

#include "fdr/replay/live/pdu.h"
#include "fdr/replay/profile.h"

namespace fdr {

struct ProfilePdu {
  std::uint32_t context = 0;  ///< any number: that of the fetches
  Profile profile;

  static Result<ProfilePdu> Decode(Bytes body);
  static void Encode(std::uint32_t context, const Profile& profile, ByteBuffer& out);
};

}  // namespace fdr
