// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A picture as a list of shapes, from the back to the front.  It knows neither charts nor formats
// of files.  Lengths are pixels; y grows downwards.

#pragma once

#include <string>
#include <variant>
#include <vector>

namespace fdr::tools {

struct PicturePoint {
  double x = 0, y = 0;
};

/// What a colour is for.  A picture that is shown on black has other colours than on white.
enum class Tint {
  kPaper,
  kText,
  kFaint,   ///< text that matters less
  kGrid,    ///< lines behind the values
  kSeries,  ///< one of kSeriesTints, from the front again if the index is larger
  kBand,    ///< the same with kBandOpacity: what lies behind can be seen
  kHeat,    ///< from low to high: 0 to kHeatTints - 1
};
struct Paint {
  Tint tint = Tint::kText;
  int index = 0;
};

inline constexpr int kHeatTints = 16;
inline constexpr double kBandOpacity = 0.22;

enum class Dashes { kNone, kLong, kShort };
enum class Anchor { kStart, kMiddle, kEnd };

/// Rectangles of one colour that do not overlap.
struct Blocks {
  struct Block {
    double x = 0, y = 0, width = 0, height = 0;
  };
  std::vector<Block> blocks;
  Paint paint;
  std::string name = {};  ///< of what they show; "" for decoration
};

/// Points that are joined.
using PictureRun = std::vector<PicturePoint>;

/// Lines of one colour; each run has 2 points or more, and is not closed.
struct Stroke {
  std::vector<PictureRun> runs;
  Paint paint;
  double width = 1;
  Dashes dashes = Dashes::kNone;
  std::string name = {};
};

/// What closed lines surround; they do not overlap.
struct Surface {
  std::vector<PictureRun> runs;
  Paint paint;
  std::string name = {};
};

/// One line of text, in UTF-8 without control characters.
struct PictureText {
  double x = 0, y = 0;  ///< of its base line
  std::string text;
  double size = 12;
  Anchor anchor = Anchor::kStart;
  Paint paint = {};
};

using PictureShape = std::variant<Blocks, Stroke, Surface, PictureText>;

/// A part of the picture whose x is a time.
struct PictureFrame {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Picture {
  int width = 0, height = 0;
  std::string title;  ///< for people who cannot see the picture
  std::vector<PictureShape> shapes = {};
  std::vector<PictureFrame> frames = {};  ///< for a page that can stretch them
};

}  // namespace fdr::tools
