// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts: what a server remembers of its clients between their requests.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/web_api/known_metrics.h"

namespace fdr {

struct WebContext {
  WebContext(std::shared_ptr<WebSource> of_source, std::shared_ptr<KnownMetrics> of_catalog)
      : source(std::move(of_source)), catalog(std::move(of_catalog)) {}

  const std::shared_ptr<WebSource> source;
  const std::shared_ptr<KnownMetrics> catalog;
  std::uint32_t number = 0;
  std::chrono::nanoseconds poll_timeout{0};  ///< it ends when it is not used for so long
  /// The signature of its last request, if the answer took microseconds; otherwise 0.
  std::atomic<std::size_t> quick = 0;

  std::mutex mutex;  ///< of what follows
  Profile profile;
  DerivedTable definitions{DeriveRules::kNewest, DerivedTable::Scope::kContext};
  std::unique_ptr<DerivedContext> derived;  ///< of a live source, once there are definitions
  std::uint64_t derived_generation = 0;     ///< of the source, for which `derived` is bound
  /// Times of an archive: the one that the client has asked for last, and those of the last two
  /// fetches.
  std::optional<Timestamp> place, last, before_last;
};

/// Any thread.
class WebContexts {
 public:
  using Time = std::chrono::nanoseconds;
  struct Options {
    std::function<Time()> clock;            ///< only goes forward
    std::function<std::uint32_t()> random;  ///< one thread at a time
    std::size_t most = 4096;
  };
  explicit WebContexts(Options options) : options_(std::move(options)) {}

  /// Gives the context a number.
  void Add(std::shared_ptr<WebContext> context);
  /// Once its first request is answered.  If there are too many, the one goes that was unused for
  /// the longest time.
  void Keep();
  /// Takes it back: its first request has no answer.
  void Forget(std::uint32_t number);
  /// Null if there is no such context.  Using it lets it live on.
  std::shared_ptr<WebContext> Use(std::uint32_t number);
  /// The same without using it.
  std::shared_ptr<WebContext> Look(std::uint32_t number);
  /// The metadata of a source, which all its contexts share.
  std::shared_ptr<KnownMetrics> CatalogOf(const std::shared_ptr<WebSource>& source,
                                          const std::string& version);

 private:
  struct Entry {
    std::shared_ptr<WebContext> context;
    Time last_use;
  };
  struct Catalog {
    std::weak_ptr<WebSource> source;
    std::shared_ptr<KnownMetrics> catalog;
  };

  Entry* Find(std::uint32_t number);
  void Sweep(Time now);
  void DropOldest();

  const Options options_;
  std::mutex mutex_;
  std::unordered_map<std::uint32_t, Entry> entries_;
  std::unordered_map<const WebSource*, Catalog> catalogs_;
  Time next_sweep_{0};
};

}  // namespace fdr
