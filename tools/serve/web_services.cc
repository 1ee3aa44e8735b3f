// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/web_services.h"

#include <cstdlib>

#include "fdr/replay/serve/http/static_files.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/replay/serve/viewer/viewer_service.h"
#include "fdr/tools/serve/page_files.h"

namespace fdr::tools {

WebServices::WebServices(WebSources& sources, const HttpOptions& options, const Clocks& clocks) {
  const Zone zone = Zone::Local(std::getenv("TZ"));
  Add("/series", std::make_unique<SeriesService>(sources, SeriesOptions{clocks, zone}));
  Add("/fdr/v1",
      std::make_unique<ViewerService>(sources, ViewerOptions{.wall_clock = clocks.wall}));
  if (options.page)
    Add("/", std::make_unique<StaticDirectory>(*options.page));
  else
    Add("/", std::make_unique<StaticFiles>(PageFiles()));
}

void WebServices::MountOn(HttpServer& server) const {
  for (const auto& [path, service] : services_) server.Mount(path, *service);
}

}  // namespace fdr::tools
