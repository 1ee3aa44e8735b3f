// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/web_services.h"

namespace fdr::tools {

WebServices::WebServices(WebSources&, const HttpOptions&) {}

void WebServices::MountOn(HttpServer& server) const {
  for (const auto& [path, service] : services_) server.Mount(path, *service);
}

}  // namespace fdr::tools
