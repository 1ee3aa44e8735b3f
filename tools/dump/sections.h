// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts of an archive to dump.

#pragma once

namespace fdr::tools {

struct Sections {
  bool label = false;
  bool full_label = false;
  bool descs = false;
  bool labelsets = false;
  bool texts = false;
  bool stored_indoms = false;
  bool indoms = false;
  bool index = false;
  bool values = false;

  friend bool operator==(const Sections&, const Sections&) = default;
};

}  // namespace fdr::tools
