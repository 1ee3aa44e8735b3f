// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/report/html_text.h"
#include "fdr/tools/report/page_parts.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/why/why_words.h"

namespace fdr::tools {
namespace {

constexpr double kPercent = 100;
// An archive may have names of any length.  Escaped text is at most six times as long.
constexpr std::size_t kLongestText = 500, kLongestLine = 20'000;
constexpr std::size_t kLargestPart = 250'000;  // of notes, changes, recording and metrics, escaped

std::string Limited(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  text = text.substr(0, longest);
  return std::string(text.substr(0, WholeCharacters(text))) + "... (cut)";
}

std::string Short(std::string_view text) { return HtmlText(Limited(text, kLongestText)); }

std::string Element(const char* name, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>\n", name, Short(text));
}

// Lines that are wider than the window can be scrolled, also with the keyboard.  What is left out
// is counted.
std::string Lines(const char* label, std::string_view text) {
  std::string shown;
  std::size_t left_out = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    const bool has_room = left_out == 0 && shown.size() < kLargestPart;
    std::string line = has_room ? HtmlLines(Limited(text.substr(0, length), kLongestLine)) : "";
    if (length > kLongestLine) line += '\n';
    if (!has_room || shown.size() + line.size() > kLargestPart)
      ++left_out;
    else
      shown += line;
    text.remove_prefix(length);
  }
  std::string part = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><pre>{}</pre></div>\n",
      HtmlText(label), shown);
  if (left_out > 0)
    part += Element(
        "p", "Left out, since this file would be too large: " + Count(left_out, "more line") + '.');
  return part;
}

// With as many digits as the script needs.
std::string SecondsText(Timestamp time) {
  return fmt::format("{}.{:03}", time.sec, time.nsec / 1'000'000);
}

// Pairs of a moment and the seconds east of Greenwich from there on.  A zone has two in a year.
std::string OffsetsText(const ChartStretch& stretch) {
  constexpr int kMost = 256;
  std::string text;
  for (std::int64_t sec = stretch.start.sec, i = 0; sec <= stretch.end.sec && i < kMost; ++i) {
    const LocalTimeSpan span = stretch.zone.SpanAt(sec);
    text += fmt::format("{}{},{}", text.empty() ? "" : ";", sec, span.type->utc_offset);
    if (span.until <= sec) break;
    sec = span.until;
  }
  return text;
}

class Page {
 public:
  explicit Page(const ReportContents& contents) : contents_(contents) {}

  // The charts get the room that the other parts leave.
  std::string Text() {
    Head();
    Verdict();
    Processes();
    const std::string before = std::exchange(out_, "");
    out_ += Element("h2", "What changed") + Lines("What changed", contents_.changes);
    Notes();
    Recording();
    out_ += "</main>\n<script>" + std::string(kReportScript) + "</script>\n</body>\n</html>\n";
    const std::string behind = std::exchange(out_, before);
    Charts(kLargestReport - std::min(kLargestReport, behind.size()));
    return out_ + behind;
  }

 private:
  void Head();
  void Verdict();
  void Processes();
  void Charts(std::size_t largest);
  void Notes();
  void Recording();

  const ReportContents& contents_;
  std::string out_;
};

// The policy keeps a browser from asking anybody, whatever the page says.
void Page::Head() {
  const ChartStretch& stretch = contents_.stretch;
  const std::string host = Short(contents_.explanation.host);
  out_ += fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<title>{0}: what happened</title>\n<style>{1}</style>\n</head>\n<body>\n<header>\n"
      "<h1>{0}: what happened</h1>\n<p class=\"soft\">{2} to {3}{4}</p>\n</header>\n<main>\n",
      host, kReportStyle, HtmlText(DateText({stretch.start.sec, 0}, stretch.zone)),
      HtmlText(DateText({stretch.end.sec, 0}, stretch.zone)),
      contents_.is_scrubbed ? ". Pseudonyms stand for names." : "");
}

