// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/name_space_file.h"

#include <pcp/pmapi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/name_spaces/peer_mistake.h"
#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

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
void Show(const Error& error, const WrongNameSpace& names) {
  const std::string peers = HasPeersWords() ? PeerMistake(error, names) : std::string();
  if (!peers.empty())
    pmprintf("%s", peers.c_str());
  else if (error.what.ends_with('\n'))
    pmprintf("[%s] Error Parsing ASCII PMNS: %s", error.file.c_str(), error.what.c_str());
  else
    pmprintf("Error Parsing ASCII PMNS: %s\n", error.Message().c_str());
  pmflush();
}

// For PCP's words about them.
void KeepWhatIsRead(WrongNameSpace& names) {
  names.options.read_file = [&names, read = std::move(names.options.read_file)](
                                const std::string& path) -> Result<std::string> {
    Result<std::string> text = read(path);
    if (text) names.files.emplace(path, *text);
    return text;
  };
}

}  // namespace

Result<NameSpace> LoadNameSpaceFile(const std::string& path, const NameSpaceFileRules& rules) {
  WrongNameSpace maybe_wrong = {.path = path, .options = NameSpaceFileOptions(PcpVarDirectory())};
  maybe_wrong.options.preprocess = rules.preprocess;
  maybe_wrong.options.allow_duplicates = rules.allow_duplicates;
  if (HasPeersWords()) KeepWhatIsRead(maybe_wrong);
  Result<NameSpace> names = LoadNameSpace(path, maybe_wrong.options);
  if (!names) Show(names.error(), maybe_wrong);
  return names;
}

Result<NameSpace> LoadDefaultNameSpace(bool allow_duplicates) {
  return LoadNameSpaceFile(DefaultPath(),
                           {.preprocess = false, .allow_duplicates = allow_duplicates});
}

bool HasDefaultNameSpace() { return access(DefaultPath().c_str(), R_OK) == 0; }

bool HasDefaultOfUser() { return std::getenv(kDefaultOfUser) != nullptr; }

int NameSpaceErrorCode(const Error& error) {
  const bool has_place = error.what.ends_with('\n');
  if ((error.system_error == EISDIR || has_place) && HasPeersWords()) return PM_ERR_PMNS;
  const bool is_mistake = error.code == Errc::kInvalidArgument || error.code == Errc::kTooLarge;
  return is_mistake && error.system_error == 0 ? PM_ERR_PMNS : ErrorCode(error);
}

}  // namespace fdr::pmapi
