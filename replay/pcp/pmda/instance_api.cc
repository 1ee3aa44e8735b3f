// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaInstance(3), and the walk over the instances of a domain.

#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/libpcp/result_memory.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/answers.h"
#include "fdr/replay/pcp/pmda/selected_instances.h"

namespace fdr::pmda {
namespace {

struct FoundInstance {
  int id = 0;
  const char* name = nullptr;
};

// A name without a blank also means the instance whose name begins with it and a blank.
bool Matches(std::string_view asked, std::string_view name) {
  if (asked == name) return true;
  return name.size() > asked.size() && name.starts_with(asked) && name[asked.size()] == ' ' &&
         asked.find(' ') == asked.npos;
}

std::vector<FoundInstance> AllOf(const KnownInDom& known) {
  std::vector<FoundInstance> all;
  if (known.cache != nullptr) {
    std::optional<int> next = known.cache->ActiveFrom(0);
    for (; next; next = known.cache->ActiveFrom(*next + 1))
      all.push_back({*next, known.cache->FindInstance(*next)->name.c_str()});
  } else {
    for (int i = 0; i < known.table->it_numinst; ++i)
      all.push_back({known.table->it_set[i].i_inst, known.table->it_set[i].i_name});
  }
  return all;
}

std::optional<FoundInstance> FindById(const KnownInDom& known, int instance) {
  if (known.cache != nullptr) {
    const CacheEntry* const entry = known.cache->FindInstance(instance);
    if (entry == nullptr || !entry->is_active) return std::nullopt;
    return FoundInstance{instance, entry->name.c_str()};
  }
  for (const FoundInstance& found : AllOf(known))
    if (found.id == instance) return found;
  return std::nullopt;
}

std::optional<FoundInstance> FindByName(const KnownInDom& known, const char* name) {
  if (known.cache != nullptr) {
    const CacheEntry* const entry = known.cache->FindName(name);
    if (entry == nullptr || !entry->is_active) return std::nullopt;
    return FoundInstance{entry->instance, entry->name.c_str()};
  }
  for (const FoundInstance& found : AllOf(known))
    if (Matches(name, found.name)) return found;
  return std::nullopt;
}

struct FreeResult {
  void operator()(pmInResult* result) const { libpcp::FreeInResult(result); }
};

// The answer about one instance lacks what was in the question.
pmInResult* NewResult(pmInDom indom, const std::vector<FoundInstance>& found, bool with_ids,
                      bool with_names) {
  std::unique_ptr<pmInResult, FreeResult> result(pmapi::AllocateArray<pmInResult>(1).release());
  *result = {.indom = indom, .numinst = 0, .instlist = nullptr, .namelist = nullptr};
  const std::size_t room = std::max<std::size_t>(found.size(), 1);
  if (with_ids) result->instlist = pmapi::AllocateArray<int>(room).release();
  if (with_names) result->namelist = pmapi::AllocateArray<char*>(room).release();
  for (const FoundInstance& instance : found) {
    char* const name = with_names ? pmapi::NewString(instance.name) : nullptr;
    if (with_ids) result->instlist[result->numinst] = instance.id;
    if (with_names) result->namelist[result->numinst] = name;
    ++result->numinst;
  }
  return result.release();
}

int ListInstances(pmInDom indom, int instance, const char* name, pmInResult*& result,
                  const pmdaExt& ext) {
  const KnownInDom known = FindInDom(indom, ext);
  if (!known.exists()) return PM_ERR_INDOM;
  const bool any_id = instance == static_cast<int>(PM_IN_NULL);
  if (any_id && name == nullptr) {
    result = NewResult(indom, AllOf(known), true, true);
    return 0;
  }
  if (!any_id && name != nullptr) return PM_ERR_INST;
  const std::optional<FoundInstance> found =
      name != nullptr ? FindByName(known, name) : FindById(known, instance);
  if (!found) return PM_ERR_INST;
  result = NewResult(indom, {*found}, name != nullptr, name == nullptr);
  return 0;
}

// The walk of __pmdaStartInst(), of which a process has one.
std::optional<SelectedInstances> walk;

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaInstance(pmInDom indom, int inst, char* name, pmInResult** result, pmdaExt* pmda) {
  TakeContext(*pmda);
  return fdr::pmapi::Guarded([&] { return ListInstances(indom, inst, name, *result, *pmda); });
}

int __pmdaCntInst(pmInDom indom, pmdaExt* pmda) {
  // The profile does not count.
  const SelectedInstances selected(indom, *pmda);
  if (!selected.exists())
    pmNotifyErr(LOG_WARNING, "__pmdaCntInst: unknown indom %s", pmInDomStr(indom));
  return selected.Most();
}

void __pmdaStartInst(pmInDom indom, pmdaExt* pmda) { walk.emplace(indom, *pmda); }

// The one instance of a singular metric is 0 here.
int __pmdaNextInst(int* inst, pmdaExt*) {
  if (!walk || !walk->Next(*inst)) return 0;
  if (*inst == static_cast<int>(PM_IN_NULL)) *inst = 0;
  return 1;
}
