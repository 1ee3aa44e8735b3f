// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_conversion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/contexts/replay_options.h"
#include "fdr/replay/values/growth.h"

namespace fdr::pmapi {
namespace {

constexpr std::array<double, 6> kSecondsOf = {1e9, 1e6, 1e3, 1, 60, 3600};

// Used instead of zero or negative elapsed time.
constexpr double kLeastElapsed = 1e-9;

// Converts a rate per second to a rate per unit of time.
double PerUnit(double per_second, unsigned int scale) {
  if (scale >= kSecondsOf.size()) return per_second;
  return scale < PM_TIME_SEC ? per_second / kSecondsOf[scale] : per_second * kSecondsOf[scale];
}

bool HaveSameDimensions(const pmUnits& a, const pmUnits& b) {
  return a.dimSpace == b.dimSpace && a.dimTime == b.dimTime && a.dimCount == b.dimCount;
}

int ScaleNumber(const GroupConversion& conversion, double& number) {
  if (!conversion.is_scaled) return 0;
  pmAtomValue from, to;
  from.d = number;
  const int status =
      pmConvScale(PM_TYPE_DOUBLE, &from, &conversion.desc.units, &to, &conversion.units);
  if (status >= 0) number = to.d * conversion.multiplier;
  return status;
}

// Reads a number that must take up the whole text.
template <class Number>
int ReadNumber(const char* text, Number (*read)(const char*, char**), Number& number) {
  char* end;
  errno = 0;
  number = read(text, &end);
  if (errno != 0) return -errno;
  return *end == '\0' ? 0 : PM_ERR_TYPE;
}

int ReadText(const char* text, int type, pmAtomValue& to) {
  const auto signed_number = [](const char* from, char** end) {
    return static_cast<std::int64_t>(std::strtoll(from, end, 0));
  };
  const auto unsigned_number = [](const char* from, char** end) {
    return static_cast<std::uint64_t>(std::strtoull(from, end, 0));
  };
  std::int64_t number = 0;
  std::uint64_t natural = 0;
  switch (type) {
    case PM_TYPE_32: {
      const int status = ReadNumber<std::int64_t>(text, signed_number, number);
      to.l = static_cast<std::int32_t>(number);
      return status == 0 && to.l != number ? -ERANGE : status;
    }
    case PM_TYPE_U32: {
      const int status = ReadNumber<std::uint64_t>(text, unsigned_number, natural);
      to.ul = static_cast<std::uint32_t>(natural);
      return status == 0 && to.ul != natural ? -ERANGE : status;
    }
    case PM_TYPE_64: {
      const int status = ReadNumber<std::int64_t>(text, signed_number, number);
      to.ll = number;
      return status;
    }
    case PM_TYPE_U64: {
      const int status = ReadNumber<std::uint64_t>(text, unsigned_number, natural);
      to.ull = natural;
      return status;
    }
    case PM_TYPE_FLOAT:
      return ReadNumber<float>(text, std::strtof, to.f);
    case PM_TYPE_DOUBLE:
      return ReadNumber<double>(text, std::strtod, to.d);
    default:
      return PM_ERR_TYPE;
  }
}

std::string TextOf(const pmAtomValue& value, int type) {
  std::array<char, 64> text = {};
  switch (type) {
    case PM_TYPE_32:
      return std::to_string(value.l);
    case PM_TYPE_U32:
      return std::to_string(value.ul);
    case PM_TYPE_64:
      return std::to_string(value.ll);
    case PM_TYPE_U64:
      return std::to_string(value.ull);
    case PM_TYPE_FLOAT:
      std::snprintf(text.data(), text.size(), "%.9e", static_cast<double>(value.f));
      return text.data();
    default:
      std::snprintf(text.data(), text.size(), "%.17e", value.d);
      return text.data();
  }
}

// The recorded value in another type.
int ConvertType(const GroupConversion& conversion, int format, const pmValue& value,
                pmAtomValue& to) {
  const int from_type = conversion.desc.type;
  const bool from_text = from_type == PM_TYPE_STRING;
  const bool to_text = conversion.out_type == PM_TYPE_STRING;
  if (from_text == to_text)
    return pmExtractValue(format, &value, from_type, &to, conversion.out_type);
  pmAtomValue own;
  if (const int status = pmExtractValue(format, &value, from_type, &own, from_type); status < 0)
    return status;
  if (to_text) {
    to.cp = NewString(TextOf(own, from_type));
    return 0;
  }
  const MallocPtr<char> text(own.cp);
  return ReadText(text.get(), conversion.out_type, to);
}

int NumberOf(const GroupConversion& conversion, int format, const pmValue& value, double& number) {
  GroupConversion plain{.desc = conversion.desc, .out_type = PM_TYPE_DOUBLE};
  pmAtomValue atom = {};
  const int status = ConvertType(plain, format, value, atom);
  number = atom.d;
  return status;
}

// PCP returns x86's results for numbers that are slightly too large, and for NaN.
constexpr double kTwo31 = 2147483648.0, kTwo32 = 4294967296.0, kTwo63 = 9223372036854775808.0;

std::int64_t Truncated(double number) {
  return number >= -kTwo63 && number < kTwo63 ? static_cast<std::int64_t>(number)
                                              : std::numeric_limits<std::int64_t>::min();
}

std::uint64_t TruncatedNatural(double number) {
  if (number < kTwo63 || std::isnan(number)) return static_cast<std::uint64_t>(Truncated(number));
  return static_cast<std::uint64_t>(Truncated(number - kTwo63)) ^ (std::uint64_t{1} << 63);
}

int ConvertNumber(double number, int type, pmAtomValue& to) {
  switch (type) {
    case PM_TYPE_32:
      if (number > kTwo31 - 1 || number < -kTwo31) return PM_ERR_TRUNC;
      to.l = std::isnan(number) ? std::numeric_limits<std::int32_t>::min()
                                : static_cast<std::int32_t>(number);
      return 0;
    case PM_TYPE_U32:
      if (number < 0) return PM_ERR_SIGN;
      if (number > kTwo32 - 1) return PM_ERR_TRUNC;
      to.ul = static_cast<std::uint32_t>(Truncated(number));
      return 0;
    case PM_TYPE_64:
      if (number > kTwo63 || number < -kTwo63) return PM_ERR_TRUNC;
      to.ll = Truncated(number);
      return 0;
    case PM_TYPE_U64:
      if (number < 0) return PM_ERR_SIGN;
      if (number > 2 * kTwo63) return PM_ERR_TRUNC;
      to.ull = TruncatedNatural(number);
      return 0;
    case PM_TYPE_FLOAT:
      if (std::abs(number) > std::numeric_limits<float>::max()) return PM_ERR_TRUNC;
      to.f = static_cast<float>(number);
      return 0;
    case PM_TYPE_DOUBLE:
      to.d = number;
      return 0;
    default: {
      pmAtomValue own;
      own.d = number;
      to.cp = NewString(TextOf(own, PM_TYPE_DOUBLE));
      return 0;
    }
  }
}

}  // namespace

bool IsGroupType(int type) { return type >= PM_TYPE_32 && type <= PM_TYPE_STRING; }

pmAtomValue SentinelOf(int type) {
  pmAtomValue atom = {};
  switch (type) {
    case PM_TYPE_32:
      atom.l = -1;
      break;
    case PM_TYPE_U32:
      atom.ul = std::numeric_limits<std::uint32_t>::max();
      break;
    case PM_TYPE_64:
      atom.ll = -1;
      break;
    case PM_TYPE_U64:
      atom.ull = std::numeric_limits<std::uint64_t>::max();
      break;
    case PM_TYPE_FLOAT:
      atom.f = -std::numeric_limits<float>::quiet_NaN();  // the result of 0 / 0
      break;
    case PM_TYPE_DOUBLE:
      atom.d = -std::numeric_limits<double>::quiet_NaN();
      break;
    default:
      break;
  }
  return atom;
}

ConvertedValue NoValue(int status, int type) { return {status, SentinelOf(type)}; }

int SetScale(const char* scale, GroupConversion& conversion) {
  const pmDesc& desc = conversion.desc;
  if (scale == nullptr) {
    conversion.is_rate = desc.sem == PM_SEM_COUNTER;
    return 0;
  }
  const std::string_view words = scale;
  conversion.is_rate = words == "rate";
  if (words == "rate" || words == "instant") return 0;
  char* message = nullptr;
  const int status = pmParseUnitsStr(scale, &conversion.units, &conversion.multiplier, &message);
  const MallocPtr<char> unused(status < 0 ? message : nullptr);
  if (status < 0) return status;
  conversion.is_scaled = true;
  if (HaveSameDimensions(conversion.units, desc.units)) return 0;
  // Turns units per minute into plain units; the result is their growth per minute.
  conversion.multiplier = PerUnit(conversion.multiplier, conversion.units.scaleTime);
  conversion.units.dimTime = (conversion.units.dimTime + 1) & 0xf;
  conversion.is_rate = true;
  return HaveSameDimensions(conversion.units, desc.units) ? 0 : PM_ERR_CONV;
}

ConvertedValue ConvertValue(const GroupConversion& conversion, int format, const pmValue& value) {
  pmAtomValue atom = {};
  int status = 0;
  if (!conversion.is_scaled) {
    status = ConvertType(conversion, format, value, atom);
  } else {
    double number;
    status = NumberOf(conversion, format, value, number);
    if (status >= 0) status = ScaleNumber(conversion, number);
    if (status >= 0) status = ConvertNumber(number, conversion.out_type, atom);
  }
  return status < 0 ? NoValue(status, conversion.out_type) : ConvertedValue{0, atom};
}

ConvertedValue ConvertRate(const GroupConversion& conversion, int format, const pmValue& value,
                           const ValueBefore& before) {
  pmAtomValue atom = {};
  double number, previous;
  int status = NumberOf(conversion, format, value, number);
  if (status >= 0) status = before.error;
  if (status >= 0) status = NumberOf(conversion, before.format, *before.value, previous);
  if (status >= 0 && number < previous) {
    if (CountersFromEnvironment() == CounterRule::kReset) status = PM_ERR_VALUE;
    number += RangeOf(static_cast<Type>(conversion.desc.type));
  }
  if (status >= 0) {
    number = (number - previous) / std::max(before.elapsed, kLeastElapsed);
    status = ScaleNumber(conversion, number);
  }
  if (status >= 0) status = ConvertNumber(number, conversion.out_type, atom);
  return status < 0 ? NoValue(status, conversion.out_type) : ConvertedValue{0, atom};
}

}  // namespace fdr::pmapi
