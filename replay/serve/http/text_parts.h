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

namespace fdr {

/// A text that a coroutine writes, as far as it is wanted:
///
///   TextParts Lines(std::vector<std::string> lines) {  // by value: they live as long as the text
///     std::string text;
///     for (const std::string& line : lines) {
///       text += line;
///       co_yield text;  // goes on at once, unless the text is long enough to be sent
///     }
///     co_return text;  // or Fail(...)
///   }
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
  struct Pause {
    std::string* text;  // that goes on behind the pause; null for no pause
    bool await_ready() const noexcept { return text == nullptr; }
    void await_suspend(Writer) const noexcept {}
    // Not earlier: a client may take its time.
    void await_resume() const {
      if (text != nullptr) text->reserve(kPiece * 5 / 4);
    }
  };

  TextParts get_return_object() { return TextParts(Writer::from_promise(*this)); }
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  Pause yield_value(std::string& text) {
    if (text.size() < kPiece) return {nullptr};
    part = std::exchange(text, {});
    return {&text};
  }
  void return_value(std::string text) { part = std::move(text); }
  void return_value(tl::unexpected<Error> error) { part = std::move(error); }
  void unhandled_exception() { std::rethrow_exception(std::current_exception()); }

  Result<std::string> part;
};

/// How many bytes the text has.
Result<std::uint64_t> SizeOf(TextParts text);

/// An answer with the text: whole if it is short.  An error of its beginning is the result.
Result<HttpResponse> Written(TextParts text);

}  // namespace fdr
