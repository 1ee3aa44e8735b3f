// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers of services about series, without a socket.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

inline constexpr MetricId kToyLoad = MetricId::Build(245, 0, 1);
inline constexpr MetricId kToyCount = MetricId::Build(245, 0, 2);
inline constexpr MetricId kToyText = MetricId::Build(245, 0, 3);
inline constexpr MetricId kToyBytes = MetricId::Build(245, 0, 4);
inline constexpr InDomId kToyUnits = InDomId::Build(245, 1);

/// Sources below a folder of their own, in which tests write archives before they ask.
class SeriesFolder {
 public:
  /// The archive of the host "toyhost": toy.load of units a and b, of which b is renamed to c at
  /// 20; toy.count and toy.text; toy.bytes, an aggregate.  Records at 0, 10, ... up to `last`.
  void WriteToy(double last = 40);

  const std::string& path() const { return folder_.path(); }
  /// Time stands still, at At(40).
  Clocks clocks() const;
  /// Looks at the folder at the first call.
  WebSources& sources();

 private:
  TempDirectory folder_;
  WorkerPool pool_{1};
  std::unique_ptr<WebSources> sources_;
};

struct Answered {
  unsigned status = 0;
  std::string body;  ///< of a failed BodySource, up to the failure
  bool is_cut = false;
  std::size_t pieces = 0;  ///< 0 for a body that was made as a whole
};

/// Takes all pieces of an answer.
Answered AnsweredBy(HttpResponse response);

/// The answer to a request, after all errands, one after the other.
HttpResponse AnswerOf(HttpService& service, const HttpRequest& request);

/// Asks for "/path?parameters".
Answered Ask(HttpService& service, std::string_view url);

}  // namespace fdr::test
