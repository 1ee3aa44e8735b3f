// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaLabel(3), and what adds labels to sets.

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <string>
#include <vector>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/internals.h"
#include "fdr/replay/pcp/pmda/selected_instances.h"

namespace fdr::pmda {
namespace {

// The labels of a set are in the order of their names.
int AddText(pmLabelSet** set, const char* text, int flags) {
  if (*set != nullptr || *text == '\0') return __pmAddLabels(set, text, flags);
  std::string sorted(PM_MAXLABELJSONLEN, '\0');
  char* one = const_cast<char*>(text);
  const int length = pmMergeLabels(&one, 1, sorted.data(), static_cast<int>(sorted.size()));
  return length < 0 ? length : __pmAddLabels(set, sorted.c_str(), flags);
}

int AddFormatted(const char* function, pmLabelSet** set, int flags, const char* format,
                 va_list arguments) {
  std::string text(PM_MAXLABELJSONLEN, '\0');
  const int length = vsnprintf(text.data(), text.size(), format, arguments);
  if (length < 0) return -errno;
  if (static_cast<std::size_t>(length) >= text.size()) return PM_ERR_GENERIC;
  const int status = AddText(set, text.c_str(), flags);
  if (status >= 0) return status;
  char reason[PM_MAXERRMSGLEN];
  pmNotifyErr(LOG_ERR, "%s: %s (%s)", function, text.c_str(),
              pmErrStr_r(status, reason, sizeof reason));
  return status;
}

// What a wrapper of pmdaLabel() has put into the set gets the level.
int LabelOther(int type, pmLabelSet* set) {
  if (set == nullptr) return 0;
  pmdaAddLabelFlags(set, type);
  return 1;
}

// By default, the domain is labelled with the name of its agent.
int LabelDomain(int domain, pmLabelSet** set, const pmdaExt& ext) {
  if (*set != nullptr) return LabelOther(PM_LABEL_DOMAIN, *set);
  const int status = __pmGetDomainLabels(domain, ext.e_name, set);
  if (status < 0) return status;
  pmdaAddLabelFlags(*set, PM_LABEL_DOMAIN);
  return 1;
}

pmLabelSet EmptySet(int instance) {
  pmLabelSet set = {};
  set.inst = static_cast<unsigned>(instance);
  return set;
}

// An agent may have labels for an instance, or not: there is a set, in any case.
pmLabelSet SetOfInstance(pmInDom indom, int instance, const pmdaExt& ext) {
  pmLabelSet* labels = nullptr;
  const int status = ext.e_labelCallBack != nullptr
                         ? ext.e_labelCallBack(indom, static_cast<unsigned>(instance), &labels)
                         : 0;
  pmLabelSet set = EmptySet(instance);
  if (status < 0) {
    char reason[PM_MAXERRMSGLEN];
    pmNotifyErr(LOG_DEBUG, "pmdaLabel: InDom %s[%d]: %s\n", pmInDomStr(indom), instance,
                pmErrStr_r(status, reason, sizeof reason));
    pmFreeLabelSets(labels, labels != nullptr ? 1 : 0);
    set.nlabels = status;
    return set;
  }
  if (labels == nullptr) return set;
  pmdaAddLabelFlags(labels, PM_LABEL_INSTANCES);
  set = *labels;
  set.inst = static_cast<unsigned>(instance);
  std::free(labels);  // NOLINT: what it pointed to lives on in the copy
  return set;
}

int LabelInstances(pmInDom indom, pmLabelSet** sets, const pmdaExt& ext) {
  SelectedInstances instances(indom, ext);
  if (!instances.exists())
    pmNotifyErr(LOG_WARNING, "__pmdaCntInst: unknown indom %s", pmInDomStr(indom));
  std::vector<pmLabelSet> made;
  for (int instance = 0; instances.Next(instance);)
    made.push_back(SetOfInstance(indom, instance, ext));
  if (made.empty()) return 0;
  pmLabelSet* const block = pmapi::AllocateArray<pmLabelSet>(made.size()).release();
  std::copy(made.begin(), made.end(), block);
  *sets = block;
  return static_cast<int>(made.size());
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaLabel(int ident, int type, pmLabelSet** sets, pmdaExt* pmda) {
  TakeContext(*pmda);
  return fdr::pmapi::Guarded([&] {
    switch (type) {
      case PM_LABEL_CONTEXT:
      case PM_LABEL_INDOM:
      case PM_LABEL_CLUSTER:
      case PM_LABEL_ITEM:
        return LabelOther(type, *sets);
      case PM_LABEL_DOMAIN:
        return LabelDomain(ident, sets, *pmda);
      case PM_LABEL_INSTANCES:
        return HasVersion(*pmda, PMDA_INTERFACE_7)
                   ? LabelInstances(static_cast<pmInDom>(ident), sets, *pmda)
                   : 0;
      default:
        return PM_ERR_TYPE;
    }
  });
}

int pmdaAddLabels(pmLabelSet** set, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status =
      fdr::pmapi::Guarded([&] { return AddFormatted("pmdaAddLabels", set, 0, format, arguments); });
  va_end(arguments);
  return status;
}

int pmdaAddNotes(pmLabelSet** set, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = fdr::pmapi::Guarded(
      [&] { return AddFormatted("pmdaAddNotes", set, PM_LABEL_OPTIONAL, format, arguments); });
  va_end(arguments);
  return status;
}

int pmdaAddLabelFlags(pmLabelSet* set, int flags) {
  if (set == nullptr) return 0;
  for (int i = 0; i < set->nlabels; ++i)
    set->labels[i].flags = static_cast<unsigned char>(set->labels[i].flags | flags);
  return 1;
}
