// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain that a fetch wants: from a cache, or from the table of the agent.

#pragma once

#include <pcp/pmda.h>

#include "fdr/replay/pcp/libpcp/wanted_instances.h"
#include "fdr/replay/pcp/pmda/instance_cache.h"

namespace fdr::pmda {

/// What is the domain to the library?
struct KnownInDom {
  InstanceCache* cache = nullptr;    ///< rules, if both exist
  const pmdaIndom* table = nullptr;  ///< null if the agent's table lacks the domain

  bool exists() const { return cache != nullptr || table != nullptr; }
};
KnownInDom FindInDom(pmInDom indom, const pmdaExt& ext);

/// Walks over the instances of a domain.  The agent may change the domain meanwhile.
class SelectedInstances {
 public:
  /// PM_INDOM_NULL has one instance: PM_IN_NULL.
  SelectedInstances(pmInDom indom, const pmdaExt& ext);

  bool exists() const { return is_singular_ || known_.exists(); }
  /// The most instances that follow, unless the agent adds some.
  int Most() const;
  /// False at the end.
  bool Next(int& instance);

 private:
  bool is_singular_;
  KnownInDom known_;
  libpcp::WantedInstances wanted_;
  int at_ = 0;  // in the table; of a cache, the lowest instance that may follow
};

}  // namespace fdr::pmda
