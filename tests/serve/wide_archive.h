// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive of which much can be said: answers that are longer than a server should keep.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

inline constexpr std::size_t kWideInstances = 4000, kWideMetrics = 3000;
inline constexpr InDomId kWideDomain = InDomId::Build(60, 9);
inline constexpr MetricId kWideLoad = MetricId::Build(60, 9, 0);
inline constexpr MetricId kWideState = MetricId::Build(60, 9, 1);
inline constexpr MetricId kWideText = MetricId::Build(60, 9, 2);

/// 300 letters, and the number.
inline std::string WideName(std::size_t instance) {
  return std::string(300, static_cast<char>('a' + instance % 26)) + std::to_string(instance);
}

/// Three million bytes: two letters, a character of three bytes, a control, and a byte that is not
/// UTF-8.
inline std::string WideText() {
  constexpr std::string_view kSome = "ab\xe2\x82\xac\x01\xff";
  std::string text;
  while (text.size() < 3'000'000) text += kSome;
  return text;
}

/// As a string of JSON.
inline std::string WideTextInJson() {
  constexpr std::string_view kSome = "ab\xe2\x82\xac\\u0001\xef\xbf\xbd";
  std::string text = "\"";
  for (std::size_t i = WideText().size() / 7; i > 0; --i) text += kSome;
  return text + '"';
}

/// A host "widehost": wide.load, and the strings wide.state, with all instances, at 0, 10 and 20 s;
/// wide.text, "short" and then WideText(); many.m0, many.m1 and so on, without values.
inline void WriteWide(const std::string& base) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = std::string_view("widehost");
  ArchiveBuilder archive(base, options);
  archive
      .Metric({.name = "wide.load", .id = kWideLoad, .type = Type::kDouble, .indom = kWideDomain})
      .Metric({.name = "wide.state", .id = kWideState, .type = Type::kString, .indom = kWideDomain})
      .Metric({.name = "wide.text", .id = kWideText, .type = Type::kString});
  for (std::uint32_t i = 0; i < kWideMetrics; ++i) {
    const MetricId id = MetricId::Build(61, i / 1000, i % 1000);
    archive.Metric({.name = "many.m" + std::to_string(i), .id = id});
    archive.Text(TextKind::kMetricOneLine, id.value, "one of many");
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kWideInstances; ++i) names.push_back(WideName(i));
  InstanceList instances;
  for (std::size_t i = 0; i < kWideInstances; ++i)
    instances.push_back({static_cast<InstanceId>(i), names[i]});
  archive.InDom(At(0), kWideDomain, instances);
  for (const int t : {0, 10, 20}) {
    Values loads{kWideLoad, {}}, states{kWideState, {}};
    for (std::size_t i = 0; i < kWideInstances; ++i) {
      const auto instance = static_cast<InstanceId>(i);
      const double load = static_cast<double>(i) / 7 + t * static_cast<double>(i % 5);
      loads.values.emplace_back(instance, load);
      states.values.emplace_back(instance, "state " + std::to_string(t));
    }
    const std::string text = t == 20 ? WideText() : "short";
    archive.Record(At(t), {loads, states, {kWideText, {{kSingular, text}}}});
  }
  archive.Close();
}

/// How often a part stands in a text.
inline std::size_t CountOf(std::string_view part, std::string_view text) {
  // Not text.find(): it compares with memcmp(), of which the address sanitizer looks at all bytes,
  // even if the first ones differ.
  std::size_t count = 0;
  for (auto at = text.begin();; at += static_cast<std::ptrdiff_t>(part.size()), ++count) {
    at = std::search(at, text.end(), part.begin(), part.end());
    if (at == text.end()) return count;
  }
}

}  // namespace fdr::test
