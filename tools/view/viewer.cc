// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/view/key_help.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

using Kind = KeyPress::Kind;
using std::chrono::milliseconds;

constexpr milliseconds kLongestRest{250};      // until a growing archive is looked at again
constexpr std::chrono::seconds kStripLife{5};  // of a growing archive
constexpr double kSlowest = 1.0 / 64, kFastest = 65536;
constexpr double kJump = 0.1;  // of the archive
constexpr int kFootLines = TimeStrip::kLines + 1;

// What the strip shows: time of all processors, or how many processes want one.
const std::vector<std::string>& StripExpressions() {
  static const std::vector<std::string> expressions = {"kernel.all.cpu.user + kernel.all.cpu.sys",
                                                       "kernel.all.load", "disk.all.total"};
  return expressions;
}

}  // namespace

Viewer::Viewer(ArchiveContext& archive, ViewerOptions options)
    : archive_(archive),
      options_(std::move(options)),
      tape_(archive, options_.interval),
      pages_(ViewPages().size()) {}

Result<std::unique_ptr<Viewer>> Viewer::Open(ArchiveContext& archive, ViewerOptions options) {
  std::unique_ptr<Viewer> viewer(new Viewer(archive, std::move(options)));
  auto strip = TimeStrip::Open(archive, StripExpressions());
  if (!strip) return Fail(strip.error());
  viewer->strip_ = std::move(*strip);
  const ViewerOptions& chosen = viewer->options_;
  if (const auto opened = viewer->OpenPage(chosen.page); !opened) return Fail(opened.error());
  viewer->page_ = chosen.page;
  viewer->page().Lead(viewer->tape_);
  if (chosen.follows)
    viewer->GoToEnd();
  else
    viewer->tape_.GoTo(chosen.start.value_or(viewer->tape_.start()));
  // Counters have no rates at the first sample.
  if (!chosen.start && !chosen.follows) viewer->tape_.Step(Direction::kForward);
  viewer->Read();
  return viewer;
}

Result<void> Viewer::OpenPage(std::size_t page) {
  if (pages_[page]) return {};
  auto opened = PageView::Open(archive_, ViewPages()[page]);
  if (!opened) return Fail(opened.error());
  pages_[page] = std::move(*opened);
  return {};
}

void Viewer::ChoosePage(std::size_t page) {
  if (const auto opened = OpenPage(page); !opened) return Say(opened.error().Message());
  page_ = page;
  this->page().Lead(tape_);
  Read();
}

void Viewer::Read() {
  if (const auto read = page().Read(tape_.moment()); !read) Say(read.error().Message());
}

// Time.

void Viewer::MoveTo(const std::function<bool()>& move, const char* otherwise) {
  motion_ = Motion::kStill;
  if (!move()) Say(otherwise);
  Read();
}

void Viewer::Step(Direction direction) {
  MoveTo([&] { return tape_.Step(direction); },
         direction == Direction::kForward ? "This is the last sample" : "This is the first sample");
}

void Viewer::Play() {
  motion_ = motion_ == Motion::kStill ? Motion::kPlaying : Motion::kStill;
  due_ = Clock::now();
}

void Viewer::GoToBookmark() {
  const auto there = bookmarks_.After(tape_.now());
  if (!there) return Say("There is no bookmark: m sets one");
  motion_ = Motion::kStill;
  tape_.GoTo(*there);
  Read();
}

void Viewer::GoToEnd() {
  tape_.Grow();
  tape_.GoTo(tape_.end());
  motion_ = options_.follows ? Motion::kFollowing : Motion::kStill;
}

void Viewer::ChangeSpeed(double factor) {
  speed_ = std::clamp(speed_ * factor, kSlowest, kFastest);
}

void Viewer::Tick(Clock::time_point now) {
  if (motion_ == Motion::kFollowing && tape_.Grow()) {
    tape_.GoTo(tape_.end());
    Read();
  }
  if (motion_ != Motion::kPlaying || now < due_) return;
  const Timestamp from = tape_.now();
  if (!tape_.Step(direction_)) {
    if (loops_) {
      tape_.GoTo(direction_ == Direction::kForward ? tape_.start() : tape_.end());
      due_ = now + kLongestRest;
      return Read();
    }
    motion_ = Motion::kStill;
    return Say(direction_ == Direction::kForward ? "The end" : "The start");
  }
  Read();
  constexpr double kLongestPause = 5;  // gaps are not waited for
  const double distance = std::fabs(SecondsBetween(from, tape_.now())) / speed_;
  due_ = now + milliseconds(std::llround(1000 * std::min(distance, kLongestPause)));
}

