// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that the next fetches return.

#pragma once

#include "fdr/replay/profile.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct ProfilePdu {
  std::uint32_t context = 0;  ///< any number, the same as in the fetches
  Profile profile;

  static Result<ProfilePdu> Decode(Bytes body);
  static void Encode(std::uint32_t context, const Profile& profile, ByteBuffer& out);
};

}  // namespace fdr
