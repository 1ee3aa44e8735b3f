// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An answer that took long, for all that ask the same.

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// Each question has its own.  Any thread.
class KeptAnswer {
 public:
  using Text = std::shared_ptr<const std::string>;
  using Make = std::function<Result<std::string>(const CheckLimit& check)>;

  /// Without a wait; null if none is kept of this version of what the question is about.
  Text Of(const std::string& version) const;
  /// Makes it if there is another version, once for all that ask meanwhile.  After an error of
  /// `check`, the next call starts from the beginning.
  Result<Text> Get(const std::string& version, const Make& make, const CheckLimit& check);

 private:
  PatientMutex work_;
  mutable std::mutex mutex_;  // of what follows
  std::string version_;
  Text kept_;
};

}  // namespace fdr
