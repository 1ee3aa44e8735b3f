// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmExtractValue: converts a fetched value to any type.

#include <fmt/format.h>
#include <pcp/pmapi.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fdr/archive/base/value.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/base/truncate.h"

using fdr::pmapi::Guarded;
using fdr::pmapi::NewString;

namespace {

// Negative numbers that are too low for the type wrap; an unsigned type refuses all negative
// numbers.
template <class To, class From>
int Store(From number, To& out) {
  if constexpr (std::floating_point<To>) {
    out = static_cast<To>(number);
    return 0;
  } else if constexpr (std::integral<From>) {
    if (std::is_unsigned_v<To> && std::cmp_less(number, 0)) return PM_ERR_SIGN;
    if (std::cmp_greater(number, std::numeric_limits<To>::max())) return PM_ERR_TRUNC;
    out = static_cast<To>(number);
    return 0;
  } else {
    constexpr bool kIs32 = std::is_same_v<To, std::int32_t>;
    if ((kIs32 ? std::fabs(number) : number) >= static_cast<From>(std::numeric_limits<To>::max()))
      return PM_ERR_TRUNC;
    if (std::is_unsigned_v<To> && number < 0) return PM_ERR_SIGN;
    out = fdr::pmapi::Truncate<To>(number);
    return 0;
  }
}

template <class Number>
std::string FormatNumber(Number number) {
  if constexpr (std::integral<Number>)
    return std::to_string(number);
  else
    return fmt::format("{:.16g}", static_cast<double>(number));
}

template <class Number>
int ConvertNumber(Number number, int type, pmAtomValue* out) {
  switch (type) {
    case PM_TYPE_32:
      return Store(number, out->l);
    case PM_TYPE_U32:
      return Store(number, out->ul);
    case PM_TYPE_64:
      return Store(number, out->ll);
    case PM_TYPE_U64:
      return Store(number, out->ull);
    case PM_TYPE_FLOAT:
      return Store(number, out->f);
    case PM_TYPE_DOUBLE:
      return Store(number, out->d);
    case PM_TYPE_STRING:
      if (!fdr::pmapi::SpeaksVersion7()) return PM_ERR_CONV;
      out->cp = NewString(FormatNumber(number));
      return 0;
    default:
      return PM_ERR_CONV;
  }
}

int ConvertWord(int word, int from, int to, pmAtomValue* out) {
  switch (from) {
    case PM_TYPE_32:
    case PM_TYPE_UNKNOWN:
      return ConvertNumber(word, to, out);
    case PM_TYPE_U32:
      return ConvertNumber(static_cast<std::uint32_t>(word), to, out);
    case PM_TYPE_FLOAT:
      return ConvertNumber(std::bit_cast<float>(word), to, out);
    default:
      return PM_ERR_CONV;
  }
}

template <class Number>
int ConvertPayload(std::string_view payload, int to, pmAtomValue* out) {
  Number number;
  if (payload.size() != sizeof number) return PM_ERR_CONV;
  std::memcpy(&number, payload.data(), sizeof number);
  return ConvertNumber(number, to, out);
}

int ConvertBlock(const pmValueBlock& block, int from, int to, pmAtomValue* out) {
  // Blocks of old archives have no type, and so 0.
  if ((static_cast<int>(block.vtype) != from && block.vtype != 0) || block.vlen < PM_VAL_HDR_SIZE)
    return PM_ERR_CONV;
  const std::string_view payload(block.vbuf, block.vlen - PM_VAL_HDR_SIZE);
  switch (from) {
    case PM_TYPE_64:
      return ConvertPayload<std::int64_t>(payload, to, out);
    case PM_TYPE_U64:
      return ConvertPayload<std::uint64_t>(payload, to, out);
    case PM_TYPE_FLOAT:
      return ConvertPayload<float>(payload, to, out);
    case PM_TYPE_DOUBLE:
      return ConvertPayload<double>(payload, to, out);
    case PM_TYPE_STRING:
      if (to != from) return PM_ERR_CONV;
      out->cp = NewString(payload);
      return 0;
    case PM_TYPE_AGGREGATE:
      if (to != from) return PM_ERR_CONV;
      out->vbp = static_cast<pmValueBlock*>(fdr::pmapi::Allocate(block.vlen).release());
      std::memcpy(out->vbp, &block, block.vlen);
      return 0;
    default:
      return PM_ERR_CONV;
  }
}

// Fast path for numbers in their usual storage.
bool ExtractDouble(int valfmt, const pmValue& value, int type, double& out) {
  if (valfmt == PM_VAL_INSITU) {
    if (type != PM_TYPE_32 && type != PM_TYPE_U32) return false;
    const int word = value.value.lval;
    const std::int64_t number =
        type == PM_TYPE_32 ? word : std::int64_t{std::bit_cast<std::uint32_t>(word)};
    out = static_cast<double>(number);
    return true;
  }
  if (valfmt != PM_VAL_DPTR && valfmt != PM_VAL_SPTR) return false;
  const pmValueBlock& block = *value.value.pval;
  std::uint32_t header;
  std::uint64_t bits;
  std::memcpy(&header, &block, sizeof header);
  if (header != fdr::BlockHeader(static_cast<fdr::Type>(type), sizeof bits)) return false;
  std::memcpy(&bits, block.vbuf, sizeof bits);
  switch (type) {
    case PM_TYPE_64:
      out = static_cast<double>(std::bit_cast<std::int64_t>(bits));
      return true;
    case PM_TYPE_U64:
      out = static_cast<double>(bits);
      return true;
    case PM_TYPE_DOUBLE:
      out = std::bit_cast<double>(bits);
      return true;
    default:
      return false;
  }
}

int ExtractAny(int valfmt, const pmValue* ival, int itype, pmAtomValue* oval, int otype) {
  std::memset(oval, 0, sizeof *oval);  // all of the union: {} would be its first member
  switch (valfmt) {
    case PM_VAL_INSITU:
      return ConvertWord(ival->value.lval, itype, otype, oval);
    case PM_VAL_DPTR:
    case PM_VAL_SPTR:
      return ConvertBlock(*ival->value.pval, itype, otype, oval);
    default:
      return PM_ERR_CONV;
  }
}

[[gnu::noinline]] int Extract(int valfmt, const pmValue* ival, int itype, pmAtomValue* oval,
                              int otype) {
  return Guarded([&] { return ExtractAny(valfmt, ival, itype, oval, otype); });
}

}  // namespace

// Most programs ask for doubles, for every value: this path needs no stack and few jumps.
int pmExtractValue(int valfmt, const pmValue* ival, int itype, pmAtomValue* oval, int otype) {
  if (otype == PM_TYPE_DOUBLE && ExtractDouble(valfmt, *ival, itype, oval->d)) return 0;
  return Extract(valfmt, ival, itype, oval, otype);
}
