// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/viewer.h"

#include <algorithm>
#include <string_view>

#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/view/first_page.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

using Kind = KeyPress::Kind;

}  // namespace

Viewer::Viewer(ArchiveContext& archive, ViewerOptions options)
    : archive_(archive),
      options_(std::move(options)),
      tape_(archive, options_.interval),
      motion_(tape_),
      pages_(ViewPages().size()),
      verdict_(options_.explain) {}

Result<std::unique_ptr<Viewer>> Viewer::Open(ArchiveContext& archive, ViewerOptions options) {
  std::unique_ptr<Viewer> viewer(new Viewer(archive, std::move(options)));
  const auto page = viewer->options_.page;
  const Result<void> begun = page ? viewer->Begin(*page) : viewer->BeginWhereValuesAre();
  if (!begun) return Fail(begun.error());
  return viewer;
}

Result<void> Viewer::Begin(std::size_t page) {
  if (const auto opened = OpenPage(page); !opened) return opened;
  this->page().Lead(tape_);
  if (options_.follows)
    GoToEnd();
  else
    tape_.GoTo(options_.start.value_or(tape_.start()));
  // Counters have no rates at the first sample.
  if (!options_.start && !options_.follows) tape_.Step(Direction::kForward);
  Read();
  return {};
}

Result<void> Viewer::BeginWhereValuesAre() {
  PageTrial trial;
  trial.pages = kMetricsPage + 1;  // that one shows what the later pages do, too
  trial.begin = [this](std::size_t page) {
    message_.clear();  // about a page that is passed over
    return Begin(page);
  };
  trial.has_values = [this] { return page().HasValues(); };
  if (options_.start || options_.follows) return ShowFirstPage(trial);
  std::optional<Timestamp> began;
  trial.step = [&] {
    if (!began) began = tape_.now();
    const bool moved = tape_.Step(Direction::kForward);
    if (moved) Read();
    return moved;
  };
  trial.go_back = [&] { GoTo(began.value_or(tape_.start())); };
  return ShowFirstPage(trial);
}

// Kept, so a page that comes again finds what was read.
Result<void> Viewer::OpenStrip(const PageStrip& shown) {
  auto known = strips_.find(std::string_view(shown.title));
  if (known == strips_.end()) {
    auto strip = TimeStrip::Open(archive_, shown);
    if (!strip) return Fail(strip.error());
    known = strips_.emplace(shown.title, std::move(*strip)).first;
  }
  strip_ = known->second.get();
  return {};
}

Result<void> Viewer::OpenPage(std::size_t page) {
  if (!pages_[page]) {
    auto opened = PageView::Open(archive_, ViewPages()[page]);
    if (!opened) return Fail(opened.error());
    pages_[page] = std::move(*opened);
  }
  if (const Result<void> opened = OpenStrip(ViewPages()[page].strip); !opened) return opened;
  page_ = page;
  return {};
}

void Viewer::ChoosePage(std::size_t page) {
  if (const auto opened = OpenPage(page); !opened) return Say(opened.error().Message());
  came_from_.reset();
  // A filter or a view of an earlier visit would hide rows and columns.
  this->page().table().Filter("");
  this->page().table().ShowFirstColumns();
  this->page().ShowInstance("");
  this->page().Lead(tape_);
  Read();
}

std::optional<Moment> Viewer::Stretch() const {
  if (!mark_ || *mark_ == tape_.now()) return std::nullopt;
  return Moment{std::min(*mark_, tape_.now()), std::max(*mark_, tape_.now()), false};
}

// A part of a long stretch at a time, as of the strip.
void Viewer::ReadStretch() {
  const Result<bool> read = page().ReadStretch(*Stretch(), tape_.start(), tape_.end(),
                                               [this] { return !options_.key_waits(); });
  stretch_is_complete_ = read.value_or(true);
  if (read) return;
  // The head must not speak of a stretch that is not shown.
  mark_.reset();
  Read();
  Say(read.error().Message() + "; no stretch: the rows show this time");
}

void Viewer::Read() {
  stretch_is_complete_ = true;
  if (Stretch()) return ReadStretch();
  if (const auto read = page().Read(tape_.moment(), tape_.start(), tape_.end()); !read)
    Say(read.error().Message());
}

// Time.

void Viewer::MoveTo(const std::function<bool()>& move, const char* otherwise) {
  motion_.Stop();
  if (!move()) Say(otherwise);
  Read();
}