void Page::Verdict() {
  const why::Explanation& all = contents_.explanation;
  out_ += Element("h2", "Verdict");
  if (all.findings.empty())
    out_ += Element("p", "Nothing unusual. Looked at: " + ListText(all.looked_at) + '.');
  if (!all.findings.empty()) out_ += "<ol>\n";
  for (const why::Finding& finding : all.findings) {
    out_ += "<li><p>" + Short(VerdictOf(finding, all, contents_.style)) + ' ' +
            Short(OthersOf(finding)) + "</p>\n<ul>\n";
    for (const why::Evidence& evidence : finding.evidence) {
      std::string line = SentenceOf(evidence, finding);
      if (evidence.usual) line += " (usual: " + AmountText(*evidence.usual) + ')';
      out_ += "<li>" + Short(line) + " <span class=\"soft\">" + Short(evidence.metric) +
              "</span></li>\n";
    }
    out_ += "</ul></li>\n";
  }
  if (!all.findings.empty()) out_ += "</ol>\n";
  if (!all.not_looked_at.empty())
    out_ += Element("p", "Not recorded, so not looked at: " + ListText(all.not_looked_at) + '.');
}

void Page::Processes() {
  std::string rows;
  for (std::size_t i = 0; i < contents_.explanation.findings.size(); ++i) {
    const why::Finding& finding = contents_.explanation.findings[i];
    for (const why::Culprit& culprit : finding.culprits)
      rows += fmt::format(
          "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td "
          "class=\"number\">{}</td></tr>\n",
          i + 1, Short(culprit.program.empty() ? "a process" : culprit.program),
          Short(culprit.user), Short(UseText(culprit, finding)),
          culprit.share ? fmt::format("{:.0f} %", *culprit.share * kPercent) : "");
  }
  if (rows.empty()) return;
  out_ += Element("h2", "Top processes") +
          "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Top processes\">"
          "<table>\n<thead><tr><th scope=\"col\" class=\"number\">Finding</th><th "
          "scope=\"col\">Program</th><th scope=\"col\">User</th><th scope=\"col\" "
          "class=\"number\">Amount</th><th scope=\"col\" class=\"number\">Share</th></tr></thead>\n"
          "<tbody>\n" +
          rows + "</tbody></table></div>\n";
}

// `largest`: of the page up to here.  The times are those of the plots, which the script names.
void Page::Charts(std::size_t largest) {
  constexpr std::size_t kRoomForSentence = 200;
  const ChartStretch& plotted = contents_.plotted;
  out_ += fmt::format(
      "<h2 id=\"charts\" data-start=\"{}\" data-end=\"{}\" data-offsets=\"{}\">Charts</h2>\n",
      SecondsText(plotted.start), SecondsText(plotted.end), OffsetsText(plotted));
  if (contents_.charts.empty())
    out_ += Element("p", "The archive has none of the metrics that the charts show.");
  std::size_t left_out = 0;
  for (const ReportChart& chart : contents_.charts) {
    const std::string figure = fmt::format(
        "<figure aria-label=\"{0}\">\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Chart: {0}\">{1}</div>\n</figure>\n",
        Short(chart.caption), chart.svg);
    if (out_.size() + figure.size() + kRoomForSentence > largest)
      ++left_out;
    else
      out_ += figure;
  }
  if (left_out > 0)
    out_ += Element("p", "Left out, since this file would be larger than 2 MB: " +
                             Count(left_out, "more chart") + '.');
}

void Page::Notes() {
  if (contents_.notes.empty()) return;
  out_ += Element("h2", "Notes") + Lines("Notes", contents_.notes);
}

void Page::Recording() {
  const std::vector<std::string>& metrics = contents_.metrics;
  out_ += Element("h2", "How it was recorded") + Lines("How it was recorded", contents_.recording);
  std::string names;
  for (const std::string& metric : metrics) names += metric + '\n';
  out_ += "<details><summary>" + Count(metrics.size(), "metric") + "</summary>\n" +
          Lines("Metrics", names) + "</details>\n";
}

}  // namespace

std::string ReportPage(const ReportContents& contents) { return Page(contents).Text(); }

}  // namespace fdr::tools
