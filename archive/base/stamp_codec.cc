// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/stamp_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Timestamp LoadStamp(Version version, const std::byte* p) {
  if (version == Version::k2) {
    using Limits = std::numeric_limits<std::int32_t>;
    const std::int64_t nsec = std::int64_t{LoadI32(p + 4)} * 1000;
    return {LoadI32(p), static_cast<std::int32_t>(
                            std::clamp<std::int64_t>(nsec, Limits::min(), Limits::max()))};
  }
  const std::uint64_t low = LoadU32(p);
  const std::uint64_t high = LoadU32(p + 4);
  return {static_cast<std::int64_t>(high << 32 | low), LoadI32(p + 8)};
}

Timestamp ReadStamp(Version version, ByteReader& in) {
  const Bytes bytes = in.Take(StampSize(version));
  return bytes.empty() ? Timestamp{} : LoadStamp(version, bytes.data());
}

void WriteStamp(Version version, Timestamp stamp, ByteWriter& out) {
  if (version == Version::k2) {
    out.I32(static_cast<std::int32_t>(stamp.sec));
    out.I32(stamp.nsec / 1000);
    return;
  }
  const auto seconds = static_cast<std::uint64_t>(stamp.sec);
  out.U32(static_cast<std::uint32_t>(seconds));
  out.U32(static_cast<std::uint32_t>(seconds >> 32));
  out.I32(stamp.nsec);
}

Result<void> CheckStorable(Version version, Timestamp stamp) {
  if (!stamp.Valid())
    return Fail(Errc::kInvalidArgument,
                fmt::format("Not a time: {} seconds, {} nanoseconds", stamp.sec, stamp.nsec));
  if (version == Version::k2 && stamp.sec > std::numeric_limits<std::int32_t>::max())
    return Fail(
        Errc::kInvalidArgument,
        fmt::format("Version 2 of the archive format ends in 2038: it cannot hold second {}",
                    stamp.sec));
  return {};
}

}  // namespace fdr
