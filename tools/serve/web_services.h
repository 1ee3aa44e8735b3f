// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the web server answers: all services, and their paths.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/http/http_server.h"
#include "fdr/tools/note/note_files.h"
#include "fdr/tools/serve/http_options.h"

namespace fdr::tools {

/// Borrows the sources.
class WebServices {
 public:
  /// `clock`: of the pages that lead other programs.
  WebServices(WebSources& sources, WorkerPool& pool, const HttpOptions& options,
              const Clocks& clocks, std::shared_ptr<HttpService> clock);

  /// They must outlive the server.
  void MountOn(HttpServer& server) const;

 private:
  fdr::ViewerOptions OfViewer(WorkerPool& pool, const HttpOptions& options, const Clocks& clocks);

  NoteFiles notes_;
  std::vector<std::pair<const char*, std::shared_ptr<HttpService>>> services_;  // by path
};

}  // namespace fdr::tools
