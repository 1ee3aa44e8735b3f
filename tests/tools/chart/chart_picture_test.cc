// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Charts as pictures: what they name, and where their pixels are.

#include "fdr/tools/chart/chart_picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>

#include "fdr/tools/picture/font.h"
#include "fdr/tools/picture/png.h"
#include "fdr/tools/picture/svg.h"
#include "fdr/tools/picture/tints.h"

namespace fdr::tools {
namespace {

std::vector<Timestamp> SecondsFromZero(std::size_t count) {
  std::vector<Timestamp> times;
  for (std::size_t i = 0; i < count; ++i) times.push_back({static_cast<std::int64_t>(i), 0});
  return times;
}

Picture DrawPicture(const std::vector<ChartPanel>& panels, int width = 600, int height = 0) {
  std::size_t samples = 0;
  for (const ChartPanel& panel : panels)
    for (const ChartSeries& series : panel.series)
      samples = std::max(samples, series.values.size());
  const std::vector<Timestamp> times = SecondsFromZero(samples);
  return PictureOf(panels, {times, {}, {}},
                   {.width = width, .height = height, .title = "web1", .subtitle = "today"});
}

// The texts of a picture, one in a line.
std::string TextsOf(const Picture& picture) {
  std::string texts;
  for (const PictureShape& shape : picture.shapes)
    if (const auto* text = std::get_if<PictureText>(&shape)) texts += text->text + '\n';
  return texts;
}

struct Pixels {
  png_image image = {};
  std::vector<std::uint8_t> bytes;

  bool Is(int x, int y, Rgb color) const {
    const std::uint8_t* at =
        &bytes[(static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)) * 3];
    return std::abs(at[0] - color.red) < 3 && std::abs(at[1] - color.green) < 3 &&
           std::abs(at[2] - color.blue) < 3;
  }
  int Count(Rgb color) const {
    int count = 0;
    for (int y = 0; y < static_cast<int>(image.height); ++y)
      for (int x = 0; x < static_cast<int>(image.width); ++x) count += Is(x, y, color) ? 1 : 0;
    return count;
  }
};

Pixels Decode(const Picture& picture) {
  Pixels pixels;
  const Result<std::string> file = PngOf(picture);
  EXPECT_TRUE(file) << file.error().Message();
  pixels.image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&pixels.image, file->data(), file->size()), 0);
  pixels.image.format = PNG_FORMAT_RGB;
  pixels.bytes.resize(PNG_IMAGE_SIZE(pixels.image));
  EXPECT_NE(png_image_finish_read(&pixels.image, nullptr, pixels.bytes.data(), 0, nullptr), 0);
  EXPECT_EQ(pixels.image.width, static_cast<png_uint_32>(picture.width));
  EXPECT_EQ(pixels.image.height, static_cast<png_uint_32>(picture.height));
  return pixels;
}

Rgb OnWhite(Tint tint, int index = 0) { return ColorOf({tint, index}, Paper::kWhite); }

TEST(ChartPictureTest, ItNamesTheHostTheTimesTheUnitsAndAllSeries) {
  std::vector<ChartSeries> lines, rows;
  for (int i = 0; i < 100; ++i) {
    lines.push_back({"disk" + std::to_string(i) + "/", {1.0 * i, 2.0}});
    rows.push_back({"cpu" + std::to_string(i) + "/", {1.0 * i, 2.0}});
  }
  const Picture picture = DrawPicture(
      {{"reads", "/s", PanelKind::kLines, lines}, {"user", "%", PanelKind::kHeat, rows}});
  const std::string texts = TextsOf(picture);
  for (const char* text : {"web1\n", "today\n", "reads (/s)\n", "user (%)\n", "99 %\n"})
    EXPECT_NE(texts.find(text), std::string::npos) << text << texts;
  for (const auto& all : {lines, rows})
    for (const ChartSeries& series : all)
      EXPECT_NE(texts.find(series.name + '\n'), std::string::npos) << series.name;
}

