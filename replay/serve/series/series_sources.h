// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All sources with their series.  Catalogues are made when they are first needed.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/catalog/web_sources.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/series/live_history.h"
#include "fdr/replay/serve/series/series_catalogue.h"

namespace fdr {

/// An archive, or something that is live.
struct SeriesSource {
  std::shared_ptr<WebSource> source;
  std::shared_ptr<const SeriesCatalogue> catalogue;
  std::shared_ptr<LiveHistory> history;  ///< of all live sources

  /// Null if the source is live.
  std::shared_ptr<ArchiveSource> archive() const {
    return std::dynamic_pointer_cast<ArchiveSource>(source);
  }
  /// The instances of a domain; null if it is unknown.
  Result<std::shared_ptr<const SeriesDomain>> Domain(InDomId indom) const;
  /// The domain with the instance of this identifier; null if there is none.
  Result<std::shared_ptr<const SeriesDomain>> DomainOf(std::string_view id) const;
};

/// A series of one of the sources.
struct FoundSeries {
  const SeriesSource* source = nullptr;
  const SeriesMetric* metric = nullptr;
};

/// The first source that has the series.  Nothing without one.
std::optional<FoundSeries> FindSeries(const std::vector<SeriesSource>& sources,
                                      std::string_view id);

/// Any thread.
class SeriesSources {
 public:
  /// Borrows `sources`.
  SeriesSources(WebSources& sources, Clocks clocks);

  /// Starts to ask live sources for their series, each once in a minute, without waiting for them.
  /// Behind these errands, they are known.  Waits for the disk.
  std::vector<Errand> ErrandsForSeries();

  /// Archives first.  Leaves out what cannot be opened.  Borrow the result while using its series.
  std::vector<SeriesSource> All();

  /// Forgets what it can read again.
  void FreeMemory();

 private:
  struct State;

  static std::shared_ptr<LiveHistory> MakeHistory();
  std::shared_ptr<const SeriesCatalogue> OfArchive(ArchiveSource& archive);
  std::shared_ptr<const SeriesCatalogue> Known(const std::string& id);

  WebSources& sources_;
  Clocks clocks_;
  std::shared_ptr<State> state_;  // shared with work in the lanes of live sources
  std::shared_ptr<LiveHistory> history_ = MakeHistory();
};

}  // namespace fdr
