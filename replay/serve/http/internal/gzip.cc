// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fdr/replay/serve/http/internal/header_words.h"

namespace fdr {
namespace {

// Less than this gains nothing.
constexpr std::size_t kLeastBody = 1024;
// A stream may stay open for days, so it should need little memory: 64 KiB.
constexpr int kWindowBits = 13, kMemoryLevel = 6, kGzipFormat = 16;

class Deflater {
 public:
  Deflater() {
    is_good_ = deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, kWindowBits + kGzipFormat,
                            kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  /// Fails for lack of memory.
  Result<std::string> Add(std::string_view text, bool is_last) {
    if (!is_good_) return FailForMemory();
    std::string out;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      const std::size_t before = out.size();
      out.resize(before + std::max<std::size_t>(text.size() / 4, 1024));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = static_cast<uInt>(out.size() - before);
      deflate(&stream_, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    } while (stream_.avail_out == 0);
    out.resize(out.size() - stream_.avail_out);
    return out;
  }

 private:
  z_stream stream_ = {};
  bool is_good_ = false;
};

class CompressedSource final : public BodySource {
 public:
  explicit CompressedSource(std::unique_ptr<BodySource> plain) : plain_(std::move(plain)) {}

  Result<Piece> Next() override {
    Result<Piece> piece = plain_->Next();
    if (!piece || (piece->data.empty() && !piece->is_last)) return piece;
    Result<std::string> data = deflater_.Add(piece->data, piece->is_last);
    if (!data) return Fail(data.error());
    piece->data = std::move(*data);
    return piece;
  }

 private:
  std::unique_ptr<BodySource> plain_;
  Deflater deflater_;
};

// Pictures and archives are compressed already.
bool IsText(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.starts_with("application/x-ndjson") || type.starts_with("application/javascript") ||
         type.starts_with("application/openmetrics-text") || type.starts_with("image/svg+xml");
}

}  // namespace

bool AcceptsGzip(std::string_view accepted) {
  return AnyWord(accepted, ',', [](std::string_view word) {
    const std::size_t end = std::min(word.find(';'), word.size());
    const std::string_view name = Trimmed(word.substr(0, end));
    if (name != "gzip" && name != "*") return false;
    // "q=0", "q=0.0": not this one
    const std::string_view weight = word.substr(end);
    const std::size_t q = weight.find("q=");
    return q == std::string_view::npos ||
           weight.substr(q + 2).find_first_not_of("0. ") != std::string_view::npos;
  });
}

void CompressResponse(HttpResponse& response) {
  if (response.is_final || !IsText(response.type)) return;
  if (response.source) {
    response.source = std::make_unique<CompressedSource>(std::move(response.source));
  } else {
    if (response.body.size() < kLeastBody) return;
    Result<std::string> body = Deflater().Add(response.body, true);
    if (!body) return;
    response.body = std::move(*body);
  }
  response.headers.emplace_back("Content-Encoding", "gzip");
}

Result<std::string> Inflate(std::string_view bytes, std::size_t most) {
  z_stream stream = {};
  if (inflateInit2(&stream, MAX_WBITS + kGzipFormat) != Z_OK) return FailForMemory();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string plain;
  std::array<char, 16 * 1024> piece;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    status = inflate(&stream, Z_NO_FLUSH);
    plain.append(piece.data(), piece.size() - stream.avail_out);
    if (plain.size() > most) return Fail(Errc::kTooLarge, "the plain form is too large");
  }
  if (status != Z_STREAM_END) return Fail(Errc::kCompression, "the gzip data are damaged");
  return plain;
}

}  // namespace fdr
