// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The pictures of the viewer: the pages and the time at the top, the page that is shown, the strip
// of the time, and the line for messages.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/tools/view/key_help.h"
#include "fdr/tools/view/view_time.h"
#include "fdr/tools/view/viewer.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::seconds kStripLife{5};  // of a growing archive
constexpr int kFootLines = TimeStrip::kLines + 1;

}  // namespace

Frame Viewer::Draw(TerminalSize size, bool utf8) {
  Frame frame(size, utf8);
  ReadStrip();
  if (!stretch_is_complete_) ReadStretch();
  if (helps_) {
    DrawKeyHelp(Actions(), frame);
    return frame;
  }
  const int head = DrawHead(frame);
  DrawBody(frame, head, frame.height() - head - kFootLines);
  DrawFoot(frame);
  return frame;
}

// The lower half may be a chart of what the upper half shows.
void Viewer::DrawBody(Frame& frame, int first_line, int lines) {
  constexpr int kLeastChart = 8;
  const bool has_room = lines >= 2 * kLeastChart;
  PageView::Charted charted;
  if (chart_of_ != ChartOf::kNothing && has_room) charted = page().ChosenForChart();
  if (chart_of_ == ChartOf::kAllRows) charted.instance.reset();
  const int chart = charted.metric != nullptr ? lines / 2 : 0;
  page().Draw(frame, first_line, lines - chart);
  if (charted.metric == nullptr) return;
  if (const auto read =
          chart_.Read(page().context(), archive_, *charted.metric, charted.instance, tape_.start(),
                      shown_end_, frame.width(), [this] { return !options_.key_waits(); });
      !read)
    return Say(read.error().Message());
  chart_.Draw(frame, first_line + lines - chart, chart, tape_.now(), options_.zone);
}

// What the numbers are about.
std::string Viewer::SinceText() const {
  if (const std::optional<Moment> stretch = Stretch()) {
    const bool is_end = stretch->now == tape_.now();
    return fmt::format("{:.4g} s {} {}{}{}", stretch->Seconds(), is_end ? "since" : "up to",
                       ClockText(*mark_, options_.zone, false),
                       stretch_is_complete_ ? "" : ", so far",
                       pages_[page_]->LeavesRowsOut() ? ", not of all rows" : "");
  }
  const Moment& moment = tape_.moment();
  if (moment.after_gap) return "after an interruption";
  const double seconds = moment.Seconds();
  return seconds > 0 ? fmt::format("after {:.4g} s", seconds) : "the first sample";
}

// Returns how many lines it takes.
int Viewer::DrawHead(Frame& frame) {
  int column = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const ViewPage& page = ViewPages()[i];
    const int from = column;
    column = frame.Put(0, column, fmt::format(" {} {}", page.key, page.name), Ink::kTitle);
    if (i == page_) frame.Reverse(0, from, column - from);
  }
  const Moment& moment = tape_.moment();
  const LocalTime local = options_.zone.At(moment.now.sec);
  std::string time =
      ClockText(moment.now, options_.zone, true, true) + ' ' + std::string(local.abbreviation);
  column = frame.Put(1, 0, time, Ink::kStrong) + 2;
  column =
      frame.Put(1, column, SinceText(), moment.after_gap || Stretch() ? Ink::kBusy : Ink::kFaint) +
      2;
  column = frame.Put(1, column, motion_.Text(), Ink::kGood) + 2;
  if (const std::string& instance = page().instance(); !instance.empty())
    column = frame.Put(1, column, "of " + instance, Ink::kStrong) + 2;
  if (const std::string& filter = page().table().filter(); !filter.empty())
    column = frame.Put(1, column, "rows with \"" + filter + '"', Ink::kBusy) + 2;
  const std::string host = archive_.HostName();
  if (column + static_cast<int>(host.size()) <= frame.width())
    frame.PutRight(1, frame.width(), host, Ink::kFaint);
  constexpr int kHeadLines = 3;
  return std::max(kHeadLines, DrawVerdict(frame, kHeadLines - 1));
}

// Small screens have a line for it.  Returns the line behind it.
int Viewer::DrawVerdict(Frame& frame, int first_line) {
  constexpr int kLinesOfSmall = 20;
  const std::size_t most = frame.height() < kLinesOfSmall ? 1 : 3;
  const Ink ink = verdict_.findings().empty() ? Ink::kFaint : Ink::kBusy;
  int line = first_line;
  for (const std::string& text : verdict_.Lines(frame.width(), most, options_.zone, frame.utf8()))
    frame.Put(line++, 0, text, ink);
  return line;
}

// A part of a long archive at a time: keys are obeyed in between.
void Viewer::ReadStrip() {
  constexpr std::size_t kRecordsAtOnce = 10'000;
  const Clock::time_point now = Clock::now();
  const bool may_grow = !motion_.is_following() || now - strip_grew_ > kStripLife;
  if (shown_end_ != tape_.end() && may_grow) {
    shown_end_ = tape_.end();
    strip_grew_ = now;
  }
  const Result<bool> read = strip_->Read(tape_.start(), shown_end_, kRecordsAtOnce);
  strip_is_complete_ = read.value_or(true);
  if (!read) Say(read.error().Message());
}

void Viewer::DrawFoot(Frame& frame) {
  const int first = frame.height() - kFootLines;
  std::vector<MarkedTime> unusual;
  for (const why::Finding& finding : verdict_.findings())
    unusual.push_back({finding.start, finding.end});
  const Moment shown = Stretch().value_or(Moment{tape_.now(), tape_.now()});
  strip_->Draw(frame, first, {shown.before, shown.now}, options_.zone, unusual);
  const int last = frame.height() - 1;
  if (prompt_.IsOpen()) {
    const int end = frame.Put(last, 0, prompt_.Line(), Ink::kStrong);
    frame.Reverse(last, end, 1);
  } else if (!message_.empty()) {
    frame.Put(last, 0, message_, Ink::kBusy);
  } else if (page().table().IsWide()) {
    frame.Put(last, 0, "? keys   ( ) other columns   space play   left, right: samples   q quit",
              Ink::kFaint);
  } else {
    frame.Put(last, 0,
              "? keys   space play   left, right: samples   / filter   b go to a time   q quit",
              Ink::kFaint);
  }
}

}  // namespace fdr::tools
