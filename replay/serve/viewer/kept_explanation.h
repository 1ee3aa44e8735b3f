// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches of an archive, as its clients see them.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Each source has its own.  Any thread.
class KeptExplanation {
 public:
  using Text = std::shared_ptr<const std::string>;

  /// Without a wait; null if none is kept of this generation of the archive.
  Text Of(std::uint64_t generation) const;
  /// Explains the archive once more if it has grown, once for all that ask meanwhile.  After an
  /// error of `check`, the next call starts from the beginning.
  Result<Text> Get(const OpenedSource& source, const ExplainArchive& explain,
                   const CheckLimit& check);

 private:
  PatientMutex work_;
  mutable std::mutex mutex_;  // of what follows
  std::uint64_t generation_ = 0;
  Text kept_;
};

}  // namespace fdr
