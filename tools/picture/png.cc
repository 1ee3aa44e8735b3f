// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/picture/png.h"

#include <agg_gamma_lut.h>

namespace agg {
// Tables for kinds of colours that are not used here.  Without these declarations every start of
// the program computes them, which takes a thousand powers.
template <>
sRGB_lut<float> sRGB_conv_base<float>::lut;
template <>
sRGB_lut<int16u> sRGB_conv_base<int16u>::lut;
}  // namespace agg

#include <agg_conv_dash.h>
#include <agg_conv_stroke.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgb.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>
#include <fmt/format.h>
#include <png.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "fdr/tools/picture/font.h"
#include "fdr/tools/picture/tints.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr int kBytesPerPixel = 3;

// Draws shapes with soft edges.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        bytes_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kBytesPerPixel),
        buffer_(bytes_.data(), static_cast<unsigned>(width), static_cast<unsigned>(height),
                width * kBytesPerPixel),
        pixels_(buffer_),
        base_(pixels_) {
    base_.clear(Of({Tint::kPaper, 0}));
    raster_.clip_box(0, 0, width, height);
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  void Draw(const Blocks& shape) {
    for (const Blocks::Block& block : shape.blocks) {
      agg::path_storage path;
      path.move_to(block.x, block.y);
      path.line_to(block.x + block.width, block.y);
      path.line_to(block.x + block.width, block.y + block.height);
      path.line_to(block.x, block.y + block.height);
      path.close_polygon();
      raster_.add_path(path);
    }
    Fill(shape.paint);
  }

  void Draw(const Surface& shape) {
    for (const PictureRun& run : shape.runs) {
      agg::path_storage path = PathOf(run);
      path.close_polygon();
      raster_.add_path(path);
    }
    Fill(shape.paint);
  }

  void Draw(const Stroke& shape) {
    for (const PictureRun& run : shape.runs) {
      agg::path_storage path = PathOf(run);
      if (shape.dashes == Dashes::kNone) {
        AddLine(path, shape);
        continue;
      }
      agg::conv_dash<agg::path_storage> dashes(path);
      if (shape.dashes == Dashes::kLong)
        dashes.add_dash(8, 5);
      else
        dashes.add_dash(2, 4);
      AddLine(dashes, shape);
    }
    Fill(shape.paint);
  }

  void Draw(const PictureText& text) {
    const std::string shown = DisplayText(text.text, true);
    double x = text.x;
    if (text.anchor != Anchor::kStart)
      x -= TextWidth(shown, text.size) / (text.anchor == Anchor::kEnd ? 1 : 2);
    const agg::rgba8 color = Of(text.paint);
    DrawText(shown, text.size, x, text.y, [&](int at_x, int at_y, std::uint8_t cover) {
      if (at_x >= 0 && at_y >= 0 && at_x < width_ && at_y < height_)
        pixels_.blend_pixel(at_x, at_y, color, cover);
    });
  }

 private:
  static agg::rgba8 Of(Paint paint) {
    const Rgb color = ColorOf(paint, Paper::kWhite);
    constexpr double kOpaque = 255;
    const double opacity = paint.tint == Tint::kBand ? kBandOpacity : 1;
    return {color.red, color.green, color.blue,
            static_cast<unsigned>(std::lround(opacity * kOpaque))};
  }

  static agg::path_storage PathOf(const PictureRun& points) {
    agg::path_storage path;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (i == 0)
        path.move_to(points[i].x, points[i].y);
      else
        path.line_to(points[i].x, points[i].y);
    return path;
  }

  template <class Path>
  void AddLine(Path& path, const Stroke& shape) {
    agg::conv_stroke<Path> line(path);
    line.width(shape.width);
    line.line_join(agg::round_join);
    if (shape.paint.tint == Tint::kSeries) line.line_cap(agg::round_cap);
    raster_.add_path(line);
  }

  void Fill(Paint paint) {
    agg::render_scanlines_aa_solid(raster_, line_, base_, Of(paint));
    raster_.reset();
  }

  int width_, height_;
  std::vector<std::uint8_t> bytes_;
  agg::rendering_buffer buffer_;
  agg::pixfmt_rgb24 pixels_;
  agg::renderer_base<agg::pixfmt_rgb24> base_;
  agg::rasterizer_scanline_aa<> raster_;
  agg::scanline_u8 line_;
};

Result<std::string> Encode(const Canvas& canvas, const Picture& picture) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  // Flat colours compress well; a first call to learn the size would compress twice.
  std::string file(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = file.size();
  if (png_image_write_to_memory(&image, file.data(), &size, 0, canvas.bytes().data(), 0, nullptr) ==
      0)
    return Fail(Errc::kIo, fmt::format("cannot make a PNG: {}", image.message));
  file.resize(size);
  return file;
}

}  // namespace

Result<std::string> PngOf(const Picture& picture) {
  const double pixels = 1.0 * picture.width * picture.height;
  if (!(pixels <= kMostPixels) || picture.width < 1 || picture.height < 1)
    return Fail(Errc::kInvalidArgument,
                fmt::format("A PNG has {:.0f} million pixels at most, and this picture of {} x {} "
                            "has more: draw fewer series, or --svg",
                            kMostPixels / 1e6, picture.width, picture.height));
  Canvas canvas(picture.width, picture.height);
  for (const PictureShape& shape : picture.shapes)
    std::visit([&](const auto& one) { canvas.Draw(one); }, shape);
  return Encode(canvas, picture);
}

}  // namespace fdr::tools
