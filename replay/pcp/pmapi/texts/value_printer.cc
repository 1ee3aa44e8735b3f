// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmPrintValue: prints a value by its type if it is stored as the type requires, otherwise as its
// bytes suggest.

#include <pcp/pmapi.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/events/event_printer.h"
#include "fdr/replay/text/ascii.h"

namespace {

std::string_view PayloadOf(const pmValueBlock& block) {
  return {block.vbuf, std::max<std::size_t>(block.vlen, PM_VAL_HDR_SIZE) - PM_VAL_HDR_SIZE};
}

// Prints `text` between brackets or quotes, which count for the width.
void PrintEnclosed(FILE* f, char open, std::string_view text, char close, int width) {
  const auto length = static_cast<long>(text.size()) + 2;
  std::fprintf(f, "%*s%c", static_cast<int>(std::max(0L, width - length)), "", open);
  std::fwrite(text.data(), 1, text.size(), f);
  std::fputc(close, f);
}

void PrintQuoted(FILE* f, std::string_view text, int width) {
  PrintEnclosed(f, '"', text, '"', width);
}

// Replaces white space that would split one value for a program that reads it.
std::string Squashed(std::string_view text) {
  std::string squashed(text);
  std::replace_if(
      squashed.begin(), squashed.end(), [](char c) { return fdr::IsSpace(c); }, ' ');
  return squashed;
}

void PrintString(FILE* f, std::string_view text, int width) {
  text = text.substr(0, text.find('\0'));
  if (fdr::pmapi::SpeaksVersion7() && std::getenv("PCP_SQUASH_NEWLINES") != nullptr)
    PrintQuoted(f, Squashed(text), width);
  else
    PrintQuoted(f, text, width);
}

void PrintUntypedWord(FILE* f, int word, int width) {
  constexpr int kPrefix = 2;  // "0x"
  const auto bits = static_cast<std::uint32_t>(word);
  std::fprintf(f, "%*" PRIu32 " ", width, bits);
  if (const auto real = std::bit_cast<float>(bits); !std::isnan(real))
    std::fprintf(f, "%*.8g ", width, static_cast<double>(real));
  std::fprintf(f, "0x%*" PRIx32, width > kPrefix ? width - kPrefix : width, bits);
}

void PrintUntypedBytes(FILE* f, std::string_view bytes, int width) {
  if (bytes.size() == sizeof(double)) {
    double real;
    std::memcpy(&real, bytes.data(), sizeof real);
    std::fprintf(f, "%*" PRIu64 " ", width, std::bit_cast<std::uint64_t>(real));
    if (!std::isnan(real)) std::fprintf(f, "%*.16g ", width, real);
  } else if (bytes.size() == sizeof(float)) {
    float real;
    std::memcpy(&real, bytes.data(), sizeof real);
    if (!std::isnan(real)) std::fprintf(f, "%*.8g ", width, static_cast<double>(real));
  }
  if (std::all_of(bytes.begin(), bytes.end(), fdr::IsPrintable)) {
    PrintQuoted(f, bytes, width);
    std::fputc(' ', f);
  }
  std::string hex;
  for (const char c : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    hex += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  PrintEnclosed(f, '[', hex, ']', width);
}

void PrintUntyped(FILE* f, int valfmt, const pmValue& value, int width) {
  switch (valfmt) {
    case PM_VAL_INSITU:
      return PrintUntypedWord(f, value.value.lval, width);
    case PM_VAL_DPTR:
    case PM_VAL_SPTR:
      return PrintUntypedBytes(f, PayloadOf(*value.value.pval), width);
    default:
      std::fprintf(f, "pmPrintValue: bad valfmt (%d)?\n", valfmt);
  }
}

// False unless the value is a number, stored as its type requires.
bool PrintNumber(FILE* f, int valfmt, int type, const pmValue& value, int width) {
  pmAtomValue atom;
  if (type < PM_TYPE_32 || type > PM_TYPE_DOUBLE ||
      pmExtractValue(valfmt, &value, type, &atom, type) < 0)
    return false;
  switch (type) {
    case PM_TYPE_32:
      std::fprintf(f, "%*" PRId32, width, atom.l);
      break;
    case PM_TYPE_U32:
      std::fprintf(f, "%*" PRIu32, width, atom.ul);
      break;
    case PM_TYPE_64:
      std::fprintf(f, "%*" PRId64, width, atom.ll);
      break;
    case PM_TYPE_U64:
      std::fprintf(f, "%*" PRIu64, width, atom.ull);
      break;
    case PM_TYPE_FLOAT:
      std::fprintf(f, "%*.8g", width, static_cast<double>(atom.f));
      break;
    default:
      std::fprintf(f, "%*.16g", width, atom.d);
  }
  return true;
}

bool IsString(int valfmt, int type, const pmValue& value) {
  if (type != PM_TYPE_STRING || (valfmt != PM_VAL_DPTR && valfmt != PM_VAL_SPTR)) return false;
  const unsigned vtype = value.value.pval->vtype;
  return vtype == PM_TYPE_STRING || vtype == 0;  // 0: untyped, in old archives
}

void Print(FILE* f, int valfmt, int type, const pmValue& value, int width) {
  if ((type == PM_TYPE_EVENT || type == PM_TYPE_HIGHRES_EVENT) && valfmt != PM_VAL_INSITU)
    return fdr::pmapi::PrintEvents(f, type, PayloadOf(*value.value.pval));
  if (IsString(valfmt, type, value)) return PrintString(f, PayloadOf(*value.value.pval), width);
  if (!PrintNumber(f, valfmt, type, value, width)) PrintUntyped(f, valfmt, value, width);
}

}  // namespace

void pmPrintValue(FILE* f, int valfmt, int type, const pmValue* val, int minwidth) {
  fdr::pmapi::Guarded([&] {
    Print(f, valfmt, type, *val, minwidth);
    return 0;
  });
}
