// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Name spaces that a program loads itself: pmLoadNameSpace(3) and related functions.

#include <pcp/pmapi.h>

#include <cstdint>

#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/name_source.h"
#include "fdr/replay/pcp/pmapi/name_spaces/name_space_file.h"
#include "fdr/replay/pcp/pmapi/name_spaces/program_names.h"

namespace fdr::pmapi {
namespace {

// Very old programs use another pointer for the default.
bool IsDefault(const char* filename) {
  constexpr std::uintptr_t kOldDefault = 0xffffffff;
  return filename == PM_NS_DEFAULT || reinterpret_cast<std::uintptr_t>(filename) == kOldDefault;
}

int Load(const char* filename, const NameSpaceFileRules& rules) {
  return Guarded([&] {
    const Result<void> loaded = ProgramNames::Get().Load([&] {
      return IsDefault(filename) ? LoadDefaultNameSpace(rules.allow_duplicates)
                                 : LoadNameSpaceFile(filename, rules);
    });
    return loaded ? 0 : NameSpaceErrorCode(loaded.error());
  });
}

int Trim() {
  if (const int location = NameSource().Location(); location < 0) return location;
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  if (ArchiveApiContext* const archive = context->AsArchive())
    ProgramNames::Get().Trim([&metadata = archive->metadata()](MetricId id) {
      return metadata.FindDesc(id) != nullptr;
    });
  else
    ProgramNames::Get().Trim(nullptr);
  return 0;
}

}  // namespace
}  // namespace fdr::pmapi

int pmLoadNameSpace(const char* filename) {
  return fdr::pmapi::Load(filename, {.preprocess = false});
}

int pmLoadASCIINameSpace(const char* filename, int dupok) {
  return fdr::pmapi::Load(filename, {.allow_duplicates = dupok != 0});
}

void pmUnloadNameSpace(void) { fdr::pmapi::ProgramNames::Get().Unload(); }

int pmTrimNameSpace(void) {
  return fdr::pmapi::Guarded([] { return fdr::pmapi::Trim(); });
}
