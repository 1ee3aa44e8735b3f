// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The same functions for Fortran.  Arguments are addresses; the lengths of texts come last, and
// texts have no zero byte.  Blanks at the end of a tag are a part of it.

#include <pcp/trace.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace {

// Compilers pass the length as an int, or as a larger number whose low half is the same.
std::string TextOf(const char* text, int length) {
  return {text, static_cast<std::size_t>(std::max(length, 0))};
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)

// No header declares these: Fortran has none.
int pmtracebegin_(const char* tag, int length);
int pmtraceend_(const char* tag, int length);
int pmtraceabort_(const char* tag, int length);
int pmtracepoint_(const char* tag, int length);
int pmtraceobs_(const char* tag, const double* value, int length);
int pmtracecounter_(const char* tag, const double* value, int length);
int pmtracestate_(const int* flags);
void pmtraceerrstr_(const int* code, char* text, int length);

#pragma GCC visibility pop

int pmtracebegin_(const char* tag, int length) { return pmtracebegin(TextOf(tag, length).c_str()); }

int pmtraceend_(const char* tag, int length) { return pmtraceend(TextOf(tag, length).c_str()); }

int pmtraceabort_(const char* tag, int length) { return pmtraceabort(TextOf(tag, length).c_str()); }

int pmtracepoint_(const char* tag, int length) { return pmtracepoint(TextOf(tag, length).c_str()); }

int pmtraceobs_(const char* tag, const double* value, int length) {
  return pmtraceobs(TextOf(tag, length).c_str(), *value);
}

int pmtracecounter_(const char* tag, const double* value, int length) {
  return pmtracecounter(TextOf(tag, length).c_str(), *value);
}

int pmtracestate_(const int* flags) { return pmtracestate(*flags); }

// Blanks fill the text.
void pmtraceerrstr_(const int* code, char* text, int length) {
  const std::string_view error = pmtraceerrstr(*code);
  const std::span<char> room(text, static_cast<std::size_t>(std::max(length, 0)));
  std::ranges::fill(room, ' ');
  error.copy(room.data(), room.size());
}
}
