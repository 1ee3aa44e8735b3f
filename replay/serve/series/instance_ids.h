// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The identifiers of the instances of a domain as time goes by: an instance may get another name.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/metadata/indom_history.h"
#include "fdr/replay/serve/series/series_domain.h"

namespace fdr {

/// One thread at a time.
class InstanceIds {
 public:
  explicit InstanceIds(std::shared_ptr<const SeriesDomain> domain) : domain_(std::move(domain)) {}

  /// Goes to a time.  `history` is that of the domain; null if there is none.
  void MoveTo(const InDomHistory* history, Timestamp t);
  /// Changes whenever identifiers may have changed.
  std::uint64_t version() const { return version_; }

  struct Identity {
    std::string_view id;  ///< 40 digits
    std::string_view name;
  };
  /// Valid until version() changes.  An instance that is not in its domain has the name that it has
  /// later; "" for one that never has a name.
  const Identity& IdentityOf(InstanceId instance);
  std::string_view Of(InstanceId instance) { return IdentityOf(instance).id; }

 private:
  Identity Find(InstanceId instance);

  std::shared_ptr<const SeriesDomain> domain_;
  std::optional<std::size_t> snapshot_;  // of the history
  InstanceList members_;                 // at that time; borrows from the history
  std::uint64_t version_ = 0;
  std::unordered_map<InstanceId, Identity> known_;
  std::deque<std::string> others_;  // identifiers that the domain does not list
};

}  // namespace fdr
