// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the descriptors of an archive: each descriptor, repetitions, and all names.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/metadata/name_tree.h"
#include "fdr/archive/record/desc_record.h"

namespace fdr {

/// Fills the catalog's metrics.
class DescCheck {
 public:
  DescCheck(Catalog& catalog, FileReport& report) : catalog_(catalog), report_(report) {}

  void Check(const DescRecord& record, std::uint64_t offset);
  /// Call after the last descriptor: checks all names together.
  void Finish();

 private:
  struct Named {
    std::uint64_t offset = 0;  // of the metric's first descriptor
    bool has_name = false;     // a name of its own
  };

  void CheckNew(const Desc& desc, std::string_view name, const CheckPlace& place);
  void CheckUnits(const Units& units, std::string_view name, const CheckPlace& place);
  void CheckRepeated(const Desc& old, const Desc& desc, const CheckPlace& place);
  void CheckName(std::string_view name, std::uint32_t number, const CheckPlace& place);

  Catalog& catalog_;
  FileReport& report_;
  std::vector<Named> named_;              // parallel to the catalog's metrics
  std::deque<std::string> name_storage_;  // texts that names_ borrows
  NameTree names_;
};

}  // namespace fdr
