// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series of one source: what their identifiers stand for.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/context.h"
#include "fdr/replay/serve/series/series_domain.h"

namespace fdr {

/// A metric under one of its names.
struct SeriesMetric {
  std::string id;
  std::string name;
  Desc desc;
  std::shared_ptr<const std::string> labels;  ///< as JSON; "" for none
};

/// What the metrics of a catalogue depend on: an archive that grows mostly keeps its metrics.
struct SeriesMarks {
  std::size_t metrics = 0;
  std::uint64_t descs = 0, labels = 0;

  friend bool operator==(const SeriesMarks&, const SeriesMarks&) = default;
};

/// Any thread; but a context is used by one at a time.
class SeriesCatalogue {
 public:
  /// Whether clients can show values of this type: numbers and texts.
  static bool IsShown(Type type) { return IsNumeric(type) || type == Type::kString; }

  /// Reads the names, descriptors and labels of a context.  Leaves it in the mode kForward at its
  /// start if it is an archive.
  static Result<std::shared_ptr<const SeriesCatalogue>> Make(Context& context);
  static SeriesMarks MarksOf(const Context& context);

  const std::string& source_id() const { return source_id_; }
  const std::string& host() const { return host_; }
  /// As JSON; "" for none.
  const std::string& labels() const { return labels_; }
  const SeriesMarks& marks() const { return marks_; }

  /// Ascending by name.
  const std::vector<SeriesMetric>& metrics() const { return metrics_; }
  /// Null if there is none.
  const SeriesMetric* Find(std::string_view id) const;

  /// The instances that a domain ever had; made at the first call.  `context` is the one that the
  /// catalogue was made of, or one with the same marks; it is left as by Make(), or as it was.
  /// Without a context, null for a domain that is not yet made.
  Result<std::shared_ptr<const SeriesDomain>> Domain(Context* context, InDomId indom) const;
  /// The domain that has an instance with this identifier; null if none has.
  Result<std::shared_ptr<const SeriesDomain>> DomainOf(Context* context, std::string_view id) const;
  /// Makes all domains, so that no context is necessary later.
  Result<void> MakeDomains(Context& context) const;
  /// Makes a domain again, and waits for a live source without stopping others.
  Result<std::shared_ptr<const SeriesDomain>> RenewDomain(Context& context, InDomId indom) const;

 private:
  SeriesCatalogue() = default;

  Result<void> AddMetrics(Context& context);

  std::string source_id_, host_, labels_;
  SeriesMarks marks_;
  std::vector<SeriesMetric> metrics_;
  std::unordered_map<std::string_view, std::size_t> by_id_;  // places in metrics_
  std::vector<InDomId> indoms_;                              // of metrics_, each once
  mutable std::mutex mutex_;                                 // guards the rest
  mutable std::uint64_t domain_mark_ = 0;                    // what domains_ depend on
  mutable std::unordered_map<InDomId, std::shared_ptr<const SeriesDomain>> domains_;
};

}  // namespace fdr
