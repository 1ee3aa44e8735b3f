// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/why_answers.h"

#include <string>
#include <utility>

#include "fdr/replay/serve/viewer/opened_source.h"

namespace fdr {
namespace {

Result<LongWork> BeginExplaining(const std::shared_ptr<ArchiveSource>& source,
                                 const ExplainArchive& explain) {
  auto opened = OpenedSource::Open(source);
  if (!opened) return Fail(opened.error());
  const auto held = std::make_shared<OpenedSource>(std::move(*opened));
  return LongWork{std::to_string(held->generation()), [held, &explain](const CheckLimit& check) {
                    return explain(*held->archive(), held->source().id(), check);
                  }};
}

}  // namespace

Result<HttpResponse> WhyAnswers::Answer(const std::shared_ptr<ArchiveSource>& source,
                                        const HttpRequest& request) {
  if (!options_.explain) return FailedResponse(403, "This server explains nothing");
  const auto generation = source->Generation();
  if (!generation) return Fail(generation.error());
  return answers_.Answer(
      {.key = source->id(),
       .version = std::to_string(*generation),
       .begin = [source, this] { return BeginExplaining(source, options_.explain); }},
      request);
}

}  // namespace fdr
