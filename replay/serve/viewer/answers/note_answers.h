// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What clients keep on the server: /notes and /layouts.

#pragma once

#include <map>
#include <mutex>
#include <string>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Any thread.
class NoteBook {
 public:
  explicit NoteBook(const ViewerOptions& options) : options_(options) {}

  /// The source must be an archive.
  Result<HttpResponse> Answer(const OpenedSource& source, const HttpRequest& request);

 private:
  Result<HttpResponse> List(const std::string& key, const HttpRequest& request);
  Result<HttpResponse> Add(const std::string& key, const HttpRequest& request);
  Result<HttpResponse> Delete(const std::string& key, const std::string& id);

  const ViewerOptions& options_;
  std::mutex mutex_;  // a note is added to what was loaded
};

/// Any thread.
class LayoutShelf {
 public:
  explicit LayoutShelf(const ViewerOptions& options) : options_(options) {}

  Result<HttpResponse> Answer(const HttpRequest& request);

 private:
  Result<std::string> Find(const std::string& id);
  Result<void> Keep(const std::string& id, const std::string& layout);

  const ViewerOptions& options_;
  std::mutex mutex_;
  std::map<std::string, std::string> kept_;  // without a store
};

}  // namespace fdr
