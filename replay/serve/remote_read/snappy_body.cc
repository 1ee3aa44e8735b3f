// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/snappy_body.h"

#include <fmt/format.h>
#include <snappy.h>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"

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

void BeginSnappy(std::uint64_t size, std::string& out) { AppendVarint(size, out); }

// Copies in a compressed piece refer to what is shortly before them, so pieces can be joined.
void AppendSnappy(std::string_view piece, std::string& out) {
  std::string whole;
  snappy::Compress(piece.data(), piece.size(), &whole);
  out.append(whole, VarintSize(piece.size()));
}

}  // namespace fdr
