// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/picture/svg.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/picture/tints.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/series_colors.h"

namespace fdr::tools {
namespace {

// A tenth of a pixel is enough, and most digits of a large file are those of places.
std::string Length(double pixels) {
  std::string text = fmt::format("{:.1f}", pixels);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

// XML has no place for the two characters that are none.
bool IsForbidden(std::string_view character) {
  return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf";
}

std::string Escaped(std::string_view name) {
  const std::string text = DisplayText(name, true);
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = FirstCharacter(rest);
    rest.remove_prefix(character.size());
    if (character == "&")
      escaped += "&amp;";
    else if (character == "<")
      escaped += "&lt;";
    else if (character == ">")
      escaped += "&gt;";
    else
      escaped += IsForbidden(character) ? "?" : character;
  }
  return escaped;
}

// The class of a colour: "s0", "h15", "text".
std::string ClassOf(Paint paint) {
  switch (paint.tint) {
    case Tint::kPaper:
      return "paper";
    case Tint::kText:
      return "text";
    case Tint::kFaint:
      return "faint";
    case Tint::kGrid:
      return "grid";
    case Tint::kSeries:
    case Tint::kBand:
      return fmt::format("s{}", paint.index % static_cast<int>(kSeriesColors.size()));
    case Tint::kHeat:
      break;
  }
  return fmt::format("h{}", paint.index);
}

std::string Variables(Paper paper) {
  std::string css;
  const auto add = [&](Paint paint) {
    const Rgb color = ColorOf(paint, paper);
    css += fmt::format("--{}:#{:02x}{:02x}{:02x};", ClassOf(paint), color.red, color.green,
                       color.blue);
  };
  for (const Tint tint : {Tint::kPaper, Tint::kText, Tint::kFaint, Tint::kGrid}) add({tint, 0});
  for (int i = 0; i < static_cast<int>(kSeriesColors.size()); ++i) add({Tint::kSeries, i});
  for (int i = 0; i < kHeatTints; ++i) add({Tint::kHeat, i});
  return css;
}

// Viewers without variables of CSS, such as those that turn SVG into other formats, use the
// attributes of the shapes: colours on white.
std::string Color(const char* attribute, Paint paint) {
  const Rgb color = ColorOf(paint, Paper::kWhite);
  return fmt::format(R"({}="#{:02x}{:02x}{:02x}" class="{}-{}")", attribute, color.red, color.green,
                     color.blue, attribute[0], ClassOf(paint));
}

std::string Style() {
  std::string css = "svg{" + Variables(Paper::kWhite) + "}@media(prefers-color-scheme:dark){svg{" +
                    Variables(Paper::kBlack) + "}}";
  const auto add = [&](Paint paint) {
    css += fmt::format(".f-{0}{{fill:var(--{0})}}.s-{0}{{stroke:var(--{0})}}", ClassOf(paint));
  };
  for (const Tint tint : {Tint::kPaper, Tint::kText, Tint::kFaint, Tint::kGrid}) add({tint, 0});
  for (int i = 0; i < static_cast<int>(kSeriesColors.size()); ++i) add({Tint::kSeries, i});
  for (int i = 0; i < kHeatTints; ++i) add({Tint::kHeat, i});
  return css;
}

// "45,96,939,240;...": for a script.
std::string Frames(const Picture& picture) {
  std::string list;
  for (const PictureFrame& frame : picture.frames)
    list += fmt::format("{}{},{},{},{}", list.empty() ? "" : ";", Length(frame.x), Length(frame.y),
                        Length(frame.width), Length(frame.height));
  return list.empty() ? "" : " data-frames=\"" + list + '"';
}

class SvgWriter {
 public:
  explicit SvgWriter(const Picture& picture) {
    out_ += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" role=\"img\" font-family=\"'DejaVu "
        "Sans',Verdana,sans-serif\"{4}>\n<title>{2}</title>\n"
        "<style>{3}</style>\n",
        picture.width, picture.height, Escaped(picture.title), Style(), Frames(picture));
    for (const PictureShape& shape : picture.shapes)
      std::visit([this](const auto& one) { Write(one); }, shape);
    out_ += "</svg>\n";
  }

  std::string Take() { return std::move(out_); }

 private:
  // A viewer shows the name beside the pointer.
  void End(const std::string& name) {
    out_ += name.empty() ? "/>\n" : "><title>" + Escaped(name) + "</title></path>\n";
  }

  void Write(const Blocks& shape) {
    out_ += "<path " + Color("fill", shape.paint) + " d=\"";
    for (const Blocks::Block& block : shape.blocks)
      out_ += fmt::format("M{} {}h{}v{}h-{}z", Length(block.x), Length(block.y),
                          Length(block.width), Length(block.height), Length(block.width));
    out_ += '"';
    End(shape.name);
  }

  void WriteRuns(const std::vector<PictureRun>& runs, const char* end) {
    for (const PictureRun& run : runs) {
      for (std::size_t i = 0; i < run.size(); ++i)
        out_ += fmt::format("{}{} {}",
                            i == 0   ? "M"
                            : i == 1 ? "L"
                                     : " ",
                            Length(run[i].x), Length(run[i].y));
      out_ += end;
    }
    out_ += '"';
  }

  void Write(const Stroke& shape) {
    out_ += fmt::format(R"(<path fill="none" {} stroke-width="{}" stroke-linejoin="round")",
                        Color("stroke", shape.paint), Length(shape.width));
    if (shape.paint.tint == Tint::kSeries) out_ += " stroke-linecap=\"round\"";
    if (shape.dashes != Dashes::kNone)
      out_ +=
          fmt::format(R"( stroke-dasharray="{}")", shape.dashes == Dashes::kLong ? "8 5" : "2 4");
    out_ += " d=\"";
    WriteRuns(shape.runs, "");
    End(shape.name);
  }

  void Write(const Surface& shape) {
    out_ += "<path " + Color("fill", shape.paint);
    if (shape.paint.tint == Tint::kBand) out_ += fmt::format(R"( fill-opacity="{}")", kBandOpacity);
    out_ += " d=\"";
    WriteRuns(shape.runs, "z");
    End(shape.name);
  }

  void Write(const PictureText& text) {
    constexpr const char* kAnchors[] = {"", R"( text-anchor="middle")", R"( text-anchor="end")"};
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{} {}>{}</text>\n", Length(text.x),
                        Length(text.y), Length(text.size),
                        kAnchors[static_cast<std::size_t>(text.anchor)], Color("fill", text.paint),
                        Escaped(text.text));
  }

  std::string out_;
};

}  // namespace

std::string SvgOf(const Picture& picture) { return SvgWriter(picture).Take(); }

}  // namespace fdr::tools
