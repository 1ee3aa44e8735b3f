// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/picture_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "fdr/tools/chart/chart_picture.h"
#include "fdr/tools/picture/png.h"
#include "fdr/tools/picture/svg.h"
#include "fdr/tools/run/whole_file.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr int kLeastSide = 200, kMostSide = 5000;

bool ReadSide(std::string_view text, int& side) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  return error == std::errc() && end == text.data() + text.size() && side >= kLeastSide &&
         side <= kMostSide;
}

// "2024-01-31 14:00:00 to 14:30:00 CET, 181 samples"
std::string RangeText(const ChartTimes& times, const TimeStyle& style) {
  if (times.samples.empty()) return "";
  const auto [first, last] = std::minmax_element(times.samples.begin(), times.samples.end());
  TimeStyle with_date = style, end_style = style;
  with_date.dates = true;
  end_style.dates = OnDifferentDays(*first, *last, style.zone);
  std::string text = TimeText(*first, with_date);
  if (*first != *last) text += " to " + TimeText(*last, end_style);
  text += fmt::format(" {}", style.zone.At(first->sec).abbreviation);
  return text;
}

}  // namespace

Result<void> ParsePictureSize(const std::string& text, PictureFiles& files) {
  const std::size_t x = text.find('x');
  int width = 0, height = 0;
  const bool is_valid =
      ReadSide(std::string_view(text).substr(0, x), width) &&
      (x == std::string::npos || ReadSide(std::string_view(text).substr(x + 1), height));
  if (!is_valid)
    return Fail(
        Errc::kInvalidArgument,
        fmt::format("--size {} is no size in pixels from {} to {}, as in --size 1600x900 or "
                    "--size 1600",
                    text, kLeastSide, kMostSide));
  files.width = width;
  files.height = height;
  return {};
}

Result<void> SavePictures(const PictureFiles& files, std::span<const ChartPanel> panels,
                          const ChartTimes& times, const std::string& host,
                          const TimeStyle& style) {
  PictureStyle look{.title = host, .subtitle = RangeText(times, style), .zone = style.zone};
  if (files.width > 0) look.width = files.width;
  look.height = files.height;
  const Picture picture = PictureOf(panels, times, look);
  if (files.svg)
    if (const auto saved = ReplaceFile(*files.svg, SvgOf(picture)); !saved)
      return Fail(saved.error());
  if (!files.png) return {};
  const Result<std::string> png = PngOf(picture);
  if (!png) return Fail(png.error());
  return ReplaceFile(*files.png, *png);
}

}  // namespace fdr::tools
