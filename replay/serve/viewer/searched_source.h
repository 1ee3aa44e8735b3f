// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a source, ready to be searched.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/search/metric_search.h"
#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"

namespace fdr {

/// Immutable: threads share it.
struct SearchedSource {
  std::vector<MetricInfo> metrics;  ///< by name, without their help
  MetricSearch search;
};

/// The same for a source that changes.  Any thread.
class KeptSearch {
 public:
  /// Makes another one if the version is another.  Texts, instances and labels are left out if each
  /// takes a message.  May set the mode of an archive.  After an error of `check`, the next call
  /// starts from the beginning.
  Result<std::shared_ptr<const SearchedSource>> Get(Context& context, std::uint64_t version,
                                                    bool with_texts, const CheckLimit& check);

 private:
  PatientMutex mutex_;
  std::uint64_t version_ = 0;
  std::shared_ptr<const SearchedSource> kept_;
};

}  // namespace fdr
