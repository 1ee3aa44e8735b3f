// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An OutputBuffer whose text a test can look at.

#pragma once

#include <string>

#include "fdr/tools/dump/output_buffer.h"

namespace fdr::test {

class CapturedOutput {
 public:
  CapturedOutput();
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  tools::OutputBuffer& out() { return out_; }
  /// The text that was written since the last call.
  std::string Take();

 private:
  int fd_;
  tools::OutputBuffer out_;
};

}  // namespace fdr::test
