// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the functions of an agent take and return: members of domains, and values.

#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/value.h"

namespace fdr::agent {

/// A member of a domain.  A metric without a domain has only one member, with no name.
struct Member {
  InstanceId id = kSingular;
  std::string_view name;
  std::size_t index = 0;  ///< the first one that Members::Add() added is 0
};

/// The members of a domain.  Reuses its memory.
class Members {
 public:
  /// The number of the member is that which its name had before in this process, or a new one.  So
  /// the memory of the agent grows with the names.  Empty names are left out.
  void Add(std::string_view name);
  /// With a number of your own, 0 or more.  A domain has members of the one kind or of the other.
  void Add(InstanceId id, std::string_view name);

  std::size_t size() const { return places_.size(); }
  Member operator[](std::size_t i) const {
    const Place& place = places_[i];
    return {place.id, std::string_view(text_).substr(place.begin, place.length), i};
  }
  void Clear();

 private:
  struct Place {
    InstanceId id;
    std::size_t begin, length;
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
  };

  std::vector<Place> places_;
  std::string text_;  // of all names
  std::unordered_map<std::string, InstanceId, NameHash, std::equal_to<>> numbers_;
};

/// A value on its way between a function and a message.
struct Cell {
  bool has_value = false;
  std::uint64_t bits = 0;  ///< of a number
  std::string text;        ///< of a string
};

template <class T>
inline constexpr bool kIsText = std::is_convertible_v<const T&, std::string_view>;

/// The type of a metric whose function returns T.
template <class T>
constexpr Type TypeOf() {
  if constexpr (std::is_same_v<T, float>) return Type::kFloat;
  if constexpr (std::is_same_v<T, double>) return Type::kDouble;
  if constexpr (kIsText<T>) return Type::kString;
  constexpr bool kIsLong = std::is_integral_v<T> && sizeof(T) == 8;
  constexpr bool kIsShort = std::is_integral_v<T> && sizeof(T) < 8;
  constexpr bool kHasSign = std::is_signed_v<T>;
  if constexpr (kIsLong) return kHasSign ? Type::k64 : Type::kU64;
  if constexpr (kIsShort) return kHasSign ? Type::k32 : Type::kU32;
  static_assert(std::is_arithmetic_v<T> || kIsText<T>,
                "A value is an integer, a float, a double or a text");
}

/// std::optional<T> is a value of the type T that may be missing.
template <class T>
struct Required {
  using Type = T;
};
template <class T>
struct Required<std::optional<T>> {
  using Type = T;
};

template <class T>
void PutValue(const T& value, Cell& cell) {
  cell.has_value = true;
  if constexpr (kIsText<T>)
    cell.text = std::string_view(value);
  else if constexpr (std::is_same_v<T, float>)
    cell.bits = std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    cell.bits = std::bit_cast<std::uint64_t>(value);
  else
    cell.bits = static_cast<std::uint64_t>(value);
}

template <class T>
void PutValue(const std::optional<T>& value, Cell& cell) {
  cell.has_value = value.has_value();
  if (value) PutValue(*value, cell);
}

/// The value as a function that stores takes it; a text is valid during the call.
template <class T>
auto TakeValue(const Cell& cell) {
  if constexpr (kIsText<T>)
    return std::string_view(cell.text);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(cell.bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(cell.bits);
  else
    return static_cast<T>(cell.bits);
}

}  // namespace fdr::agent
