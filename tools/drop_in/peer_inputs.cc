// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/peer_inputs.h"

#include <fmt/format.h>

#include <utility>

#include "fdr/replay/pcp_error_number.h"
#include "fdr/replay/pcp_error_text.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

// fdr's words say more.
bool HasOwnWords(const Error& error) {
  if (error.system_error != 0) return false;
  switch (error.code) {
    case Errc::kEmpty:
    case Errc::kInvalidArgument:
    case Errc::kIo:
    case Errc::kTooLarge:
      return true;
    default:
      return false;
  }
}

bool Open(std::string_view program, const std::string& name, ArchiveFiles files,
          const SourceOptions& source, const std::function<Result<void>(PeerInput)>& take) {
  Result<std::unique_ptr<Archive>> archive =
      Archive::Open(std::move(files), {.source = source, .on_problem = {}});
  const bool is_empty = !archive && archive.error().code == Errc::kEmpty;
  if (!archive && !is_empty) return CannotOpen(program, name, archive.error());
  const Result<Timestamp> end = is_empty ? Fail(archive.error()) : (*archive)->End();
  if (!end && end.error().code != Errc::kEmpty) return CannotOpen(program, name, end.error());
  if (!end) {
    PrintPeerWarning(program, fmt::format("empty archive \"{}\" will be skipped", name));
    return true;
  }
  WarnOfMissingVolumes(program, (*archive)->files());
  if (const auto taken = take({name, std::move(*archive), *end}); !taken)
    return CannotOpen(program, name, taken.error());
  return true;
}

}  // namespace

std::string PeerTextOf(const Error& error) {
  return HasOwnWords(error) ? error.what : PcpErrorText(PcpErrorNumber(error));
}

bool CannotOpen(std::string_view program, std::string_view name, const Error& error) {
  PrintPeerError(program, fmt::format("cannot open archive \"{}\": {}", name, PeerTextOf(error)));
  return false;
}

void WarnOfMissingVolumes(std::string_view program, const ArchiveFiles& files) {
  for (std::size_t i = 1; i < files.volumes.size(); ++i) {
    const std::int32_t expected = files.volumes[i - 1].number + 1;
    if (files.volumes[i].number == expected) continue;
    PrintPeerWarning(program,
                     Printable(fmt::format("{}.{}: The volume is missing", files.base, expected)));
  }
}

bool OpenPeerInputs(std::string_view program, const std::vector<std::string>& names,
                    const SourceOptions& source,
                    const std::function<Result<void>(PeerInput)>& take) {
  for (const std::string& name : names) {
    Result<std::vector<ArchiveFiles>> found = FindArchives(name);
    if (found && found->empty()) found = Fail(Errc::kMissingFile, "No archive", name);
    if (!found) return CannotOpen(program, name, found.error());
    // PCP's programs read only the first of them, and do not say so.
    if (found->size() > 1)
      PrintPeerMessage(program, fmt::format("Note: {} stands for {} archives; all are read", name,
                                            found->size()));
    for (ArchiveFiles& files : *found) {
      const std::string own = found->size() > 1 ? files.base : name;
      if (!Open(program, own, std::move(files), source, take)) return false;
    }
  }
  return true;
}

}  // namespace fdr::tools
