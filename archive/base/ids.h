// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The identifiers of metrics, instance domains and instances.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace fdr {

/// The bit of a stored identifier that is never set.
inline constexpr std::uint32_t kUnusedIdBit = 0x80000000;

/// A metric (PMID): domain (9 bits), cluster (12), item (10).  Default: none.
struct MetricId {
  std::uint32_t value = 0xffffffff;

  static constexpr MetricId Build(std::uint32_t domain, std::uint32_t cluster, std::uint32_t item) {
    return {(domain & 0x1ff) << 22 | (cluster & 0xfff) << 10 | (item & 0x3ff)};
  }
  constexpr std::uint32_t domain() const { return value >> 22 & 0x1ff; }
  constexpr std::uint32_t cluster() const { return value >> 10 & 0xfff; }
  constexpr std::uint32_t item() const { return value & 0x3ff; }
  constexpr bool IsNull() const { return value == 0xffffffff; }

  friend constexpr auto operator<=>(const MetricId&, const MetricId&) = default;
};

/// An instance domain: domain (9 bits), serial (22).  Default: the null domain of singular metrics.
struct InDomId {
  std::uint32_t value = 0xffffffff;

  static constexpr InDomId Build(std::uint32_t domain, std::uint32_t serial) {
    return {(domain & 0x1ff) << 22 | (serial & 0x3fffff)};
  }
  constexpr std::uint32_t domain() const { return value >> 22 & 0x1ff; }
  constexpr std::uint32_t serial() const { return value & 0x3fffff; }
  constexpr bool IsNull() const { return value == 0xffffffff; }

  friend constexpr auto operator<=>(const InDomId&, const InDomId&) = default;
};

/// An instance within a domain.  Only the instance of a singular metric is negative.
using InstanceId = std::int32_t;
inline constexpr InstanceId kSingular = -1;

/// "29.0.5"; "PM_ID_NULL"; "511.*.*" style for the roots of dynamic names.
std::string ToString(MetricId id);
/// "29.1"; "PM_INDOM_NULL".
std::string ToString(InDomId id);

}  // namespace fdr

template <>
struct std::hash<fdr::MetricId> {
  std::size_t operator()(fdr::MetricId id) const noexcept {
    return id.value * 0x9e3779b97f4a7c15u >> 16;
  }
};
template <>
struct std::hash<fdr::InDomId> {
  std::size_t operator()(fdr::InDomId id) const noexcept {
    return id.value * 0x9e3779b97f4a7c15u >> 16;
  }
};