TEST(ChartPictureTest, ABandIsFainterThanItsLineAndHasGapsWhereTheLineHas) {
  ChartSeries series{"load", {5.0, 5.0, {}, 5.0}};
  const auto faint = [&] {
    const Pixels pixels = Decode(DrawPicture({{"load", "", PanelKind::kLines, {series}}}));
    const Rgb line = OnWhite(Tint::kSeries);
    const auto mixed = [](std::uint8_t one) {
      return static_cast<std::uint8_t>(one * kBandOpacity + 255 * (1 - kBandOpacity));
    };
    EXPECT_GT(pixels.Count(line), 100);
    return pixels.Count({mixed(line.red), mixed(line.green), mixed(line.blue)});
  };
  EXPECT_LT(faint(), 50);  // edges of the line
  series.low = {0.0, 0.0, 0.0, 0.0};
  series.high = {10.0, 10.0, 10.0, 10.0};
  // A third of the plot, which is 240 pixels high, and the sample that is alone.
  const int band = faint();
  EXPECT_GT(band, 20'000);
  EXPECT_LT(band, 50'000);
  const std::string svg = SvgOf(DrawPicture({{"load", "", PanelKind::kLines, {series}}}));
  EXPECT_NE(svg.find("fill-opacity=\"0.22\""), std::string::npos);
  EXPECT_LT(svg.find("fill-opacity"), svg.rfind("stroke-linecap"));
}

TEST(ChartPictureTest, ItBecomesHigherThanAskedToNameTheRowsOfAHeatMap) {
  std::vector<ChartSeries> rows;
  for (int i = 0; i < 100; ++i) rows.push_back({"cpu" + std::to_string(i) + "/", {1.0 * i, 2.0}});
  const Picture picture = DrawPicture({{"user", "%", PanelKind::kHeat, rows}}, 400, 300);
  EXPECT_GT(picture.height, 1000);
  const std::string texts = TextsOf(picture);
  for (const ChartSeries& series : rows)
    EXPECT_NE(texts.find(series.name + '\n'), std::string::npos) << series.name;
}

TEST(ChartPictureTest, EverythingLiesInThePicture) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    std::vector<ChartPanel> panels(1 + random() % 4);
    for (ChartPanel& panel : panels) {
      panel.kind = static_cast<PanelKind>(random() % 4);
      panel.title = std::string(random() % 300, 't');
      panel.series.resize(random() % 30);
      for (ChartSeries& series : panel.series) {
        series.name = std::string(random() % 200, 'n');
        series.steps = random() % 2 == 0;
        for (std::size_t n = random() % 100; n > 0; --n)
          series.values.push_back(
              random() % 4 == 0 ? std::nullopt : std::optional(double(random() % 2001) - 1000));
        if (random() % 2 == 0) continue;
        series.low = series.high = series.values;
        std::ranges::shuffle(series.low, random);
        std::ranges::shuffle(series.high, random);
      }
    }
    const Picture picture =
        DrawPicture(panels, 200 + static_cast<int>(random() % 800),
                    random() % 2 == 0 ? 0 : 200 + static_cast<int>(random() % 800));
    const auto inside = [&](double x, double y) {
      return x >= -1 && y >= -1 && x <= picture.width + 1 && y <= picture.height + 1;
    };
    for (const PictureShape& shape : picture.shapes) {
      if (const auto* blocks = std::get_if<Blocks>(&shape)) {
        for (const auto& block : blocks->blocks) {
          ASSERT_TRUE(inside(block.x, block.y));
          ASSERT_TRUE(inside(block.x + block.width, block.y + block.height));
          ASSERT_GE(block.width, 0);
          ASSERT_GE(block.height, 0);
        }
      }
      if (const auto* stroke = std::get_if<Stroke>(&shape)) {
        for (const PictureRun& run : stroke->runs) {
          ASSERT_GE(run.size(), 2u);
          for (const PicturePoint& point : run) {
            ASSERT_TRUE(inside(point.x, point.y));
          }
        }
      }
      if (const auto* surface = std::get_if<Surface>(&shape)) {
        for (const PictureRun& run : surface->runs) {
          for (const PicturePoint& point : run) {
            ASSERT_TRUE(inside(point.x, point.y));
          }
        }
      }
      if (const auto* text = std::get_if<PictureText>(&shape)) {
        const double width = TextWidth(text->text, text->size);
        const double left = text->anchor == Anchor::kStart ? text->x
                            : text->anchor == Anchor::kEnd ? text->x - width
                                                           : text->x - width / 2;
        ASSERT_TRUE(inside(left, text->y)) << text->text << ' ' << left;
        ASSERT_LE(left + width, picture.width) << text->text << ' ' << picture.width;
      }
    }
  }
}

TEST(ChartPictureTest, AnAreaAndABarAreFilledWhereTheirValuesAre) {
  for (const PanelKind kind : {PanelKind::kAreas, PanelKind::kBars}) {
    const Picture picture = DrawPicture(
        {{"", "", kind, {{"a", {10.0, 10.0, 10.0, 10.0}}, {"b", {5.0, 5.0, 5.0, 5.0}}}}});
    const Pixels pixels = Decode(picture);
    const int a = pixels.Count(OnWhite(Tint::kSeries, 0));
    const int b = pixels.Count(OnWhite(Tint::kSeries, 1));
    EXPECT_GT(b, 8000);
    EXPECT_NEAR(1.0 * a / b, 2, 0.15);
  }
}

