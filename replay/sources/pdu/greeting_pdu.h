// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first message of a collector: whether it accepts the client, and its features.  It looks like
// an error with one more word.

#pragma once

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// The features of a collector that concern us.
enum CollectorFeature : std::uint16_t {
  kFeatureSecure = 0x001,
  kFeatureAuthentication = 0x004,
  kFeatureCredentialsRequired = 0x008,  ///< refuses clients that do not authenticate
  kFeatureContainer = 0x040,
  kFeatureCertificateRequired = 0x080,  ///< refuses remote clients without a certificate
  kFeatureBrokenLabels = 0x100,
  kFeatureLabels = 0x200,
  kFeatureHighres = 0x400,
  kFeatureDescs = 0x800,
};

inline constexpr std::uint8_t kPduVersion = 2;

struct GreetingPdu {
  std::int32_t code = 0;  ///< not 0: refused, with this PCP error
  std::uint8_t version = kPduVersion;
  std::uint8_t licensed = 1;
  std::uint16_t features = 0;

  bool Has(CollectorFeature feature) const { return (features & feature) != 0; }

  static Result<GreetingPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