milliseconds Viewer::Rest(Clock::time_point now) const {
  if (motion_ != Motion::kPlaying) return kLongestRest;
  return std::clamp(std::chrono::duration_cast<milliseconds>(due_ - now), milliseconds(0),
                    kLongestRest);
}

// Goes from sample to sample until the condition holds, or a key is pressed.
void Viewer::Find(Direction direction) {
  if (!condition_) return Ask(Prompt::Question::kCondition);
  motion_ = Motion::kStill;
  const Timestamp from = tape_.now();
  while (tape_.Step(direction) && !Interrupted()) {
    const Result<bool> holds = condition_->HoldsAt(tape_.moment());
    if (!holds) return Say(holds.error().Message());
    if (*holds) return Read();
  }
  tape_.GoTo(from);
  Read();
  Say("No " + std::string(direction == Direction::kForward ? "later" : "earlier") +
      " sample where " + condition_->expression());
}

// Keys.

void Viewer::Ask(Prompt::Question question) {
  prompt_.Open(question, question == Prompt::Question::kFilter ? page().table().filter() : "");
}

void Viewer::Answer(Prompt::Question question, const std::string& answer) {
  if (question == Prompt::Question::kFilter || answer.empty()) return;
  if (question == Prompt::Question::kTime) {
    const Result<Timestamp> time = ParseJump(answer, tape_.start(), tape_.end(), options_.zone);
    if (!time) return Say(time.error().Message());
    motion_ = Motion::kStill;
    tape_.GoTo(*time);
    return Read();
  }
  Result<MomentCondition> condition = MomentCondition::Open(archive_, answer);
  if (!condition) return Say(condition.error().Message());
  condition_.emplace(std::move(*condition));
  Find(Direction::kForward);
}

// The metrics of the chosen row, by their names.
void Viewer::ShowChosen() {
  const ViewRow* row = page().table().Chosen();
  if (row == nullptr || !page().page().subtrees.empty()) return;
  const std::string filter = '[' + row->key + ']';
  ChoosePage(ViewPages().size() - 1);
  page().table().Filter(filter);
}

void Viewer::Obey(const KeyPress& key) {
  if (key.kind == Kind::kNothing || key.kind == Kind::kResize) return;
  message_.clear();
  if (helps_) {
    helps_ = false;
    return;
  }
  if (prompt_.IsOpen()) {
    const Prompt::Question question = prompt_.question();
    if (prompt_.Take(key) && question == Prompt::Question::kFilter)
      page().table().Filter(prompt_.text());
    if (key.kind == Kind::kEscape && question == Prompt::Question::kFilter)
      page().table().Filter("");
    if (key.kind != Kind::kEscape && key.kind != Kind::kEnter) return;
    prompt_.Close();
    if (key.kind == Kind::kEnter) Answer(question, prompt_.text());
    return;
  }
  constexpr int kScreenOfRows = 10;
  switch (key.kind) {
    case Kind::kText:
      return ObeyLetter(key.text);
    case Kind::kEnter:
      return ShowChosen();
    case Kind::kEscape:
      return page().table().Filter("");
    case Kind::kTab:
      return ChoosePage((page_ + 1) % pages_.size());
    case Kind::kUp:
      return page().table().MoveChoice(-1);
    case Kind::kDown:
      return page().table().MoveChoice(1);
    case Kind::kPageUp:
      return page().table().MoveChoice(-kScreenOfRows);
    case Kind::kPageDown:
      return page().table().MoveChoice(kScreenOfRows);
    case Kind::kLeft:
      return Step(Direction::kBackward);
    case Kind::kRight:
      return Step(Direction::kForward);
    case Kind::kHome:
      return MoveTo(
          [&] {
            tape_.GoTo(tape_.start());
            return true;
          },
          "");
    case Kind::kEnd:
      GoToEnd();
      return Read();
    default:
      return;
  }
}

