// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_sources.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

constexpr std::chrono::seconds kLiveAge{60};  // how long a live source is believed
constexpr std::size_t kMostMetrics = 1'000'000;

}  // namespace

struct SeriesSources::State {
  struct Entry {
    std::uint64_t generation = 0;                   // of an archive
    std::optional<std::chrono::nanoseconds> asked;  // for a live source
    std::uint64_t used = 0;
    std::shared_ptr<const SeriesCatalogue> catalogue;
  };

  std::mutex mutex;  // guards the rest
  std::map<std::string, Entry> known;
  std::uint64_t uses = 0;

  // Forgets what was not used for longest.
  void Shrink() {
    std::size_t metrics = 0;
    for (const auto& [id, entry] : known)
      if (entry.catalogue) metrics += entry.catalogue->metrics().size();
    while (metrics > kMostMetrics && known.size() > 1) {
      const auto oldest = std::min_element(
          known.begin(), known.end(),
          [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
      if (oldest->second.catalogue) metrics -= oldest->second.catalogue->metrics().size();
      known.erase(oldest);
    }
  }

  void Keep(const std::string& id, std::uint64_t generation,
            std::shared_ptr<const SeriesCatalogue> catalogue) {
    const std::lock_guard lock(mutex);
    Entry& entry = known[id];
    entry.generation = generation;
    entry.used = ++uses;
    entry.catalogue = std::move(catalogue);
    Shrink();
  }

  // Whether to ask a live source now.
  bool NoteAsking(const std::string& id, std::chrono::nanoseconds now) {
    const std::lock_guard lock(mutex);
    Entry& entry = known[id];
    if (entry.asked && now - *entry.asked < kLiveAge) return false;
    entry.asked = now;
    return true;
  }

  void AskLive(LiveSource& live) {
    const Result<Context*> context = live.Connected();
    if (!context) return;
    const auto catalogue = SeriesCatalogue::Make(**context);
    if (catalogue && (*catalogue)->MakeDomains(**context)) Keep(live.id(), 0, *catalogue);
  }
};

Result<std::shared_ptr<const SeriesDomain>> SeriesSource::Domain(InDomId indom) const {
  const std::shared_ptr<ArchiveSource> borrowed = archive();
  if (!borrowed) return catalogue->Domain(nullptr, indom);
  const Result<ArchiveSource::Lease> lease = borrowed->Borrow();
  if (!lease) return Fail(lease.error());
  return catalogue->Domain(&**lease, indom);
}

Result<std::shared_ptr<const SeriesDomain>> SeriesSource::DomainOf(std::string_view id) const {
  const std::shared_ptr<ArchiveSource> borrowed = archive();
  if (!borrowed) return catalogue->DomainOf(nullptr, id);
  const Result<ArchiveSource::Lease> lease = borrowed->Borrow();
  if (!lease) return Fail(lease.error());
  return catalogue->DomainOf(&**lease, id);
}

std::optional<FoundSeries> FindSeries(const std::vector<SeriesSource>& sources,
                                      std::string_view id) {
  for (const SeriesSource& source : sources)
    if (const SeriesMetric* metric = source.catalogue->Find(id))
      return FoundSeries{&source, metric};
  return std::nullopt;
}

// A small part of what the server may use.
std::shared_ptr<LiveHistory> SeriesSources::MakeHistory() {
  const std::size_t limit = AnswerMemory::limit();
  return std::make_shared<LiveHistory>(limit == 0 ? LiveHistory::kMost
                                                  : std::min(LiveHistory::kMost, limit / 16));
}

SeriesSources::SeriesSources(WebSources& sources, Clocks clocks)
    : sources_(sources), clocks_(std::move(clocks)), state_(std::make_shared<State>()) {}

std::vector<Errand> SeriesSources::ErrandsForSeries() {
  std::vector<Errand> errands;
  for (const std::shared_ptr<WebSource>& source : sources_.List()) {
    const auto live = std::dynamic_pointer_cast<LiveSource>(source);
    const AnswerMemory::WithoutRefusal whole;  // what counts as asked is asked
    if (!live || !state_->NoteAsking(live->id(), clocks_.steady())) continue;
    const Lane lane = *live->place().lane;
    // Not an errand itself: it is of use to all clients, even if this one has left.
    lane.Post([live, state = state_] { state->AskLive(*live); });
    errands.push_back({lane, [] {}});
  }
  return errands;
}

std::vector<SeriesSource> SeriesSources::All() {
  history_->Tidy(clocks_.steady());
  std::vector<SeriesSource> archives, live;
  for (std::shared_ptr<WebSource>& source : sources_.List()) {
    const auto archive = std::dynamic_pointer_cast<ArchiveSource>(source);
    auto catalogue = archive ? OfArchive(*archive) : Known(source->id());
    if (catalogue)
      (archive ? archives : live).push_back({std::move(source), std::move(catalogue), history_});
  }
  archives.insert(archives.end(), std::make_move_iterator(live.begin()),
                  std::make_move_iterator(live.end()));
  return archives;
}

std::shared_ptr<const SeriesCatalogue> SeriesSources::OfArchive(ArchiveSource& archive) {
  const Result<std::uint64_t> generation = archive.Generation();
  if (!generation) return nullptr;
  std::shared_ptr<const SeriesCatalogue> known;
  {
    const std::lock_guard lock(state_->mutex);
    State::Entry& entry = state_->known[archive.id()];
    entry.used = ++state_->uses;
    if (entry.catalogue && entry.generation == *generation) return entry.catalogue;
    known = entry.catalogue;
  }
  const Result<ArchiveSource::Lease> lease = archive.Borrow();
  if (!lease) return nullptr;
  if (!known || known->marks() != SeriesCatalogue::MarksOf(**lease)) {
    auto made = SeriesCatalogue::Make(**lease);
    if (!made) return nullptr;
    known = std::move(*made);
  }
  state_->Keep(archive.id(), lease->generation(), known);
  return known;
}

// Those of live sources stay: they may not be asked again so soon.
void SeriesSources::FreeMemory() {
  const std::lock_guard lock(state_->mutex);
  std::erase_if(state_->known, [](const auto& known) { return !known.second.asked; });
  sources_.FreeMemory();
}

std::shared_ptr<const SeriesCatalogue> SeriesSources::Known(const std::string& id) {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->known.find(id);
  if (found == state_->known.end()) return nullptr;
  found->second.used = ++state_->uses;
  return found->second.catalogue;
}

}  // namespace fdr