void Viewer::Step(Direction direction) {
  MoveTo([&] { return tape_.Step(direction); },
         direction == Direction::kForward ? "This is the last sample" : "This is the first sample");
}

void Viewer::GoTo(Timestamp time) {
  motion_.Stop();
  tape_.GoTo(time);
  Read();
}

void Viewer::GoToBookmark() {
  const auto there = bookmarks_.After(tape_.now());
  if (!there) return Say("There is no bookmark: m sets one");
  GoTo(*there);
}

void Viewer::GoToEnd() {
  tape_.Grow();
  GoTo(tape_.end());
  if (options_.follows) motion_.Follow();
}

void Viewer::Tick(Clock::time_point now) {
  verdict_.Tick(tape_.end());
  switch (motion_.Tick(now)) {
    case TapeMotion::Event::kNothing:
      return;
    case TapeMotion::Event::kMoved:
      return Read();
    case TapeMotion::Event::kEnded:
      return Say(motion_.direction() == Direction::kForward ? "The end" : "The start");
  }
}

// Goes from sample to sample until the condition holds, or a key is pressed.
void Viewer::Find(Direction direction) {
  if (!condition_) return Ask(Prompt::Question::kCondition);
  motion_.Stop();
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
    // A time before the start has become the start.
    if (*time <= tape_.start())
      Say("The archive begins at " + ClockText(tape_.start(), options_.zone, true));
    if (*time > tape_.end())
      Say("The archive ends at " + ClockText(tape_.end(), options_.zone, true));
    return GoTo(*time);
  }
  Result<MomentCondition> condition = MomentCondition::Open(archive_, answer);
  if (!condition) return Say(condition.error().Message());
  condition_.emplace(std::move(*condition));
  Find(Direction::kForward);
}

// All metrics of the chosen row.
void Viewer::ShowChosen() {
  const ViewRow* row = page().table().Chosen();
  if (row == nullptr || !page().page().subtrees.empty()) return;
  const std::string instance = row->key;
  const std::size_t here = page_;
  ChoosePage(kMetricsPage);
  if (page_ == here) return;
  came_from_ = here;
  page().ShowInstance(instance);
  Read();
}

// To all rows, or to the page whose row is shown.
void Viewer::GoBack() {
  if (page().table().filter().empty() && came_from_) return ChoosePage(*came_from_);
  page().table().Filter("");
}

void Viewer::ChangeChart() {
  switch (chart_of_) {
    case ChartOf::kNothing:
      chart_of_ = ChartOf::kChosenRow;
      break;
    case ChartOf::kChosenRow:
      chart_of_ = ChartOf::kAllRows;
      break;
    case ChartOf::kAllRows:
      chart_of_ = ChartOf::kNothing;
  }
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
  if (const ViewKey* const known = FindKey(Actions(), key))
    known->obey(*this, key.text.empty() ? '\0' : key.text[0]);
  else if (key.kind == Kind::kText)
    Say("? shows all keys");
}

void Viewer::ToggleLoop() {
  Say(motion_.ToggleLoop() ? "Plays again and again" : "Plays up to the end");
}

void Viewer::ToggleBookmark() {
  Say(bookmarks_.Toggle(tape_.now()) ? "A bookmark: ' comes back" : "No bookmark here");
}

void Viewer::ToggleStretch() {
  if (mark_) {
    mark_.reset();
    Say("No stretch: the rows show this time");
  } else {
    mark_ = tape_.now();
    Say("A stretch begins here: go to its other end; x again ends it");
  }
  Read();
}

// Marks the stretch that was unusual, and shows it.
void Viewer::MarkFinding() {
  const why::Finding* const finding = verdict_.Shown();
  if (finding == nullptr) return Say(verdict_.Reason());
  mark_ = std::max(finding->start, tape_.start());
  GoTo(finding->end);
}

void Viewer::GoToGap(Direction direction) {
  MoveTo([&] { return tape_.GoToGap(direction); },
         direction == Direction::kForward ? "There is no later interruption of the recording"
                                          : "There is no earlier interruption of the recording");
}

// To what was unusual: the worst stretch first, then the others.
void Viewer::GoToFinding() {
  const why::Finding* const finding = verdict_.Next();
  if (finding == nullptr) return Say(verdict_.Reason());
  // At its start, the sample before counts.
  GoTo(PlusSeconds(finding->start, SecondsBetween(finding->start, finding->end) / 2));
}

}  // namespace fdr::tools
