// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/bucket_frame.h"

#include <bit>

namespace fdr {
namespace {

constexpr std::size_t kAlignment = 8, kHeadBytes = 20;

template <class Number>
void AppendLittleEndian(Number number, std::string& out) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    out += static_cast<char>(number >> (8 * i) & 0xff);
}

std::size_t PaddingBehind(std::uint64_t bytes) {
  return static_cast<std::size_t>((kAlignment - bytes % kAlignment) % kAlignment);
}

}  // namespace

void AppendFrameHead(const ViewerFrame& head, std::string_view json, std::string& out) {
  const std::size_t blanks = PaddingBehind(kHeadBytes + json.size());
  out += head.magic;
  out += static_cast<char>(ViewerFrame::kVersion);
  out += static_cast<char>(head.flags);
  AppendLittleEndian(head.fields, out);
  AppendLittleEndian(head.n, out);
  AppendLittleEndian(head.series, out);
  AppendLittleEndian(static_cast<std::uint32_t>(json.size() + blanks), out);
  out += json;
  out.append(blanks, ' ');
}

void AppendNumber(double number, bool is_wide, std::string& out) {
  if (is_wide)
    AppendLittleEndian(std::bit_cast<std::uint64_t>(number), out);
  else
    AppendLittleEndian(std::bit_cast<std::uint32_t>(static_cast<float>(number)), out);
}

void AppendPadding(std::uint64_t bytes, std::string& out) {
  out.append(PaddingBehind(bytes), '\0');
}

}  // namespace fdr
