// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/web_services.h"

#include <cstdlib>
#include <random>

#include "fdr/replay/serve/http/static_files.h"
#include "fdr/replay/serve/remote_read/remote_read_service.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/replay/serve/viewer/viewer_service.h"
#include "fdr/replay/serve/web_api/pmapi_service.h"
#include "fdr/tools/diff/diff_for_page.h"
#include "fdr/tools/run/version.h"
#include "fdr/tools/serve/page_files.h"
#include "fdr/tools/why/why_for_page.h"

namespace fdr::tools {
namespace {

PmapiServiceOptions PmapiOptions(const HttpOptions& options, const Clocks& clocks) {
  const auto device = std::make_shared<std::random_device>();
  return {.clocks = clocks,
          .random = [device] { return static_cast<std::uint32_t>((*device)()); },
          .allow_store = options.allow_store};
}

std::shared_ptr<HttpService> Page(const HttpOptions& options) {
  if (options.page) return std::make_shared<StaticDirectory>(*options.page);
  return std::make_shared<StaticFiles>(PageFiles());
}

}  // namespace

WebServices::WebServices(WebSources& sources, WorkerPool& pool, const HttpOptions& options,
                         const Clocks& clocks, std::shared_ptr<HttpService> clock) {
  const auto pmapi = std::make_shared<PmapiService>(sources, PmapiOptions(options, clocks));
  const SeriesOptions of_series{clocks, Zone::Local(std::getenv("TZ"))};
  services_ = {
      {"/", Page(options)},
      {"/api/v1/read", std::make_shared<RemoteReadService>(sources, RemoteReadOptions{clocks})},
      {"/fdr/v1", std::make_shared<ViewerService>(sources, OfViewer(pool, options, clocks))},
      {"/fdr/v1/clock", std::move(clock)},
      {"/metrics", pmapi},
      {"/pmapi", pmapi},
      {"/series", std::make_shared<SeriesService>(sources, of_series)},
  };
}

fdr::ViewerOptions WebServices::OfViewer(WorkerPool& pool, const HttpOptions& options,
                                         const Clocks& clocks) {
  constexpr std::size_t kShares = 4;  // of which one is for values of archives
  return {.wall_clock = clocks.wall,
          .memory = static_cast<std::size_t>(options.memory) / kShares,
          .cut = options.cut,
          .explain = WhyForPage(),
          .version = ShortVersion(),
          .explain_in = pool.MakeLane(),
          .compare = DiffForPage(),
          .compare_in = pool.MakeLane(),
          .usage_in = pool.MakeLane(),
          .notes = options.allow_store ? &notes_ : nullptr};
}

void WebServices::MountOn(HttpServer& server) const {
  for (const auto& [path, service] : services_) server.Mount(path, *service);
}

}  // namespace fdr::tools
