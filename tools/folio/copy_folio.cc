// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/folio/folio_files.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

std::string NameIn(const std::string& directory, const std::string& path) {
  return (fs::path(directory) / fs::path(path).filename()).string();
}

// The new names by the old ones.  Two archives may come from different directories.
Result<std::map<std::string, std::string>> NewNames(const std::vector<std::string>& paths,
                                                    const std::string& directory) {
  std::map<std::string, std::string> old_of, new_of;
  for (const std::string& path : paths) {
    std::string name = NameIn(directory, path);
    if (const auto [other, is_new] = old_of.emplace(name, path); !is_new)
      return Fail(
          Errc::kExists,
          fmt::format("{} would have the same name there; copy them one by one, with --only",
                      other->second),
          path);
    new_of.emplace(path, std::move(name));
  }
  return new_of;
}

// Calls `take` for the bytes of a file, piece by piece.
template <class Take>
Result<void> ReadPieces(const std::string& path, Take take) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return FailSystem(errno, path);
  std::vector<char> piece(std::size_t{1} << 20);
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (file.bad()) return FailSystem(EIO, path);
    if (Interrupted()) return Fail(Errc::kCancelled, "Interrupted; nothing was copied", path);
    const std::string_view text(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (const Result<void> taken = take(AsBytes(text)); !taken) return taken;
  }
  return {};
}

// A copy is open to no more users than its original.
mode_t ModeOf(const std::string& path) {
  std::error_code failure;
  const fs::perms mode = fs::status(path, failure).permissions();
  return failure ? kOpenToOwner : static_cast<mode_t>(mode) & kOpenToAll;
}

// Returns the size of the new file.
template <class Fill>
Result<std::uint64_t> WriteNew(StagedFiles& files, const std::string& path, mode_t mode,
                               Fill fill) {
  Result<ByteSink> sink = ByteSink::Create(files, path, mode);
  if (!sink) return Fail(sink.error());
  Result<void> done = fill([&](Bytes bytes) { return sink->Append(bytes); });
  if (done) done = sink->Sync();
  const std::uint64_t size = sink->size();
  const Result<void> closed = sink->Close();
  if (!done) return Fail(done.error());
  if (!closed) return Fail(closed.error());
  return size;
}

Folio FolioOfCopies(const ChosenArchives& chosen, const std::string& directory) {
  Folio copy = chosen.folio;
  copy.path = NameIn(directory, chosen.folio.path);
  copy.archives.clear();
  for (const std::size_t number : chosen.numbers) {
    const FolioEntry& entry = chosen.Entry(number);
    copy.archives.push_back({entry.host, fs::path(entry.base).filename().string()});
  }
  // As FilesOfFolio(): a file elsewhere is not copied.
  if (!chosen.IsWhole() || copy.replay.find('/') != std::string::npos) copy.replay.clear();
  return copy;
}

Result<std::uint64_t> Copy(const ChosenArchives& chosen, const std::string& directory) {
  std::optional<Error> missing;
  const auto paths = FilesOfFolio(chosen, [&](const Error& error) { missing = error; });
  if (!paths) return Fail(paths.error());
  if (missing) return Fail(*missing);
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure) return FailSystem(failure.value(), directory);
  const auto new_names = NewNames(*paths, directory);
  if (!new_names) return Fail(new_names.error());
  StagedFiles files(PosixFileSystem());
  const Folio folio = FolioOfCopies(chosen, directory);
  // The folio gets its name last.
  Result<std::uint64_t> written =
      WriteNew(files, folio.path, ModeOf(chosen.folio.path),
               [&](auto take) { return take(AsBytes(FolioText(folio))); });
  std::uint64_t bytes = 0;
  for (const auto& names : *new_names) {
    if (!written) return written;
    written = WriteNew(files, names.second, ModeOf(names.first),
                       [&](auto take) { return ReadPieces(names.first, take); });
    bytes += written.value_or(0);
  }
  if (!written) return written;
  const Result<void> committed = files.Commit();
  if (!committed) return Fail(committed.error());
  return bytes;
}

}  // namespace

int CopyFolio(const FolioCommand& command, const ChosenArchives& chosen) {
  CatchInterrupts();
  const std::string& directory = command.words[0];
  const Result<std::uint64_t> copied = Copy(chosen, directory);
  if (!copied) {
    PrintError(copied.error());
    if (copied.error().code == Errc::kCancelled) EndAsInterrupted();
    return kFailed;
  }
  if (command.common.quiet) return kOk;
  return WriteOutput(fmt::format("{}: {}, {}\n", NameIn(directory, chosen.folio.path),
                                 Count(chosen.numbers.size(), "archive"), HumanSize(*copied)))
             ? kOk
             : kFailed;
}

}  // namespace fdr::tools
