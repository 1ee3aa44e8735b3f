// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A line for each metric, for people.

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/names/metric_list.h"
#include "fdr/tools/names/subsystem.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

// A text narrower than this says too little: other columns give way.
constexpr std::size_t kNarrowestText = 30;
constexpr std::size_t kSemantics = 9, kType = 21, kUnits = 17, kColumnGap = 2;

class TextList : public MetricList {
 public:
  TextList(const ListStyle& style, const SearchWords* words) : style_(style), words_(words) {
    const std::size_t others = style.name_width + kColumnGap + kUnits + kNarrowestText;
    has_semantics_ = style.width == 0 || style.width >= others + kSemantics;
    has_type_ = style.width == 0 || style.width >= others + kSemantics + kType;
  }

  void Begin(std::string&) override {}

  void Add(const MetricInfo& metric, std::string_view found, std::string& out) override {
    if (style_.headings) AddHeading(metric, out);
    is_first_ = false;
    std::string line = Marked(Printable(metric.name), words_, style_);
    line.append(style_.name_width + kColumnGap - std::min(metric.name.size(), style_.name_width),
                ' ');
    const std::string facts = FactsOf(metric.desc);
    line += facts;
    if (!style_.verbose)
      line += Marked(ShortText(metric, found, style_.name_width + kColumnGap + facts.size()),
                     words_, style_);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    if (style_.verbose) AddDetails(metric, out);
  }

 private:
  void AddHeading(const MetricInfo& metric, std::string& out) {
    const std::string_view subsystem = SubsystemOf(metric.name);
    if (subsystem == subsystem_) return;
    if (!is_first_) out += '\n';
    subsystem_ = subsystem;
    if (subsystem.empty()) return;
    std::string heading = "# " + Printable(subsystem);
    if (const std::string_view about = AboutSubsystem(subsystem); !about.empty())
      heading += fmt::format(": {}", about);
    out += style_.color ? fmt::format("{}{}{}\n", kBold, heading, kReset) : heading + '\n';
  }

  std::string FactsOf(const Desc& desc) const {
    const std::string units = ToString(desc.units);
    std::string facts;
    if (has_semantics_) facts += fmt::format("{:<{}}", ToString(desc.semantics), kSemantics);
    if (has_type_) facts += fmt::format("{:<{}}", ToString(desc.type), kType);
    return facts + fmt::format("{:<{}}", units.empty() ? "-" : units, kUnits);
  }

  // What the metric is, on the rest of the line.
  std::string ShortText(const MetricInfo& metric, std::string_view found, std::size_t used) const {
    std::string text = metric.one_line.empty() && !metric.expression.empty()
                           ? "= " + metric.expression
                           : metric.one_line;
    if (!found.empty()) text += fmt::format("{}[{}]", text.empty() ? "" : " ", found);
    text = Printable(text);
    if (style_.width == 0) return text;
    const std::size_t room = style_.width > used ? style_.width - used : 1;
    return CutEnd(text, static_cast<int>(std::max(room, std::size_t{1})), style_.utf8);
  }

  // Keeps the lines of a help text; all other control characters must not reach the terminal.
  void AddIndented(const std::string& text, std::string& out) const {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      out += "    " + Marked(Printable(text.substr(at, end - at)), words_, style_) + '\n';
      at = end + 1;
    }
  }

  void AddDetails(const MetricInfo& metric, std::string& out) const {
    if (!metric.expression.empty()) AddIndented("= " + metric.expression, out);
    AddIndented(metric.help.empty() ? metric.one_line : metric.help, out);
    if (metric.instances == nullptr) return;
    for (const NamedInstance& instance : *metric.instances)
      out += fmt::format("    [{}] {}\n", instance.id,
                         Marked(Printable(instance.name), words_, style_));
  }

  const ListStyle style_;
  const SearchWords* words_;
  bool has_semantics_, has_type_;
  std::string subsystem_;  // of the last metric
  bool is_first_ = true;
};

}  // namespace

std::string Marked(const std::string& text, const SearchWords* words, const ListStyle& style) {
  if (words == nullptr || !style.color) return text;
  std::string marked;
  std::size_t at = 0;
  for (const auto& [from, to] : words->PlacesIn(text)) {
    marked += text.substr(at, from - at);
    marked += fmt::format("{}{}{}", kBoldRed, text.substr(from, to - from), kReset);
    at = to;
  }
  return marked + text.substr(at);
}

std::unique_ptr<MetricList> MakeTextList(const ListStyle& style, const SearchWords* words) {
  return std::make_unique<TextList>(style, words);
}

}  // namespace fdr::tools
