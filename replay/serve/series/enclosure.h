// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What stands around an answer: with the parameter "client", an object that names the client.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/parameters.h"
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

inline HttpResponse Enclosed(const Parameters& parameters, std::string_view json) {
  Enclosure enclosure(parameters);
  HttpResponse response;
  response.body = std::move(enclosure.before);
  response.body.append(json).append(enclosure.after);
  return response;
}

}  // namespace fdr
