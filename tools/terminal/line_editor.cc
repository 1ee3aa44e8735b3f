// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/line_editor.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLongestHistory = 1000;
constexpr std::size_t kMostListed = 200;

// The terminal sends each key, and shows nothing by itself.
class SingleKeys {
 public:
  SingleKeys() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios keys = before_;
    keys.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
    keys.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    is_set_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &keys) == 0;
  }
  ~SingleKeys() {
    if (is_set_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_ = {};
  bool is_set_ = false;
};

std::optional<TypedKey> ReadKey() {
  KeyDecoder decoder;
  for (;;) {
    char byte = 0;
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got == 0 || (got < 0 && errno != EINTR)) return std::nullopt;
    if (got < 0) continue;
    if (std::optional<TypedKey> key = decoder.Take(byte)) return key;
  }
}

// If the terminal is gone, reading says so.
void Draw(std::string_view text) { WriteAll(STDOUT_FILENO, text); }

bool IsInsideCharacter(std::string_view text, std::size_t at) {
  return at < text.size() && ContinuesCharacter(text[at]);
}

// In whole characters.
std::string CommonStart(const std::vector<std::string>& words) {
  const std::string& first = words.front();
  std::size_t size = first.size();
  for (const std::string& word : words)
    size = std::min(
        size, static_cast<std::size_t>(std::ranges::mismatch(first, word).in1 - first.begin()));
  while (IsInsideCharacter(first, size)) --size;
  return first.substr(0, size);
}

// The end of a text: as much of it as fits into `columns`.
std::string_view LastColumns(std::string_view text, int columns) {
  while (DisplayWidth(text) > columns) {
    std::size_t next = 1;
    while (IsInsideCharacter(text, next)) ++next;
    text.remove_prefix(next);
  }
  return text;
}

}  // namespace

bool LineEditor::IsPossible() { return ::isatty(STDIN_FILENO) == 1 && IsScreen(STDOUT_FILENO); }

std::optional<std::string> LineEditor::Read() {
  line_.Set("");
  place_ = history_.size();
  std::optional<SingleKeys> keys(std::in_place);
  Draw(prompt_);
  for (;;) {
    const std::optional<TypedKey> key = ReadKey();
    if (!key) return std::nullopt;
    if (key->kind == TypedKey::Kind::kSuspend) {
      keys.reset();
      ::raise(SIGTSTP);
      keys.emplace();
    }
    const Step step = Do(*key);
    if (step == Step::kGoOn) {
      Show();
      continue;
    }
    line_.GoToEnd();
    Show();
    Draw("\n");
    if (step == Step::kEnd) return std::nullopt;
    Remember();
    return line_.text();
  }
}

LineEditor::Step LineEditor::Do(const TypedKey& key) {
  switch (key.kind) {
    case TypedKey::Kind::kEnter:
      return Step::kLine;
    case TypedKey::Kind::kEndOrErase:
      if (line_.text().empty()) return Step::kEnd;
      line_.EraseBehind();
      break;
    case TypedKey::Kind::kAbandon:
      Draw("^C\n");
      line_.Set("");
      place_ = history_.size();
      break;
    case TypedKey::Kind::kClearScreen:
      Draw(std::string(kGoToStart) + std::string(kEraseRestOfScreen));
      break;
    case TypedKey::Kind::kTab:
      CompleteWord();
      break;
    case TypedKey::Kind::kUp:
      GoBack();
      break;
    case TypedKey::Kind::kDown:
      GoForth();
      break;
    default:
      Edit(key);
  }
  return Step::kGoOn;
}

