// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What reads one file of the kernel, or a family of them, and fills grids with what it found.

#pragma once

namespace fdr::local {

class Source {
 public:
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Fills its grids anew.  What cannot be read leaves no rows, or cells without a value.
  virtual void Refresh() = 0;

 protected:
  Source() = default;
};

}  // namespace fdr::local
