// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whose page has made a request.  The rules: docs/web-access.md.

#pragma once

#include "fdr/replay/serve/http/http_request.h"

namespace fdr {

/// Whether a page of another site may have made the request.  Browsers tell, each in its own way;
/// programs tell nothing, and are no page.  `is_encrypted`: the server speaks TLS.
bool MayBeOfOtherSite(const HttpRequest& request, bool is_encrypted);

}  // namespace fdr
