// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/static_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/http/internal/gzip.h"
#include "fdr/replay/serve/http/internal/header_words.h"

namespace fdr {
namespace {

constexpr std::size_t kMostFile = std::size_t{16} << 20;

std::string_view PathOf(const HttpRequest& request) {
  std::string_view path = request.path;
  if (path.starts_with('/')) path.remove_prefix(1);
  return path.empty() ? "index.html" : path;
}

HttpResponse NoSuchFile(const HttpRequest& request) {
  return FailedResponse(404, "there is no \"" + request.path + "\" here");
}

// Proxies that compress make a weak tag of ours: W/"...".
bool HasVersion(const HttpRequest& request, std::string_view tag) {
  return AnyWord(request.Header("if-none-match"), ',', [tag](std::string_view word) {
    if (word.starts_with("W/")) word.remove_prefix(2);
    return word == tag || word == "*";
  });
}

// Without a body if the client has this version.
HttpResponse StartAnswer(const HttpRequest& request, std::string_view type,
                         std::string_view version) {
  HttpResponse response{.type = std::string(type)};
  const std::string tag = '"' + std::string(version) + '"';
  response.headers = {{"Cache-Control", "no-cache"},
                      {"Content-Security-Policy",
                       "default-src 'self'; style-src 'self' 'unsafe-inline'; "
                       "frame-ancestors 'none'"},
                      {"ETag", tag},
                      {"Referrer-Policy", "same-origin"},
                      {"X-Content-Type-Options", "nosniff"}};
  if (HasVersion(request, tag)) response.status = 304;
  return response;
}

// Below the directory, and not hidden.
bool IsPlainPath(std::string_view path) {
  return !AnyWord(path, '/', [](std::string_view part) { return part.starts_with('.'); }) &&
         !path.starts_with('/');
}

std::optional<std::string> ReadFile(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) ||
      std::filesystem::file_size(path, ignored) > kMostFile)
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

StaticFiles::StaticFiles(std::vector<StaticFile> files) : files_(std::move(files)) {
  std::ranges::sort(files_, {}, &StaticFile::path);
}

HttpResponse StaticFiles::Answer(const HttpRequest& request) {
  const std::string_view path = PathOf(request);
  const auto file = std::ranges::lower_bound(files_, path, {}, &StaticFile::path);
  if (file == files_.end() || file->path != path) return NoSuchFile(request);
  HttpResponse response = StartAnswer(request, file->type, file->version);
  if (response.status == 304) return response;
  if (AcceptsGzip(request.Header("accept-encoding"))) {
    response.body = file->bytes;
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.is_final = true;
    return response;
  }
  Result<std::string> plain = Inflate(file->bytes, kMostFile);
  if (!plain) return FailedResponse(500, plain.error().what);
  response.body = std::move(*plain);
  return response;
}

HttpResponse StaticDirectory::Answer(const HttpRequest& request) {
  const std::string_view path = PathOf(request);
  if (!IsPlainPath(path)) return NoSuchFile(request);
  std::optional<std::string> bytes = ReadFile(std::filesystem::path(directory_) / path);
  if (!bytes) return NoSuchFile(request);
  HttpResponse response = StartAnswer(request, TypeOfFile(path), Sha1Hex(*bytes));
  if (response.status != 304) response.body = std::move(*bytes);
  return response;
}

std::string_view TypeOfFile(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes = {{
      {".css", "text/css; charset=utf-8"},
      {".html", "text/html; charset=utf-8"},
      {".ico", "image/x-icon"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".png", "image/png"},
      {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"},
      {".woff2", "font/woff2"},
  }};
  const auto type = std::ranges::find_if(
      kTypes, [path](const auto& known) { return path.ends_with(known.first); });
  return type == kTypes.end() ? "application/octet-stream" : type->second;
}

}  // namespace fdr
