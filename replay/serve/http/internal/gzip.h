// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers in fewer bytes, for clients that accept gzip.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fdr/replay/serve/http/http_response.h"

namespace fdr {

/// Whether a header "Accept-Encoding" allows gzip.
bool AcceptsGzip(std::string_view accepted);

/// Compresses the body, or wraps the source in one that compresses each piece, and says so in the
/// headers.  Each piece can be read without the next one.  Leaves short bodies and pictures as they
/// are.
void CompressResponse(HttpResponse& response);

/// All of `bytes` in plain form; kCompression, or kTooLarge above `most`.
Result<std::string> Inflate(std::string_view bytes, std::size_t most);

}  // namespace fdr
