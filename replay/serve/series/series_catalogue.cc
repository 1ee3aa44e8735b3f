// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_catalogue.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/series/id/series_labels.h"

namespace fdr {
namespace {

std::uint64_t DomainMarkOf(const Context& context) {
  const auto* archive = dynamic_cast<const ArchiveContext*>(&context);
  if (archive == nullptr) return 0;
  const MetadataCounts& counts = archive->timeline().metadata().counts();
  return counts.indoms + counts.indom_deltas;
}

// Labels change with time.  Identifiers are those of the first ones.
Result<void> MoveToStart(Context& context) {
  const auto* archive = dynamic_cast<const ArchiveContext*>(&context);
  if (archive == nullptr) return {};
  return context.SetMode(Mode::kForward, archive->timeline().start());
}

}  // namespace

Result<std::shared_ptr<const SeriesCatalogue>> SeriesCatalogue::Make(Context& context) {
  if (auto moved = MoveToStart(context); !moved) return Fail(moved.error());
  std::shared_ptr<SeriesCatalogue> made(new SeriesCatalogue);
  made->host_ = context.HostName();
  made->marks_ = MarksOf(context);
  if (auto added = made->AddMetrics(context); !added) return Fail(added.error());
  return made;
}

SeriesMarks SeriesCatalogue::MarksOf(const Context& context) {
  const auto* archive = dynamic_cast<const ArchiveContext*>(&context);
  if (archive == nullptr) return {};
  const Metadata& metadata = archive->timeline().metadata();
  const MetadataCounts& counts = metadata.counts();
  return {metadata.metrics().size(), counts.descs, counts.labelsets};
}

Result<void> SeriesCatalogue::AddMetrics(Context& context) {
  Result<std::vector<std::string>> names = context.Traverse("");
  if (!names) return Fail(names.error());
  std::sort(names->begin(), names->end());
  const Result<std::vector<Result<MetricId>>> ids = context.Find(*names);
  if (!ids) return Fail(ids.error());
  LabelsOfSource labels(context);
  const Result<SeriesLabels> of_source = labels.OfSource();
  if (!of_source) return Fail(of_source.error());
  labels_ = of_source->all;
  source_id_ = SourceSeriesId(of_source->of_series);
  std::map<std::string, std::shared_ptr<const std::string>> texts;  // each kept once
  for (std::size_t i = 0; i < names->size(); ++i) {
    if (!(*ids)[i]) continue;
    const Result<Desc> desc = context.DescOf(*(*ids)[i]);
    if (!desc) continue;
    const Result<SeriesLabels> merged = labels.OfMetric(*desc);
    if (!merged) return Fail(merged.error());
    auto& text = texts[merged->all];
    if (!text) text = std::make_shared<const std::string>(merged->all);
    std::string id = MetricSeriesId((*names)[i], merged->of_series, *desc);
    metrics_.push_back({std::move(id), std::move((*names)[i]), *desc, text});
    if (!desc->indom.IsNull()) indoms_.push_back(desc->indom);
  }
  for (std::size_t i = 0; i < metrics_.size(); ++i) by_id_.try_emplace(metrics_[i].id, i);
  std::sort(indoms_.begin(), indoms_.end());
  indoms_.erase(std::unique(indoms_.begin(), indoms_.end()), indoms_.end());
  return {};
}

const SeriesMetric* SeriesCatalogue::Find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &metrics_[found->second];
}

Result<std::shared_ptr<const SeriesDomain>> SeriesCatalogue::Domain(Context* context,
                                                                    InDomId indom) const {
  const std::lock_guard lock(mutex_);
  if (const std::uint64_t mark = context ? DomainMarkOf(*context) : domain_mark_;
      mark != domain_mark_) {
    domains_.clear();
    domain_mark_ = mark;
  }
  const auto known = domains_.find(indom);
  if (known != domains_.end()) return known->second;
  if (context == nullptr) return std::shared_ptr<const SeriesDomain>();
  if (auto moved = MoveToStart(*context); !moved) return Fail(moved.error());
  Result<SeriesDomain> made = SeriesDomain::Make(*context, indom);
  if (!made) return Fail(made.error());
  return domains_[indom] = std::make_shared<const SeriesDomain>(std::move(*made));
}

Result<std::shared_ptr<const SeriesDomain>> SeriesCatalogue::DomainOf(Context* context,
                                                                      std::string_view id) const {
  for (const InDomId indom : indoms_) {
    Result<std::shared_ptr<const SeriesDomain>> domain = Domain(context, indom);
    if (!domain || (*domain && (*domain)->Find(id) != nullptr)) return domain;
  }
  return std::shared_ptr<const SeriesDomain>();
}

Result<std::shared_ptr<const SeriesDomain>> SeriesCatalogue::RenewDomain(Context& context,
                                                                         InDomId indom) const {
  Result<SeriesDomain> made = SeriesDomain::Make(context, indom);
  if (!made) return Fail(made.error());
  auto renewed = std::make_shared<const SeriesDomain>(std::move(*made));
  const std::lock_guard lock(mutex_);
  return domains_[indom] = std::move(renewed);
}

Result<void> SeriesCatalogue::MakeDomains(Context& context) const {
  for (const InDomId indom : indoms_)
    if (const auto domain = Domain(&context, indom); !domain) return Fail(domain.error());
  return {};
}

}  // namespace fdr
