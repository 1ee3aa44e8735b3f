// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One request to /pmapi, and the answers to each kind: docs/web-api.md.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/web_api/asked_source.h"
#include "fdr/replay/serve/web_api/web_failure.h"

namespace fdr {

struct PmapiCall {
  const HttpRequest& request;
  AskedSource& source;
  Timestamp now;  ///< on the wall
  bool may_store = false;

  /// The beginning of each answer: {"context":N,"client":"X"
  std::string BeginBody() const;
};

/// The end of each answer: of its line, too.
inline constexpr std::string_view kEndOfBody = "}\r\n";

/// {"context":N,"success":true}
HttpResponse Succeeded(const PmapiCall& call);
/// An answer with this text; adds the end.
HttpResponse ShortAnswer(std::string text);

using PmapiAnswer = Answered<HttpResponse>;

/// The text is whole.
PmapiAnswer LongAnswer(TextParts text);

PmapiAnswer AnswerContext(const PmapiCall& call);
PmapiAnswer AnswerMetric(const PmapiCall& call);
PmapiAnswer AnswerFetch(const PmapiCall& call);
PmapiAnswer AnswerIndom(const PmapiCall& call);
PmapiAnswer AnswerChildren(const PmapiCall& call);
PmapiAnswer AnswerProfile(const PmapiCall& call);
PmapiAnswer AnswerDerive(const PmapiCall& call);
PmapiAnswer AnswerStore(const PmapiCall& call);
PmapiAnswer AnswerMetrics(const PmapiCall& call);

// Parts of several answers.

/// Sets the place of an archive to the parameter "time", if there is one.
Answered<void> SetPlaceOf(const PmapiCall& call);
/// The names in a parameter and in its plural: "name", "names".
std::vector<std::string> NamesIn(const HttpRequest& request, const std::string& singular);
/// "60.2.0"; nothing if it is not written so.
std::optional<MetricId> MetricIdOf(std::string_view text);
std::optional<InDomId> InDomIdOf(std::string_view text);
/// The metric of this one name, or a refusal with `failed to lookup metric`.
Answered<KnownMetrics::Metric> TheMetric(const PmapiCall& call, const std::string& name);
/// The domain that the parameter "indom" or "name" chooses.
Answered<InDomId> DomainIn(const PmapiCall& call);
/// The instances that "instance" or "iname" with "match" choose; all without these parameters.
Answered<std::vector<NamedInstance>> ChosenInstances(const HttpRequest& request,
                                                     std::vector<NamedInstance> all);
bool ChoosesInstances(const HttpRequest& request);

}  // namespace fdr
