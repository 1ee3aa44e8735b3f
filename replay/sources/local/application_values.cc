// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/application_values.h"

#include <array>

namespace fdr::local {
namespace {

constexpr std::uint64_t kNoValue = ~std::uint64_t{0};

std::uint64_t Microseconds(Timestamp stamp) {
  return static_cast<std::uint64_t>(stamp.sec) * 1'000'000 +
         static_cast<std::uint64_t>(stamp.nsec / 1000);
}

void AddText(const mmv::ValueFile& file, const mmv::ValuePlace& place, FetchResult& result) {
  const auto text = file.Text(place);
  if (!text) return;
  std::array<char, mmv::kStringSize> payload;
  *std::copy(text->begin(), text->end(), payload.begin()) = '\0';
  result.AddBytes(place.instance, Type::kString, AsBytes({payload.data(), text->size() + 1}));
}

}  // namespace

void AddApplicationValues(const mmv::ServedFile& served, const ApplicationReading& metric,
                          const Profile& profile, FetchResult& result) {
  const mmv::ValueFile& file = served.file;
  const bool has_sentinel = served.HasFlag(mmv::kSentinel);
  const InDomId indom = metric.indom;
  const bool all = indom.IsNull() || profile.IncludesAll(indom);
  const std::span<const mmv::ValuePlace> places =
      std::span(file.content().values).subspan(metric.values.first, metric.values.count);
  FetchedSet& set = result.LastSet();
  const auto for_each = [&](std::uint64_t no_value, auto add) {
    for (const mmv::ValuePlace& place : places) {
      const std::uint64_t bits = file.Bits(place);
      if (has_sentinel && bits == no_value) continue;
      if (all || profile.Includes(indom, place.instance)) add(place, bits);
    }
  };
  // The sentinel of a text is its length.  A real number has none: all values are numbers.
  constexpr std::uint64_t kEmpty = 0;
  switch (metric.type) {
    case Type::k32:
    case Type::kU32:
      return for_each(kNoValue, [&](const mmv::ValuePlace& place, std::uint64_t bits) {
        result.AddInPlace(place.instance, static_cast<std::uint32_t>(bits));
      });
    case Type::k64:
    case Type::kU64: {
      set.format = ValueFormat::kPointer;
      set.header = BlockHeader(metric.type, 8);
      const std::uint64_t now = Microseconds(result.stamp());
      return for_each(kNoValue, [&](const mmv::ValuePlace& place, std::uint64_t bits) {
        if (metric.is_elapsed)
          if (const std::int64_t start = file.Extra(place); start < 0)
            bits += now + static_cast<std::uint64_t>(start);
        result.AddNumber(place.instance, metric.type, 8, bits);
      });
    }
    case Type::kFloat:
    case Type::kDouble: {
      const std::uint32_t size = metric.type == Type::kFloat ? 4 : 8;
      const std::uint64_t mask = metric.type == Type::kFloat ? 0xffffffff : kNoValue;
      set.format = ValueFormat::kPointer;
      set.header = BlockHeader(metric.type, size);
      for (const mmv::ValuePlace& place : places)
        if (all || profile.Includes(indom, place.instance))
          result.AddNumber(place.instance, metric.type, size, file.Bits(place) & mask);
      return;
    }
    case Type::kString:
      set.format = ValueFormat::kPointer;
      return for_each(kEmpty, [&](const mmv::ValuePlace& place, std::uint64_t) {
        AddText(file, place, result);
      });
    default:
      return;
  }
}

}  // namespace fdr::local
