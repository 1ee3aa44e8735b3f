// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/bucket_frame.h"

#include <bit>

namespace fdr {
namespace {

constexpr std::size_t kAlignment = 8, kHeadBytes = 20;
constexpr std::uint64_t kLongestJson = 256 << 20;

template <class Number>
void AppendLittleEndian(Number number, std::string& out) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    out += static_cast<char>(number >> (8 * i) & 0xff);
}

std::size_t PaddingBehind(std::uint64_t bytes) {
  return static_cast<std::size_t>((kAlignment - bytes % kAlignment) % kAlignment);
}

}  // namespace

TextParts FrameText(ViewerFrame head, std::function<TextParts()> make_json) {
  const Result<std::uint64_t> size = SizeOf(make_json(), kLongestJson);
  if (!size) co_return Fail(size.error());
  const std::size_t blanks = PaddingBehind(kHeadBytes + *size);
  std::string text(head.magic);
  text += static_cast<char>(ViewerFrame::kVersion);
  text += static_cast<char>(head.flags);
  AppendLittleEndian(head.fields, text);
  AppendLittleEndian(head.n, text);
  AppendLittleEndian(head.series, text);
  AppendLittleEndian(static_cast<std::uint32_t>(*size + blanks), text);
  TextParts json = make_json();
  for (bool goes_on = true; goes_on;) {
    const Result<bool> appended = json.AppendNext(text);
    if (!appended) co_return Fail(appended.error());
    goes_on = *appended;
    co_yield text;
  }
  text.append(blanks, ' ');
  co_return text;
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
