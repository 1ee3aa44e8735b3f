// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data of the page in a browser, and of any other viewer: docs/viewer-protocol.md.

#pragma once

#include <memory>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/viewer/answers/diff_answers.h"
#include "fdr/replay/serve/viewer/answers/note_answers.h"
#include "fdr/replay/serve/viewer/answers/usage_answers.h"
#include "fdr/replay/serve/viewer/answers/why_answers.h"
#include "fdr/replay/serve/viewer/viewed_archives.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Mounted at "/fdr/v1".
class ViewerService final : public HttpService {
 public:
  /// Borrows the sources.
  ViewerService(WebSources& sources, ViewerOptions options);

  ViewerService(const ViewerService&) = delete;
  ViewerService& operator=(const ViewerService&) = delete;

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;
  void FreeMemory() override;

 private:
  Result<std::shared_ptr<WebSource>> SourceOf(const HttpRequest& request);
  Result<HttpResponse> AnswerFor(std::string_view path, const HttpRequest& request);
  Result<HttpResponse> AnswerOfArchive(std::string_view path,
                                       const std::shared_ptr<ArchiveSource>& source,
                                       const HttpRequest& request);
  Result<HttpResponse> AnswerOfAny(std::string_view path, const std::shared_ptr<WebSource>& source,
                                   const HttpRequest& request);
  Result<HttpResponse> AnswerSeries(std::string_view path,
                                    const std::shared_ptr<ArchiveSource>& source,
                                    const HttpRequest& request);
  Result<HttpResponse> AnswerOpened(std::string_view path, OpenedSource source,
                                    const HttpRequest& request);
  Result<HttpResponse> Cut(const OpenedSource& source, const HttpRequest& request);

  WebSources& sources_;
  ViewerOptions options_;
  ViewedArchives viewed_;
  NoteBook notes_;
  LayoutShelf layouts_;
  WhyAnswers why_;
  DiffAnswers diff_;
  UsageAnswers usage_;
};

}  // namespace fdr