TEST(ChartPictureTest, AHeatMapHasTheColoursOfItsValuesAndPaperInGaps) {
  const Picture picture =
      DrawPicture({{"", "", PanelKind::kHeat, {{"a", {0.0, {}, 8.0}}}}}, 600, 400);
  const Pixels pixels = Decode(picture);
  const int low = pixels.Count(OnWhite(Tint::kHeat, 0));
  const int high = pixels.Count(OnWhite(Tint::kHeat, kHeatTints - 1));
  EXPECT_GT(low, 20'000);
  EXPECT_NEAR(1.0 * low / high, 1, 0.1);
  EXPECT_GT(pixels.Count(OnWhite(Tint::kPaper)), 2 * low);
}

TEST(ChartPictureTest, ALineIsWhereItsValuesAreAndALoneSampleIsADot) {
  const Picture picture =
      DrawPicture({{"", "", PanelKind::kLines, {{"", {1.0, {}, 3.0, 3.0, 3.0}}}}});
  const Stroke* line = nullptr;
  const Blocks* dot = nullptr;
  for (const PictureShape& shape : picture.shapes) {
    const auto* stroke = std::get_if<Stroke>(&shape);
    const auto* blocks = std::get_if<Blocks>(&shape);
    if (stroke != nullptr && stroke->paint.tint == Tint::kSeries) line = stroke;
    if (blocks != nullptr && blocks->paint.tint == Tint::kSeries) dot = blocks;
  }
  ASSERT_TRUE(line != nullptr && dot != nullptr);
  ASSERT_EQ(line->runs.size(), 1u);
  EXPECT_EQ(line->runs[0].front().y, line->runs[0].back().y);
  ASSERT_EQ(dot->blocks.size(), 1u);
  EXPECT_GT(dot->blocks[0].y, line->runs[0].front().y);
  const Pixels pixels = Decode(picture);
  const PicturePoint middle = line->runs[0][1];
  EXPECT_TRUE(
      pixels.Is(static_cast<int>(middle.x), static_cast<int>(middle.y), OnWhite(Tint::kSeries, 0)));
}

TEST(ChartPictureTest, APeakOfOneSampleOfManyIsDrawn) {
  ChartSeries series{"", std::vector<std::optional<double>>(60'000, 1.0)};
  series.values[31'234] = 100;
  const Picture picture = DrawPicture({{"", "", PanelKind::kLines, {series}}});
  for (const PictureShape& shape : picture.shapes)
    if (const auto* stroke = std::get_if<Stroke>(&shape);
        stroke != nullptr && stroke->paint.tint == Tint::kSeries) {
      double top = 1e9, bottom = 0;
      for (const PicturePoint& point : stroke->runs[0]) {
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
      }
      EXPECT_GT(bottom - top, 150);
      EXPECT_LT(stroke->runs[0].size(), 4000u) << "no more points than can be seen";
    }
}

TEST(PngTest, TooLargeAPictureIsRefused) {
  EXPECT_EQ(PngOf({.width = 10'000, .height = 10'000, .title = ""}).error().code,
            Errc::kInvalidArgument);
  EXPECT_FALSE(PngOf({.width = 0, .height = 10, .title = ""}));
}

TEST(PngTest, LettersAreInkBetweenTheirEnds) {
  Picture picture{.width = 100, .height = 40, .title = ""};
  picture.shapes.emplace_back(PictureText{90, 30, "M\u00fc\xff", 20, Anchor::kEnd, {}});
  const Pixels pixels = Decode(picture);
  int left = 100, right = 0, ink = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 100; ++x)
      if (!pixels.Is(x, y, OnWhite(Tint::kPaper))) {
        left = std::min(left, x);
        right = std::max(right, x);
        ++ink;
      }
  EXPECT_GT(ink, 150);
  EXPECT_NEAR(left, 90 - TextWidth("M\u00fc?", 20), 3);
  EXPECT_NEAR(right, 89, 3);
}

TEST(PictureFontTest, TextsAreCutToTheirWidth) {
  EXPECT_EQ(CutToWidth("short", 12, 100), "short");
  const std::string cut = CutToWidth("kernel.percpu.cpu.user[cpu0]", 12, 100);
  EXPECT_NE(cut.find("\u2026"), std::string::npos);
  EXPECT_LE(TextWidth(cut, 12), 100);
  EXPECT_GT(TextWidth(cut, 12), 80);
  EXPECT_EQ(cut.substr(0, 3), "ker");
  EXPECT_EQ(CutToWidth("abc", 12, 0), "\u2026");
}

TEST(SvgTest, NamesAreEscaped) {
  Picture picture{.width = 10, .height = 10, .title = "<t>&\x01"};
  picture.shapes.emplace_back(
      PictureText{0, 0, "a<b>&\"'\x1b\xef\xbf\xbf\xff", 12, Anchor::kStart, {}});
  picture.shapes.emplace_back(
      Stroke{{{{0, 0}, {1, 1}}}, {Tint::kSeries, 9}, 1, Dashes::kLong, "]]>"});
  const std::string svg = SvgOf(picture);
  EXPECT_NE(svg.find("<title>&lt;t&gt;&amp;?</title>"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">a&lt;b&gt;&amp;\"'?"
                     "?"
                     "?</text>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<title>]]&gt;</title>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("class=\"s-s1\""), std::string::npos) << "colours repeat";
}

TEST(SvgTest, ItHasColoursForLightAndDarkAndNeedsNoOtherFile) {
  const std::string svg = SvgOf(DrawPicture({{"", "", PanelKind::kHeat, {{"a", {0.0, 8.0}}}}}));
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(svg.find("href"), std::string::npos);
  EXPECT_EQ(svg.find("url("), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace fdr::tools
