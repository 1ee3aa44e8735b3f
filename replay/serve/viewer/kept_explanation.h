// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches of an archive, as its clients see them.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Each source has its own.  Any thread.
class KeptExplanation {
 public:
  /// Explains the archive once more if it has grown.  After an error of `check`, the next call
  /// starts from the beginning.
  Result<std::shared_ptr<const std::string>> Get(const OpenedSource& source,
                                                 const ExplainArchive& explain,
                                                 const CheckLimit& check);

 private:
  PatientMutex mutex_;
  std::uint64_t generation_ = 0;
  std::shared_ptr<const std::string> kept_;
};

}  // namespace fdr
