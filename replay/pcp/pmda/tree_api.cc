// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaTreePMID(3) and its family.

#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_name_tree.h"

namespace {

using fdr::pmapi::Guarded;

// In memory that the caller frees: the names in one block, the states in another.
int HandOver(const std::vector<pmdaNameSpace::Child>& children, char*** offspring, int** status) {
  *offspring = nullptr;
  if (status != nullptr) *status = nullptr;
  if (children.empty()) return 0;
  std::vector<std::string> names;
  names.reserve(children.size());
  for (const pmdaNameSpace::Child& child : children) names.push_back(child.name);
  fdr::pmapi::MallocPtr<int> states = fdr::pmapi::AllocateArray<int>(children.size());
  for (std::size_t i = 0; i < children.size(); ++i)
    states.get()[i] = children[i].is_metric ? PMNS_LEAF_STATUS : PMNS_NONLEAF_STATUS;
  *offspring = fdr::pmapi::NewStrings(names);
  if (status != nullptr) *status = states.release();
  return static_cast<int>(children.size());
}

}  // namespace

int pmdaTreeCreate(pmdaNameSpace** tree) {
  return Guarded([&] {
    *tree = new pmdaNameSpace;
    return 0;
  });
}

int pmdaTreeInsert(pmdaNameSpace* tree, pmID pmid, const char* name) {
  return Guarded([&] { return tree->Insert(pmid, name); });
}

void pmdaTreeRelease(pmdaNameSpace* tree) { delete tree; }

// The names of metrics are always found.
void pmdaTreeRebuildHash(pmdaNameSpace*, int) {}

int pmdaTreeSize(pmdaNameSpace* tree) { return tree != nullptr ? tree->size() : 0; }

int pmdaTreePMID(pmdaNameSpace* tree, const char* name, pmID* pmid) {
  const pmdaNameSpace::Node* const node = tree != nullptr ? tree->Find(name) : nullptr;
  if (node == nullptr || !node->IsMetric()) return PM_ERR_NAME;
  *pmid = node->id;
  return 0;
}

int pmdaTreeName(pmdaNameSpace* tree, pmID pmid, char*** nameset) {
  const std::vector<std::string>* const names = tree != nullptr ? tree->NamesOf(pmid) : nullptr;
  if (names == nullptr) return PM_ERR_PMID;
  return Guarded([&] {
    *nameset = fdr::pmapi::NewStrings(*names);
    return static_cast<int>(names->size());
  });
}

int pmdaTreeChildren(pmdaNameSpace* tree, const char* name, int traverse, char*** offspring,
                     int** status) {
  const pmdaNameSpace::Node* const node = tree != nullptr ? tree->Find(name) : nullptr;
  if (node == nullptr) return PM_ERR_NAME;
  return Guarded([&] {
    return HandOver(
        traverse != 0 ? pmdaNameSpace::MetricsBelow(*node, name) : pmdaNameSpace::ChildrenOf(*node),
        offspring, status);
  });
}