void Viewer::ObeyLetter(const std::string& key) {
  const char letter = key.size() == 1 ? key[0] : '\0';
  if (const auto pages = ViewPages();
      letter >= '1' && letter < '1' + static_cast<int>(pages.size()))
    return ChoosePage(static_cast<std::size_t>(letter - '1'));
  switch (letter) {
    case 'q':
      quit_ = true;
      return;
    case '?':
    case 'h':
      helps_ = true;
      return;
    case ' ':
      return Play();
    case 't':
    case '.':
      return Step(Direction::kForward);
    case 'T':
    case ',':
      return Step(Direction::kBackward);
    case 'r':
      direction_ = direction_ == Direction::kForward ? Direction::kBackward : Direction::kForward;
      return;
    case '+':
      return ChangeSpeed(2);
    case '-':
      return ChangeSpeed(0.5);
    case ']':
      return MoveTo(
          [&] {
            tape_.Jump(kJump);
            return true;
          },
          "");
    case '[':
      return MoveTo(
          [&] {
            tape_.Jump(-kJump);
            return true;
          },
          "");
    case 'g':
      return MoveTo([&] { return tape_.GoToGap(Direction::kForward); },
                    "There is no later interruption of the recording");
    case 'G':
      return MoveTo([&] { return tape_.GoToGap(Direction::kBackward); },
                    "There is no earlier interruption of the recording");
    case 'l':
      return Say((loops_ = !loops_) ? "Plays again and again" : "Plays up to the end");
    case 'm':
      return Say(bookmarks_.Toggle(tape_.now()) ? "A bookmark: ' comes back" : "No bookmark here");
    case '\'':
      return GoToBookmark();
    case 'b':
      return Ask(Prompt::Question::kTime);
    case 'c':
      charts_ = !charts_;
      return;
    case '/':
      return Ask(Prompt::Question::kFilter);
    case 'w':
      return Ask(Prompt::Question::kCondition);
    case 'n':
      return Find(Direction::kForward);
    case 'N':
      return Find(Direction::kBackward);
    case '>':
      return page().table().MoveSort(1);
    case '<':
      return page().table().MoveSort(-1);
    case 's':
      return page().table().Turn();
    default:
      Say("? shows all keys");
  }
}

// Pictures.

Frame Viewer::Draw(TerminalSize size, bool utf8) {
  Frame frame(size, utf8);
  if (helps_) {
    DrawKeyHelp(frame);
    return frame;
  }
  DrawHead(frame);
  ReadStrip(frame.width());
  constexpr int kHeadLines = 3;
  DrawBody(frame, kHeadLines, frame.height() - kHeadLines - kFootLines);
  DrawFoot(frame);
  return frame;
}

// The lower half may be a chart of what the upper half shows.
void Viewer::DrawBody(Frame& frame, int first_line, int lines) {
  constexpr int kLeastChart = 8;
  const bool has_room = lines >= 2 * kLeastChart;
  const WatchedMetric* metric = charts_ && has_room ? page().Charted() : nullptr;
  const int chart = metric != nullptr ? lines / 2 : 0;
  page().Draw(frame, first_line, lines - chart);
  if (metric == nullptr) return;
  if (const auto read =
          chart_.Read(page().context(), *metric, tape_.start(), chart_end_, frame.width());
      !read)
    return Say(read.error().Message());
  chart_.Draw(frame, first_line + lines - chart, chart, tape_.now(), options_.zone);
}

std::string Viewer::MotionText() const {
  switch (motion_) {
    case Motion::kFollowing:
      return "live";
    case Motion::kPlaying:
      return fmt::format("playing{} {:.4g}x", direction_ == Direction::kForward ? "" : " back",
                         speed_);
    case Motion::kStill:
      return "paused";
  }
  return "";
}

void Viewer::DrawHead(Frame& frame) {
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
  const double seconds = moment.Seconds();
  std::string since = seconds > 0 ? fmt::format("after {:.4g} s", seconds) : "the first sample";
  if (moment.after_gap) since = "after an interruption";
  column = frame.Put(1, column, since, moment.after_gap ? Ink::kBusy : Ink::kFaint) + 2;
  column = frame.Put(1, column, MotionText(), Ink::kGood) + 2;
  if (const std::string& filter = page().table().filter(); !filter.empty())
    column = frame.Put(1, column, "rows with \"" + filter + '"', Ink::kBusy) + 2;
  const std::string host = archive_.HostName();
  if (column + static_cast<int>(host.size()) <= frame.width())
    frame.PutRight(1, frame.width(), host, Ink::kFaint);
}

void Viewer::ReadStrip(int width) {
  const bool is_old = motion_ == Motion::kFollowing && Clock::now() - strip_read_ > kStripLife;
  if (width == strip_width_ && !is_old) return;
  strip_width_ = width;
  strip_read_ = Clock::now();
  chart_end_ = tape_.end();
  if (const auto read = strip_->Read(tape_.start(), tape_.end(), width); !read)
    Say(read.error().Message());
}

void Viewer::DrawFoot(Frame& frame) {
  const int first = frame.height() - kFootLines;
  strip_->Draw(frame, first, tape_.now(), options_.zone);
  const int last = frame.height() - 1;
  if (prompt_.IsOpen()) {
    const int end = frame.Put(last, 0, prompt_.Line(), Ink::kStrong);
    frame.Reverse(last, end, 1);
  } else if (!message_.empty()) {
    frame.Put(last, 0, message_, Ink::kBusy);
  } else {
    frame.Put(last, 0,
              "? keys   space play   left, right: samples   / filter   b go to a time   q quit",
              Ink::kFaint);
  }
}

}  // namespace fdr::tools
