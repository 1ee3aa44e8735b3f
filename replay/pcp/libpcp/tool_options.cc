// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For tools that read their options without pmGetOptions(3), or with more of their own.

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/options/option_errors.h"
#include "fdr/replay/pcp/pmapi/options/option_sources.h"
#include "fdr/replay/pcp/pmapi/options/option_steps.h"

namespace {

// A lack of memory is an error of the command line: the functions return nothing.
template <class Change>
void Apply(pmOptions* options, Change change) {
  const int sts = fdr::pmapi::Guarded([&] {
    change(*options);
    return 0;
  });
  if (sts < 0) fdr::pmapi::RuntimeError(*options, "not enough memory\n");
}

}  // namespace

void __pmStartOptions(pmOptions* options) { Apply(options, fdr::pmapi::Begin); }
void __pmEndOptions(pmOptions* options) { Apply(options, fdr::pmapi::End); }

// Returns 0 if the option was one of PCP's.
int __pmGetLongOptions(pmOptions* options) {
  bool applied = false;
  Apply(options, [&](pmOptions& o) { applied = fdr::pmapi::ApplyLongOption(o); });
  return applied ? 0 : 1;
}

void __pmAddOptArchive(pmOptions* options, char* archive) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::AddArchive(o, archive); });
}

void __pmAddOptArchiveList(pmOptions* options, char* archives) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::AddArchiveList(o, archives); });
}

void __pmAddOptArchiveFolio(pmOptions* options, char* path) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::AddArchiveFolio(o, path); });
}

void __pmAddOptArchivePath(pmOptions* options) { Apply(options, fdr::pmapi::AddDefaultArchive); }

void __pmAddOptHost(pmOptions* options, char* host) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::AddHost(o, host); });
}

void __pmAddOptHostList(pmOptions* options, char* hosts) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::AddHostList(o, hosts); });
}

void __pmAddOptContainer(pmOptions* options, char* container) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::ChooseContainer(o, container); });
}

void __pmSetLocalContextFlag(pmOptions* options) { Apply(options, fdr::pmapi::SetLocalContext); }

void __pmSetLocalContextTable(pmOptions* options, char* spec) {
  Apply(options, [&](pmOptions& o) { fdr::pmapi::SpecifyLocalContext(o, spec); });
}
