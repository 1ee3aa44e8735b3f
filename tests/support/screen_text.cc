// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/screen_text.h"

#include <algorithm>
#include <cstdlib>

namespace fdr::test {
namespace {

constexpr char kEscape = '\x1b';

bool IsWholeCharacter(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return bytes.size() >= length;
}

// ESC [ NUMBERS LETTER, ESC ( LETTER, or ESC LETTER.
bool IsWholeSequence(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  if (bytes[1] == '(' || bytes[1] == ')') return bytes.size() == 3;
  if (bytes[1] != '[') return true;
  return bytes.size() > 2 && bytes.back() >= '@' && bytes.back() <= '~';
}

std::vector<int> NumbersOf(std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    numbers.push_back(std::atoi(std::string(text.substr(0, end)).c_str()));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

}  // namespace

ScreenText::ScreenText(int width, int height)
    : width_(width), height_(height), glyphs_(static_cast<std::size_t>(width * height), " ") {}

void ScreenText::Write(std::string_view output) {
  for (const char c : output) {
    sequence_ += c;
    const bool is_sequence = sequence_[0] == kEscape;
    if (is_sequence ? !IsWholeSequence(sequence_) : !IsWholeCharacter(sequence_)) continue;
    if (!is_sequence)
      Take(sequence_);
    else if (sequence_[1] == '[')
      Obey(sequence_.back(),
           NumbersOf(std::string_view(sequence_).substr(2, sequence_.size() - 3)));
    sequence_.clear();
  }
}

void ScreenText::Take(const std::string& character) {
  if (character == "\r") {
    column_ = 0;
  } else if (character == "\n") {
    line_ = std::min(line_ + 1, height_ - 1);
  } else if (character == "\b") {
    column_ = std::max(column_ - 1, 0);
  } else if (character == "\t") {
    column_ = std::min((column_ / 8 + 1) * 8, width_ - 1);
  } else if (static_cast<unsigned char>(character[0]) >= ' ') {
    if (column_ == width_) {
      column_ = 0;
      line_ = std::min(line_ + 1, height_ - 1);
    }
    glyphs_[Place(line_, column_++)] = character;
  }
}

void ScreenText::Erase(std::size_t from, std::size_t to) {
  std::fill(glyphs_.begin() + static_cast<std::ptrdiff_t>(from),
            glyphs_.begin() + static_cast<std::ptrdiff_t>(to), " ");
}

void ScreenText::Obey(char command, const std::vector<int>& numbers) {
  const auto number = [&](std::size_t i, int otherwise) {
    return i < numbers.size() && numbers[i] > 0 ? numbers[i] : otherwise;
  };
  const int kind = number(0, 0), distance = number(0, 1);
  const int column = std::min(column_, width_ - 1);
  switch (command) {
    case 'H':
      line_ = std::min(number(0, 1), height_) - 1;
      column_ = std::min(number(1, 1), width_) - 1;
      break;
    case 'A':
      line_ = std::max(line_ - distance, 0);
      break;
    case 'B':
      line_ = std::min(line_ + distance, height_ - 1);
      break;
    case 'C':
      column_ = std::min(column_ + distance, width_ - 1);
      break;
    case 'D':
      column_ = std::max(column - distance, 0);
      break;
    case 'J':
      Erase(kind == 0 ? Place(line_, column) : 0,
            kind == 1 ? Place(line_, column) : glyphs_.size());
      break;
    case 'K':
      Erase(Place(line_, kind == 0 ? column : 0), Place(line_, kind == 1 ? column : width_));
      break;
    default:
      break;
  }
}

std::string ScreenText::Text() const {
  std::string text;
  for (int line = 0; line < height_; ++line) {
    for (int column = 0; column < width_; ++column) text += glyphs_[Place(line, column)];
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace fdr::test
