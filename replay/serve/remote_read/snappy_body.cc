// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/snappy_body.h"

#include <fmt/format.h>
#include <snappy.h>

namespace fdr {

Result<std::string> FromSnappy(std::string_view compressed, std::size_t most) {
  std::size_t size = 0;
  if (!snappy::GetUncompressedLength(compressed.data(), compressed.size(), &size))
    return Fail(Errc::kInvalidArgument, "the body is not compressed with snappy");
  if (size > most)
    return Fail(Errc::kTooLarge, fmt::format("the body has more than {} bytes", most));
  std::string content(size, '\0');
  if (!snappy::RawUncompress(compressed.data(), compressed.size(), content.data()))
    return Fail(Errc::kInvalidArgument, "the body is not compressed with snappy");
  return content;
}

std::string ToSnappy(std::string_view content) {
  std::string compressed;
  snappy::Compress(content.data(), content.size(), &compressed);
  return compressed;
}

}  // namespace fdr
