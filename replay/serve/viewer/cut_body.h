// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of a cut archive as a tar file, made piece by piece.

#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

/// The head of a file in a tar file (POSIX ustar): 512 bytes.  kTooLarge for a name of more than
/// 100 bytes, or a size of 8 GiB or more.
Result<std::string> TarHead(const std::string& name, std::uint64_t size, std::int64_t time);

class CutBody final : public BodySource {
 public:
  /// The files get this stamp.
  static Result<std::unique_ptr<CutBody>> Make(CutDirectory archive, Timestamp time);

  Result<Piece> Next() override;
  /// The name of the archive, without a directory.
  std::string name() const {
    return entries_.empty() ? "cut" : std::filesystem::path(entries_.front().name).stem().string();
  }

 private:
  struct Entry {
    std::string path, name;
    std::uint64_t size = 0;
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };

  CutBody(CutDirectory archive, std::vector<Entry> entries, Timestamp time)
      : archive_(std::move(archive)), entries_(std::move(entries)), time_(time) {}

  Result<void> BeginFile(std::string& out);
  Result<void> ReadOn(std::string& out);

  CutDirectory archive_;
  std::vector<Entry> entries_;
  Timestamp time_;
  std::size_t entry_ = 0;
  std::unique_ptr<std::FILE, CloseFile> file_;  // of entries_[entry_]
  std::uint64_t rest_ = 0;                      // of the file
};

}  // namespace fdr
