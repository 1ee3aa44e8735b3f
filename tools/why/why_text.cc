// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/wrapped_lines.h"
#include "fdr/tools/why/why_words.h"

namespace fdr::tools {
namespace {

// Readers do not follow longer lines.
constexpr int kWidest = 100;
constexpr std::size_t kNamedMissing = 4;

// Breaks a text into lines between words.  Texts of archives have no controls then.
class Paragraphs {
 public:
  Paragraphs(const WhyStyle& style, std::string& out)
      : width_(style.width > 0 ? std::min(style.width, kWidest) : kWidest),
        utf8_(style.utf8),
        out_(out) {}

  void Add(std::string_view first_indent, std::string_view indent, const std::string& text) {
    for (const std::string& line :
         WrappedLines(DisplayText(text, utf8_), width_, first_indent, indent))
      out_ += line + '\n';
  }
  /// A command stays on one line, so that it can be copied.
  void AddCommand(std::string_view indent, const std::string& text) {
    out_ += std::string(indent) + DisplayText(text, utf8_) + '\n';
  }

 private:
  const int width_;
  const bool utf8_;
  std::string& out_;
};

// Samples that are a little early still come every second, not every 1000 ms.
std::string IntervalText(double interval) {
  constexpr double kDigits = 100;
  const double rounded = std::round(interval * kDigits) / kDigits;
  return AmountText(why::TimeOf(rounded > 0 ? rounded : interval));
}

std::string EvidenceLine(const why::Evidence& evidence, const why::Finding& finding) {
  std::string line = SentenceOf(evidence, finding);
  if (evidence.usual) line += fmt::format(" (usual: {})", AmountText(*evidence.usual));
  return line + ": " + evidence.metric;
}

void AppendFinding(const why::Finding& finding, std::size_t number, const why::Explanation& all,
                   const WhyStyle& style, Paragraphs& page) {
  const std::string head = fmt::format("{}. ", number);
  std::string verdict = VerdictOf(finding, all, style);
  if (const std::string others = OthersOf(finding); !others.empty()) verdict += ' ' + others;
  page.Add(head, "   ", verdict);
  for (const why::Evidence& evidence : finding.evidence)
    page.Add("   - ", "     ", EvidenceLine(evidence, finding));
  for (const std::string& command : CommandsFor(finding, all, style))
    page.AddCommand("   $ ", command);
}

std::string FirstOf(std::vector<std::string> names) {
  if (names.size() > kNamedMissing) {
    const std::size_t more = names.size() - kNamedMissing;
    names.resize(kNamedMissing);
    names.push_back(fmt::format("{} more", more));
  }
  return ListText(names);
}

void AppendMissing(const why::Explanation& all, Paragraphs& page) {
  if (!all.not_looked_at.empty())
    page.Add("", "", "Not recorded, so not looked at: " + ListText(all.not_looked_at) + '.');
  if (!all.in_part.empty())
    page.Add(
        "", "",
        "Too many instances, so only the first ones were looked at: " + FirstOf(all.in_part) + '.');
  if (!all.missing_of_processes.empty())
    page.Add("", "",
             "Of processes, the archive lacks " + FirstOf(all.missing_of_processes) +
                 ": fdr record without a configuration records them.");
}

}  // namespace

std::string WhyText(const why::Explanation& all, const why::ExplainOptions& options,
                    const WhyStyle& style) {
  std::string out;
  Paragraphs page(style, out);
  page.Add(
      "", "",
      fmt::format("{}, from {} to {}, a sample every {}", all.host, DateText(all.start, style.zone),
                  DateText(all.end, style.zone), IntervalText(all.interval)));
  out += '\n';
  for (std::size_t i = 0; i < all.findings.size(); ++i) {
    AppendFinding(all.findings[i], i + 1, all, style, page);
    out += '\n';
  }
  if (all.findings.empty())
    page.Add(
        "", "",
        fmt::format("Nothing unusual{}. Looked at: {}.",
                    options.start || options.end ? " at that time" : "", ListText(all.looked_at)));
  AppendMissing(all, page);
  return out;
}

}  // namespace fdr::tools
