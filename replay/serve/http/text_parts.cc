// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/text_parts.h"

#include <memory>
#include <optional>

namespace fdr {
namespace {

// A text whose beginning is written.
class BegunText final : public BodySource {
 public:
  BegunText(Piece begin, TextParts rest) : begin_(std::move(begin)), rest_(std::move(rest)) {}

  Result<Piece> Next() override {
    if (!begin_) return rest_.Next();
    return *std::exchange(begin_, std::nullopt);
  }

 private:
  std::optional<Piece> begin_;
  TextParts rest_;
};

}  // namespace

Result<BodySource::Piece> TextParts::Next() {
  promise_type& promise = writer_.promise();
  if (promise.divided != nullptr) promise_type::Reserve(*promise.divided->text);
  if (promise.divided == nullptr || !promise.divided->EndPart()) {
    promise.divided = nullptr;
    writer_.resume();
  }
  if (!promise.part) return Fail(promise.part.error());
  return Piece{.data = std::move(*promise.part), .is_last = writer_.done()};
}

Result<bool> TextParts::AppendNext(std::string& out) {
  Result<Piece> piece = Next();
  if (!piece) return Fail(piece.error());
  if (out.empty())
    out = std::move(piece->data);
  else
    out += piece->data;
  return !piece->is_last;
}

Result<std::uint64_t> SizeOf(TextParts text, std::uint64_t most) {
  std::uint64_t size = 0;
  std::string part;
  for (bool goes_on = true; goes_on; part.clear()) {
    const Result<bool> appended = text.AppendNext(part);
    if (!appended) return Fail(appended.error());
    goes_on = *appended;
    size += part.size();
    if (size > most)
      return Fail(Errc::kTooLarge, "a text of more than " + std::to_string(most) + " bytes");
  }
  return size;
}

Result<HttpResponse> Written(TextParts text) {
  Result<BodySource::Piece> begin = text.Next();
  if (!begin) return Fail(begin.error());
  HttpResponse response;
  if (begin->is_last)
    response.body = std::move(begin->data);
  else
    response.source = std::make_unique<BegunText>(std::move(*begin), std::move(text));
  return response;
}

}  // namespace fdr
