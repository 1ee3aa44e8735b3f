// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
//                                              rate(disk.dev.write_bytes), MB/s
//   start         end             length  samples  largest  at             instance
//   14:00:03.000  14:00:59.000    56.0 s       57  220.132  14:00:40.000   sda

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "fdr/tools/find/stretch_sink.h"
#include "fdr/tools/series/cell.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLengthWidth = 14;  // "1 day 02:03:04"
constexpr std::size_t kSamplesWidth = 7;
constexpr std::size_t kValueWidth = 10;
constexpr const char* kGap = "  ";

void EndLine(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

// With as many decimals as its neighbours have, unless it is long.
std::string LengthText(double seconds, int decimals) {
  constexpr double kMinute = 60;
  return seconds < kMinute ? fmt::format("{:.{}f} s", seconds, decimals) : HumanDuration(seconds);
}

class StretchTable final : public StretchSink {
 public:
  StretchTable(const Condition& condition, StretchTableStyle style)
      : condition_(condition),
        style_(std::move(style)),
        time_width_(TimeText({}, style_.time).size()) {
    for (const ConditionTerm& term : condition.terms) {
      std::string title = Printable(term.text);
      if (!term.units.empty()) title += ", " + term.units;
      const auto width = static_cast<std::size_t>(DisplayWidth(title));
      at_widths_.push_back(
          std::max(time_width_, std::max(width, kValueWidth + 2) - kValueWidth - 2));
      titles_.push_back(std::move(title));
    }
  }

  void Begin(std::string& out) override {
    out.append(2 * time_width_ + kLengthWidth + kSamplesWidth + 6, ' ');
    for (std::size_t i = 0; i < titles_.size(); ++i)
      AppendLeft(kGap + titles_[i], kValueWidth + at_widths_[i] + 4, out);
    EndLine(out);
    AppendLeft("start", time_width_, out);
    AppendLeft(std::string(kGap) + "end", time_width_ + 2, out);
    AppendRight("length", kLengthWidth + 2, out);
    AppendRight("samples", kSamplesWidth + 2, out);
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      AppendRight(ExtremeName(condition_.terms[i]), kValueWidth + 2, out);
      AppendLeft(std::string(kGap) + "at", at_widths_[i] + 2, out);
    }
    if (!condition_.desc().indom.IsNull()) out += std::string(kGap) + "instance";
    EndLine(out);
  }

  void Add(const Stretch& stretch, const std::string& instance, std::string& out) override {
    const std::size_t start = out.size();
    out += TimeText(stretch.start, style_.time) + kGap + TimeText(stretch.end, style_.time);
    AppendRight(LengthText(stretch.Seconds(), style_.time.decimals), kLengthWidth + 2, out);
    AppendRight(std::to_string(stretch.samples), kSamplesWidth + 2, out);
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const auto& extreme = stretch.extremes[i];
      out += kGap;  // also in front of a value that is too wide
      AppendRight(extreme ? ReadableText(Cell{extreme->value}) : "-", kValueWidth, out);
      AppendLeft(kGap + (extreme ? TimeText(extreme->stamp, style_.time) : std::string()),
                 at_widths_[i] + 2, out);
    }
    if (!condition_.desc().indom.IsNull()) {
      out += kGap;
      out += Fitting(instance, DisplayWidth(std::string_view(out).substr(start)));
    }
    EndLine(out);
  }

 private:
  // What fits behind that many columns.
  std::string Fitting(const std::string& instance, int before) const {
    constexpr int kFewest = 8;
    const std::string name = Printable(instance);
    if (style_.width == 0) return name;
    return CutMiddle(name, std::max(style_.width - before, kFewest), style_.utf8);
  }

  const Condition& condition_;
  StretchTableStyle style_;
  std::size_t time_width_;
  std::vector<std::string> titles_;     // by term
  std::vector<std::size_t> at_widths_;  // of the times of extremes
};

}  // namespace

std::unique_ptr<StretchSink> MakeStretchTable(const Condition& condition,
                                              const StretchTableStyle& style) {
  return std::make_unique<StretchTable>(condition, style);
}

}  // namespace fdr::tools
