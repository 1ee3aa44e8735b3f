// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What stands around an answer: with the parameter "client", an object that names the client.

#pragma once

#include <string>
#include <utility>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

struct Enclosure {
  explicit Enclosure(const Parameters& parameters) {
    if (const std::string* client = parameters.Find("client")) {
      before = "{\"client\":";
      AppendJsonString(*client, before);
      before += ",\"result\":";
      after += '}';
    }
    after += "\r\n";
  }

  std::string before, after;
};

inline HttpResponse FailedFor(const Error& error) {
  return FailedResponse(HttpStatusOf(error), error.what);
}

/// `json` with what stands around it.
inline TextParts EnclosedText(Enclosure enclosure, TextParts json) {
  std::string text = std::move(enclosure.before);
  for (bool goes_on = true; goes_on;) {
    const Result<bool> appended = json.AppendNext(text);
    if (!appended) co_return Fail(appended.error());
    goes_on = *appended;
    co_yield text;
  }
  text += enclosure.after;
  co_return text;
}

inline HttpResponse Enclosed(const Parameters& parameters, TextParts json) {
  Result<HttpResponse> written = Written(EnclosedText(Enclosure(parameters), std::move(json)));
  return written ? std::move(*written) : FailedFor(written.error());
}

}  // namespace fdr
