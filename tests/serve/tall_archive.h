// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive with names and texts of 1.5 MB each: longer than a piece of an answer may be.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

inline constexpr std::size_t kTallTimes = 750'000;
inline constexpr InDomId kTallDomain = InDomId::Build(60, 10);
inline constexpr MetricId kTallLoad = MetricId::Build(60, 10, 0);
inline constexpr MetricId kTallState = MetricId::Build(60, 10, 1);

/// `some` again and again.
inline std::string Tall(std::string_view some) {
  std::string text;
  for (std::size_t i = 0; i < kTallTimes; ++i) text += some;
  return text;
}
/// A name of letters, which stands in all formats as it is.
inline std::string TallName(char letter) { return Tall(std::string(2, letter)); }
/// A text with quotes, which are escaped in JSON.
inline std::string TallText(char letter) { return Tall(letter + std::string("\"")); }
inline std::string TallTextInJson(char letter) {
  return '"' + Tall(letter + std::string("\\\"")) + '"';
}

/// A host "tallhost": a double tall.load.lll... and a string tall.state.sss..., with the instances
/// a"a"... and b"b"..., at 0, 10 and 20 s.  The first metric has the one line o"o"... and the help
/// h"h"...; the domain, p"p"... and q"q"...
inline void WriteTall(const std::string& base) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = std::string_view("tallhost");
  ArchiveBuilder archive(base, options);
  archive
      .Metric({.name = "tall.load." + TallName('l'),
               .id = kTallLoad,
               .type = Type::kDouble,
               .indom = kTallDomain})
      .Metric({.name = "tall.state." + TallName('s'),
               .id = kTallState,
               .type = Type::kString,
               .indom = kTallDomain});
  archive.Text(TextKind::kMetricOneLine, kTallLoad.value, TallText('o'));
  archive.Text(TextKind::kMetricHelp, kTallLoad.value, TallText('h'));
  archive.Text(TextKind::kInDomOneLine, kTallDomain.value, TallText('p'));
  archive.Text(TextKind::kInDomHelp, kTallDomain.value, TallText('q'));
  const std::string a = TallText('a'), b = TallText('b');
  archive.InDom(At(0), kTallDomain, {{1, a}, {2, b}});
  for (const int t : {0, 10, 20}) {
    const double load = 1.5 * t;
    const std::string state = "state " + std::to_string(t);
    archive.Record(
        At(t), {{kTallLoad, {{1, load}, {2, load + 1}}}, {kTallState, {{1, state}, {2, state}}}});
  }
  archive.Close();
}

}  // namespace fdr::test
