// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Changes values.  As with PCP's library, no function is atomic.

#include <pcp/mmv_stats.h>

#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "fdr/replay/pcp/mmv_stats/value_entry.h"

namespace {

using fdr::mmv::EntryOf;
using fdr::mmv::TypeOf;

// A number that does not fit becomes the lowest one, as the processors of PCP's usual hosts do it;
// an unsigned one is taken as if it had a sign and 64 bits.
template <class T>
T FromReal(double number) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    constexpr double kHalf = 9223372036854775808.0;  // 2^63
    if (number >= kHalf && number < 2 * kHalf) return static_cast<std::uint64_t>(number);
    return static_cast<std::uint64_t>(FromReal<std::int64_t>(number));
  } else if constexpr (std::is_same_v<T, std::uint32_t>) {
    return static_cast<std::uint32_t>(FromReal<std::int64_t>(number));
  } else {
    constexpr double kEnd = -static_cast<double>(std::numeric_limits<T>::min());
    if (number > -kEnd - 1 && number < kEnd) return static_cast<T>(number);
    return std::numeric_limits<T>::min();
  }
}

template <class T>
T Sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

// Calls `change(member)` with the member of the value that has the metric's type.
template <class Change>
inline void WithMember(int type, Change change) {
  switch (type) {
    case MMV_TYPE_I32:
      return change(&pmAtomValue::l);
    case MMV_TYPE_U32:
      return change(&pmAtomValue::ul);
    case MMV_TYPE_I64:
    case MMV_TYPE_ELAPSED:
      return change(&pmAtomValue::ll);
    case MMV_TYPE_U64:
      return change(&pmAtomValue::ull);
    case MMV_TYPE_FLOAT:
      return change(&pmAtomValue::f);
    case MMV_TYPE_DOUBLE:
      return change(&pmAtomValue::d);
    default:
      return;
  }
}

// A negative time starts an interval; the next one ends it, and what has passed counts.
void AddElapsed(pmAtomValue* value, std::int64_t time) {
  std::int64_t& extra = EntryOf(value).extra;
  if (time >= 0) value->ll = Sum(value->ll, Sum(time, extra));
  extra = time < 0 ? time : 0;
}

// Adds what `count_of(member)` says.
template <class CountOf>
inline void Add(void* addr, pmAtomValue* value, CountOf count_of) {
  if (addr == nullptr || value == nullptr) return;
  const int type = TypeOf(addr, value);
  if (type == MMV_TYPE_ELAPSED) return AddElapsed(value, count_of(&pmAtomValue::ll));
  WithMember(type, [&](auto member) { value->*member = Sum(value->*member, count_of(member)); });
}

template <class CountOf>
inline void Set(void* addr, pmAtomValue* value, CountOf to) {
  if (addr == nullptr || value == nullptr) return;
  WithMember(TypeOf(addr, value), [&](auto member) { value->*member = to(member); });
}

template <class T>
constexpr T TypeOfMember(T pmAtomValue::*);
template <class Member>
using TypeIn = decltype(TypeOfMember(std::declval<Member>()));

}  // namespace

void mmv_inc(void* addr, pmAtomValue* value) {
  Add(addr, value, [](auto member) { return static_cast<TypeIn<decltype(member)>>(1); });
}

void mmv_inc_value(void* addr, pmAtomValue* value, double count) {
  Add(addr, value, [&](auto member) { return FromReal<TypeIn<decltype(member)>>(count); });
}

void mmv_inc_atomvalue(void* addr, pmAtomValue* value, pmAtomValue* count) {
  if (count != nullptr) Add(addr, value, [&](auto member) { return count->*member; });
}

void mmv_add(void* addr, pmAtomValue* value, void* count) {
  mmv_inc_atomvalue(addr, value, static_cast<pmAtomValue*>(count));
}

void mmv_set_value(void* addr, pmAtomValue* value, double to) {
  Set(addr, value, [&](auto member) { return FromReal<TypeIn<decltype(member)>>(to); });
}

void mmv_set_atomvalue(void* addr, pmAtomValue* value, pmAtomValue* to) {
  if (to != nullptr) Set(addr, value, [&](auto member) { return to->*member; });
}

void mmv_set(void* addr, pmAtomValue* value, void* to) {
  mmv_set_atomvalue(addr, value, static_cast<pmAtomValue*>(to));
}

// A longer string is refused, as with PCP's library.
void mmv_set_string(void* addr, pmAtomValue* value, const char* string, int size) {
  constexpr int kLongest = MMV_STRINGMAX - 2;
  if (addr == nullptr || value == nullptr || string == nullptr || size < 0 || size > kLongest ||
      TypeOf(addr, value) != MMV_TYPE_STRING)
    return;
  char* const slot = fdr::mmv::At<char>(addr, static_cast<std::uint64_t>(EntryOf(value).extra));
  const auto length = static_cast<std::size_t>(size);
  std::memcpy(slot, string, length);
  slot[length] = '\0';
  value->ll = size;
}
