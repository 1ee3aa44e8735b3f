// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/note/note_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace fdr::tools {
namespace {

constexpr std::uintmax_t kLargestNotes = std::uintmax_t{64} << 20;

std::string PathOf(const std::string& key) { return key + ".notes.jsonl"; }

}  // namespace

Result<std::vector<std::string>> NoteFiles::Load(const std::string& key) {
  std::vector<std::string> lines;
  const std::string path = PathOf(key);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) {
    if (error == std::errc::no_such_file_or_directory) return lines;
    return FailSystem(error.value(), path);
  }
  if (size > kLargestNotes) return Fail(Errc::kTooLarge, "The notes take more than 64 MiB", path);
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (!file.eof()) return FailSystem(errno, path);
  return lines;
}

Result<void> NoteFiles::Save(const std::string& key, const std::vector<std::string>& texts) {
  const std::string path = PathOf(key), draft = path + ".new";
  {
    std::ofstream file(draft, std::ios::trunc);
    for (const std::string& text : texts) file << text << '\n';
    file.flush();
    if (!file) return FailSystem(errno, draft);
  }
  if (std::rename(draft.c_str(), path.c_str()) != 0) return FailSystem(errno, path);
  return {};
}

Result<std::shared_ptr<void>> NoteFiles::Lock(const std::string& key) {
  const std::filesystem::path parent = std::filesystem::path(key).parent_path();
  const std::string directory = parent.empty() ? "." : parent.string();
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return FailSystem(errno, directory);
  // The lock ends with the descriptor.
  std::shared_ptr<void> lock(nullptr, [descriptor](void*) { ::close(descriptor); });
  int locked = 0;
  do {
    locked = ::flock(descriptor, LOCK_EX);
  } while (locked != 0 && errno == EINTR);
  // Some file systems have no locks.  Then two programs that write at once may lose a note.
  if (locked != 0 && errno != ENOLCK && errno != EOPNOTSUPP) return FailSystem(errno, directory);
  return lock;
}

}  // namespace fdr::tools