void LineEditor::Edit(const TypedKey& key) {
  using Kind = TypedKey::Kind;
  constexpr std::pair<Kind, void (EditedLine::*)()> kEdits[] = {
      {Kind::kLeft, &EditedLine::GoLeft},
      {Kind::kRight, &EditedLine::GoRight},
      {Kind::kWordLeft, &EditedLine::GoLeftOneWord},
      {Kind::kWordRight, &EditedLine::GoRightOneWord},
      {Kind::kHome, &EditedLine::GoHome},
      {Kind::kEnd, &EditedLine::GoToEnd},
      {Kind::kEraseBefore, &EditedLine::EraseBefore},
      {Kind::kEraseBehind, &EditedLine::EraseBehind},
      {Kind::kEraseWordBefore, &EditedLine::EraseWordBefore},
      {Kind::kEraseWordBehind, &EditedLine::EraseWordBehind},
      {Kind::kEraseToStart, &EditedLine::EraseToStart},
      {Kind::kEraseToEnd, &EditedLine::EraseToEnd},
      {Kind::kInsertErased, &EditedLine::InsertErased},
  };
  if (key.kind == Kind::kText) return line_.Insert(key.text);
  for (const auto& [kind, edit] : kEdits)
    if (kind == key.kind) (line_.*edit)();
}

void LineEditor::GoBack() {
  if (place_ == 0) return;
  if (place_ == history_.size()) new_line_ = line_.text();
  line_.Set(history_[--place_]);
}

void LineEditor::GoForth() {
  if (place_ == history_.size()) return;
  ++place_;
  line_.Set(place_ == history_.size() ? new_line_ : history_[place_]);
}

void LineEditor::CompleteWord() {
  Completion completion = complete_(line_.before());
  // A word that the terminal would obey cannot be typed either.
  std::erase_if(completion.words, [](const std::string& word) { return Printable(word) != word; });
  if (completion.words.empty()) return;
  const std::string_view typed = line_.before().substr(completion.begin);
  if (completion.words.size() == 1) {
    const std::string& word = completion.words.front();
    return line_.Replace(completion.begin, word.ends_with('.') ? word : word + ' ');
  }
  const std::string start = CommonStart(completion.words);
  if (start.size() > typed.size()) return line_.Replace(completion.begin, start);
  List(completion.words);
}

// In columns, below the line.
void LineEditor::List(const std::vector<std::string>& words) const {
  const bool utf8 = LocaleIsUtf8();
  int widest = 0;
  for (const std::string& word : words) widest = std::max(widest, DisplayWidth(word));
  const int in_line = std::max(1, SizeOfTerminal(STDOUT_FILENO).width / (widest + 2));
  std::string list = "\n";
  for (std::size_t i = 0; i < std::min(words.size(), kMostListed); ++i) {
    const bool is_last = (i + 1) % static_cast<std::size_t>(in_line) == 0 || i + 1 == words.size();
    const std::string word = DisplayText(words[i], utf8);
    if (is_last)
      list += word + '\n';
    else
      AppendLeft(word, static_cast<std::size_t>(widest) + 2, list);
  }
  if (words.size() > kMostListed) list += fmt::format("and {} more\n", words.size() - kMostListed);
  Draw(list);
}

// The part of the line around the cursor that fits.  The cursor gets to its place by drawing what
// is before it once more, so nobody has to know how wide the terminal shows a character.
void LineEditor::Show() const {
  const bool utf8 = LocaleIsUtf8();
  const int room =
      std::max(8, SizeOfTerminal(STDOUT_FILENO).width - static_cast<int>(prompt_.size()) - 1);
  const std::string before = DisplayText(line_.before(), utf8);
  const std::string behind = DisplayText(line_.behind(), utf8);
  const std::string start = '\r' + prompt_ + std::string(LastColumns(before, room));
  const int rest = room - std::min(room, DisplayWidth(before));
  const std::string end = rest > 0 ? CutEnd(behind, rest, utf8) : "";
  Draw(start + end + std::string(kEraseRestOfLine) + (end.empty() ? "" : start));
}

void LineEditor::Remember() {
  const std::string& text = line_.text();
  if (text.find_first_not_of(" \t") == std::string::npos) return;
  if (!history_.empty() && history_.back() == text) return;
  if (history_.size() == kLongestHistory) history_.erase(history_.begin());
  history_.push_back(text);
}

}  // namespace fdr::tools
