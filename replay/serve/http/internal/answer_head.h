// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The head of an answer: its status, and its headers.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/replay/serve/http/http_response.h"

namespace fdr {

/// How the body of an answer ends.
enum class BodyForm : std::uint8_t {
  kNone,        ///< there never is one
  kLength,      ///< after Content-Length bytes
  kChunks,      ///< with an empty chunk
  kUntilClose,  ///< with the connection: for clients that do not know chunks
};

struct AnswerForm {
  bool is_http11 = true;
  bool keep_alive = true;
  BodyForm body = BodyForm::kLength;
};

/// That all paths have.
constexpr std::string_view kMethods = "GET, HEAD, POST, OPTIONS";

/// Headers that all answers have: the date, the server, and, if there is one, the other origin
/// whose pages may read them.
std::string CommonHeaders(std::chrono::sys_seconds now, const std::string& version,
                          const std::string& allowed_origin);

/// Appends to `out`.  Line ends in the headers of the response become blanks.
void AppendHead(const HttpResponse& response, const AnswerForm& form, std::string_view common,
                std::string& out);

}  // namespace fdr
