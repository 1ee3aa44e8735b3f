// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_space_file.h"

#include <pcp/pmapi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/pcp/pmapi/error_code.h"
#include "fdr/replay/pcp/pmapi/peer_mistake.h"
#include "fdr/replay/pcp/pmapi/peer_version.h"

namespace fdr::pmapi {
namespace {

constexpr const char* kDefaultOfUser = "PMNS_DEFAULT";

std::string PcpVarDirectory() {
  const char* const directory = pmGetOptionalConfig("PCP_VAR_DIR");
  return directory != nullptr ? directory : "/var/lib/pcp";
}

std::string DefaultPath() {
  const char* const path = std::getenv(kDefaultOfUser);
  return path != nullptr ? path : PcpVarDirectory() + "/pmns/root";
}

// A mistake with a place has several lines, which end with a newline.
void Show(const Error& error, bool is_preprocessed) {
  const std::string peers = HasPeersWords() ? PeerMistake(error, is_preprocessed) : std::string();
  if (!peers.empty())
    pmprintf("%s", peers.c_str());
  else if (error.what.ends_with('\n'))
    pmprintf("[%s] Error Parsing ASCII PMNS: %s", error.file.c_str(), error.what.c_str());
  else
    pmprintf("Error Parsing ASCII PMNS: %s\n", error.Message().c_str());
  pmflush();
}

}  // namespace

Result<NameSpace> LoadNameSpaceFile(const std::string& path, const NameSpaceFileRules& rules) {
  NameSpaceOptions options = NameSpaceFileOptions(PcpVarDirectory());
  options.preprocess = rules.preprocess;
  options.allow_duplicates = rules.allow_duplicates;
  Result<NameSpace> names = LoadNameSpace(path, options);
  if (!names) Show(names.error(), rules.preprocess);
  return names;
}

Result<NameSpace> LoadDefaultNameSpace(bool allow_duplicates) {
  return LoadNameSpaceFile(DefaultPath(),
                           {.preprocess = false, .allow_duplicates = allow_duplicates});
}

bool HasDefaultNameSpace() { return access(DefaultPath().c_str(), R_OK) == 0; }

bool HasDefaultOfUser() { return std::getenv(kDefaultOfUser) != nullptr; }

int NameSpaceErrorCode(const Error& error) {
  if (error.system_error == EISDIR && HasPeersWords()) return PM_ERR_PMNS;
  const bool is_mistake = error.code == Errc::kInvalidArgument || error.code == Errc::kTooLarge;
  return is_mistake && error.system_error == 0 ? PM_ERR_PMNS : ErrorCode(error);
}

}  // namespace fdr::pmapi
