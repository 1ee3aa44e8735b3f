// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads one file of the kernel, or a family of files, and fills grids with the data.

#pragma once

namespace fdr::local {

class Source {
 public:
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Clears its grids and fills them.  Data that cannot be read leave no rows, or cells without a
  /// value.
  virtual void Refresh() = 0;

 protected:
  Source() = default;
};

}  // namespace fdr::local
