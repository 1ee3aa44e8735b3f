// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Long texts, which are written while the client takes them.

#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/text/string_parts.h"

namespace fdr {

/// A text that a coroutine writes, as far as it is wanted:
///
///   TextParts Lines(std::vector<std::string> lines) {  // by value: they live as long as the text
///     std::string text;
///     for (const std::string& line : lines) {
///       co_yield StringParts(line, text);  // appends a string, of any length
///       text += '\n';
///       co_yield text;  // goes on at once, unless the text is long enough to be sent
///     }
///     co_return text;  // or Fail(...)
///   }
///
/// A yielded expression must have no "?:" that makes a temporary object: GCC 12 destroys it twice.
class [[nodiscard]] TextParts final : public BodySource {
 public:
  struct promise_type;

  TextParts(TextParts&& other) noexcept : writer_(std::exchange(other.writer_, nullptr)) {}
  TextParts& operator=(TextParts&&) = delete;
  ~TextParts() override {
    if (writer_) writer_.destroy();
  }

  /// Not behind the last part, nor behind an error.
  Result<Piece> Next() override;
  /// Appends the next part to another text; false if that was the last one.
  Result<bool> AppendNext(std::string& out);

 private:
  using Writer = std::coroutine_handle<promise_type>;

  explicit TextParts(Writer writer) : writer_(writer) {}

  Writer writer_;
};

struct TextParts::promise_type {
  // Suspends if the text is long enough to be sent.
  struct Pause {
    std::string* text;  // that goes on behind the pause; null for no pause
    bool await_ready() const noexcept { return text == nullptr; }
    void await_suspend(Writer) const noexcept {}
    void await_resume() const {
      if (text != nullptr) Reserve(*text);
    }
  };

  // Suspends until the whole string has been appended to the text.
  struct DividedString {
    promise_type& promise;
    std::string* text;
    StringParts parts;
    bool await_ready() { return !EndPart(); }
    void await_suspend(Writer) noexcept { promise.divided = this; }
    void await_resume() const noexcept {}
    // Goes on until a part ends; false if the string ends before.
    bool EndPart() {
      while (parts.AppendNext())
        if (promise.EndPart(*text)) return true;
      return false;
    }
  };

  TextParts get_return_object() { return TextParts(Writer::from_promise(*this)); }
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  Pause yield_value(std::string& text) { return {EndPart(text) ? &text : nullptr}; }
  DividedString yield_value(StringParts parts) { return {*this, parts.out(), parts}; }
  void return_value(std::string text) { part = std::move(text); }
  void return_value(tl::unexpected<Error> error) { part = std::move(error); }
  void unhandled_exception() { std::rethrow_exception(std::current_exception()); }

  // False if the text is too short yet.
  bool EndPart(std::string& text) {
    if (text.size() < kPiece) return false;
    part = std::move(text);
    text.clear();
    return true;
  }
  // When a text goes on, and not earlier: a client may take its time.
  static void Reserve(std::string& text) { text.reserve(kPiece * 5 / 4); }

  Result<std::string> part;
  DividedString* divided = nullptr;  // that a part ended within
};

/// How many bytes the text has; kTooLarge if there are more than `most`.
Result<std::uint64_t> SizeOf(TextParts text, std::uint64_t most);

/// An answer with the text: whole if it is short.  An error of its beginning is the result.
Result<HttpResponse> Written(TextParts text);

}  // namespace fdr
