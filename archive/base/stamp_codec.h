// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How time stamps are stored.  See docs/format/framing.md.

#pragma once

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class ByteReader;
class ByteWriter;

/// Bytes that a stamp takes: 8 (seconds, microseconds) or 12 (seconds, nanoseconds).
constexpr std::size_t StampSize(Version version) { return version == Version::k2 ? 8 : 12; }

/// Reads the stamp at `p`, which has StampSize(version) bytes.  The seconds of version 3 are two
/// words, the low one first.  The result need not be Valid(); microseconds too large for a
/// nanosecond count are clamped, which keeps them invalid.
Timestamp LoadStamp(Version version, const std::byte* p);

Timestamp ReadStamp(Version version, ByteReader& in);

/// Version 2 truncates to microseconds.
void WriteStamp(Version version, Timestamp stamp, ByteWriter& out);

/// The stamp as a reader gets it after it was stored.
constexpr Timestamp AsStored(Version version, Timestamp stamp) {
  return version == Version::k2 ? Timestamp{stamp.sec, stamp.nsec / 1000 * 1000} : stamp;
}

/// kInvalidArgument for a stamp that is not Valid(), and for one that version 2 cannot hold: it
/// ends in 2038.
Result<void> CheckStorable(Version version, Timestamp stamp);

}  // namespace fdr
