// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of a page, as a part of the web server: from the program itself, or from a directory.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/http/http_service.h"

namespace fdr {

struct StaticFile {
  std::string path;        ///< "app.js", "images/icon.svg"
  std::string type;        ///< "text/javascript"
  std::string_view bytes;  ///< compressed by gzip
  std::string version;     ///< changes with the content: digits and letters
};

/// To be mounted at "/", which stands for "index.html".  Pages may load only what comes from this
/// server, and no other page may frame them.
class StaticFiles final : public HttpService {
 public:
  /// Borrows the bytes.
  explicit StaticFiles(std::vector<StaticFile> files);

  Place PlaceOf(const HttpRequest&) override { return {Place::kHere, nullptr}; }
  HttpResponse Answer(const HttpRequest& request) override;

 private:
  std::vector<StaticFile> files_;  // by path
};

/// The same for files that change while a page is developed.  They are read for each request.
class StaticDirectory final : public HttpService {
 public:
  explicit StaticDirectory(std::string directory) : directory_(std::move(directory)) {}

  Place PlaceOf(const HttpRequest&) override { return {Place::kAnywhere, nullptr}; }
  HttpResponse Answer(const HttpRequest& request) override;

 private:
  std::string directory_;
};

/// By the end of its name: "text/html; charset=utf-8" for ".html".
std::string_view TypeOfFile(std::string_view path);

}  // namespace fdr
