// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/searched_source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fdr/replay/sources/local/tables/known_texts.h"

namespace fdr {
namespace {

Result<std::shared_ptr<const SearchedSource>> Read(Context& context, bool with_texts,
                                                   const CheckLimit& check) {
  auto names = context.Traverse("");
  if (!names) return Fail(names.error());
  std::sort(names->begin(), names->end());
  const InfoWanted wanted{.one_line = with_texts,
                          .help = with_texts,
                          .instances = with_texts,
                          .labels = with_texts ? &context : nullptr,
                          .skip_unknown = true};
  auto metrics = InfoReader(context, wanted, local::KnownTextsOnDemand()).Read(*names, check);
  if (!metrics) return Fail(metrics.error());
  MetricSearch search(*metrics);
  for (MetricInfo& metric : *metrics) std::exchange(metric.help, {});
  return std::make_shared<const SearchedSource>(
      SearchedSource{std::move(*metrics), std::move(search)});
}

}  // namespace

Result<std::shared_ptr<const SearchedSource>> KeptSearch::Get(Context& context,
                                                              std::uint64_t version,
                                                              bool with_texts,
                                                              const CheckLimit& check) {
  const auto guard = mutex_.Lock(check);
  if (!guard) return Fail(guard.error());
  if (kept_ && version_ == version) return kept_;
  auto read = Read(context, with_texts, check);
  if (!read) return read;
  kept_ = *read;
  version_ = version;
  return kept_;
}

}  // namespace fdr
