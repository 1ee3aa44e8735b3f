// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a profile says about the instances of one domain.

#pragma once

#include <pcp/pmda.h>

#include <span>

namespace fdr::libpcp {

/// The instances of one domain that a profile wants.  Borrows the profile, which may be null: then
/// it wants all.
class WantedInstances {
 public:
  WantedInstances(const pmProfile* profile, pmInDom indom);

  bool Includes(int instance) const;
  bool IncludesAll() const { return is_default_ && exceptions_.empty(); }

 private:
  bool is_default_ = true;  // whether instances are wanted that are no exceptions
  std::span<const int> exceptions_;
  bool is_sorted_ = true;
};

}  // namespace fdr::libpcp
