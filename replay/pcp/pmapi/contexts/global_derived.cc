// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/global_derived.h"

#include <pcp/pmapi.h>

#include <cstdlib>
#include <string>

#include "fdr/replay/derive/derived_config.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"

namespace fdr::pmapi {
namespace {

void Tell(const std::string& text) {
  pmprintf("%s", text.c_str());
  pmflush();
}

}  // namespace

// Never destroyed: exit handlers may still create contexts.
GlobalDerived& GlobalDerived::Get() {
  static auto* const derived = new GlobalDerived;
  return *derived;
}

GlobalDerived::GlobalDerived()
    : table_(SpeaksVersion7() ? DeriveRules::kNewest : DeriveRules::kPcp6) {
  const char* const controls = SpeaksVersion7() ? std::getenv("PCP_DERIVED_CONTROL") : nullptr;
  if (controls == nullptr) return;
  SetDerivedOptions(controls, Setting::kFix, table_.options(), [](const std::string& wrong) {
    Tell("Warning: $PCP_DERIVED_CONTROL: " + wrong + "\n");
  });
}

DerivedTable GlobalDerived::Current() {
  std::call_once(is_loaded_, [this] { LoadFromEnvironment(); });
  const std::lock_guard lock(mutex_);
  return table_;
}

// A missing file is no error.
void GlobalDerived::LoadFromEnvironment() {
  const char* const named = std::getenv("PCP_DERIVED_CONFIG");
  const std::string paths =
      named != nullptr ? named : std::string(pmGetConfig("PCP_VAR_DIR")) + "/config/derived";
  if (paths.empty()) return;
  const std::lock_guard lock(mutex_);
  const DefinitionsTrace trace(table_, paths.c_str());
  (void)LoadDerivedConfig(paths, IfMissing::kSkip, table_, Tell,
                          HasPeersWords() ? LineNumbers::kOfPcp6 : LineNumbers::kOfFile);
}

}  // namespace fdr::pmapi
