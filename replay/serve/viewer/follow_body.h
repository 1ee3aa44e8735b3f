// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The events of /follow: samples of a live source, and the growth of an archive.

#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/answers/moment_answers.h"

namespace fdr {

class FollowBody final : public BodySource {
 public:
  /// Keeps its own copy of what the request asks for.
  static Result<std::unique_ptr<FollowBody>> Make(std::shared_ptr<WebSource> source,
                                                  const HttpRequest& request);

  Result<Piece> Next() override;

 private:
  FollowBody(std::shared_ptr<WebSource> source, const HttpRequest& request,
             std::chrono::milliseconds interval);

  Result<void> AppendEvents(std::string& out);
  Result<void> AppendGrowth(OpenedSource source, std::string& out);
  Result<void> BeginSample(OpenedSource source, std::string& out);
  Result<void> AppendPart(std::string& out);
  void MakeRates(const MetricChoice& choice, MomentAnswer& moment);

  std::shared_ptr<WebSource> source_;
  HttpRequest request_;               // without a limit: following never ends
  std::shared_ptr<WorkLimit> limit_;  // says when the client has left
  std::chrono::milliseconds interval_;
  std::uint64_t generation_ = 0;  // of an archive, when it was last looked at
  bool has_looked_ = false;
  // The counters of the sample before.
  std::map<std::pair<MetricId, InstanceId>, std::uint64_t> counters_;
  Nanos counted_at_ = 0;
  std::optional<TextParts> sample_;  // which is being sent
};

}  // namespace fdr
