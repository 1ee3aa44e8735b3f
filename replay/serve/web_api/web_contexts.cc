// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/web_contexts.h"

#include <algorithm>

namespace fdr {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds kBetweenSweeps = 2s;
constexpr std::uint32_t kNumberBits = 0x7fffffff;

}  // namespace

void WebContexts::Add(std::shared_ptr<WebContext> context) {
  const std::lock_guard lock(mutex_);
  const Time now = options_.clock();
  if (now >= next_sweep_ || entries_.size() >= options_.most) Sweep(now);
  do {
    context->number = options_.random() & kNumberBits;
  } while (context->number == 0 || entries_.contains(context->number));
  const std::uint32_t number = context->number;
  entries_.emplace(number, Entry{std::move(context), now});
}

void WebContexts::Keep() {
  const std::lock_guard lock(mutex_);
  while (entries_.size() > options_.most) DropOldest();
}

void WebContexts::Forget(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  entries_.erase(number);
}

std::shared_ptr<WebContext> WebContexts::Use(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = Find(number);
  if (entry == nullptr) return nullptr;
  entry->last_use = options_.clock();
  return entry->context;
}

std::shared_ptr<WebContext> WebContexts::Look(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  const Entry* const entry = Find(number);
  return entry == nullptr ? nullptr : entry->context;
}

std::shared_ptr<KnownMetrics> WebContexts::CatalogOf(const std::shared_ptr<WebSource>& source,
                                                     const std::string& version) {
  const std::lock_guard lock(mutex_);
  std::erase_if(catalogs_, [](const auto& one) { return one.second.source.expired(); });
  Catalog& of_source = catalogs_[source.get()];
  if (!of_source.catalog) of_source = {source, std::make_shared<KnownMetrics>(version)};
  return of_source.catalog;
}

WebContexts::Entry* WebContexts::Find(std::uint32_t number) {
  const auto found = entries_.find(number);
  if (found == entries_.end()) return nullptr;
  if (options_.clock() - found->second.last_use <= found->second.context->poll_timeout)
    return &found->second;
  entries_.erase(found);
  return nullptr;
}

void WebContexts::Sweep(Time now) {
  next_sweep_ = now + kBetweenSweeps;
  std::erase_if(entries_, [now](const auto& one) {
    return now - one.second.last_use > one.second.context->poll_timeout;
  });
}

void WebContexts::DropOldest() {
  const auto oldest =
      std::ranges::min_element(entries_, {}, [](const auto& one) { return one.second.last_use; });
  if (oldest != entries_.end()) entries_.erase(oldest);
}

}  // namespace fdr
