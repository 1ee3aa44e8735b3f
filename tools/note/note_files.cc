// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/note/note_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "fdr/tools/run/whole_file.h"

namespace fdr::tools {
namespace {

constexpr std::uintmax_t kLargestNotes = std::uintmax_t{64} << 20;
// For a lock, together 2 s.
constexpr int kTries = 200;
constexpr std::chrono::milliseconds kPause(10);

}  // namespace

std::string NotesPath(const std::string& base) { return base + ".notes.jsonl"; }

Result<std::vector<std::string>> NoteFiles::Load(const std::string& key) {
  std::vector<std::string> lines;
  const std::string path = NotesPath(key);
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
  const std::string path = NotesPath(key);
  std::string bytes;
  for (const std::string& text : texts) bytes += text + '\n';
  // What is not loaded again cannot be removed, either.
  if (bytes.size() > kLargestNotes)
    return Fail(Errc::kTooLarge, "The notes would take more than 64 MiB", path);
  return ReplaceOwnFile(path, bytes);
}

Result<std::shared_ptr<void>> NoteFiles::Lock(const std::string& key) {
  const std::filesystem::path parent = std::filesystem::path(key).parent_path();
  const std::string directory = parent.empty() ? "." : parent.string();
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return FailSystem(errno, directory);
  // The lock ends with the descriptor.
  std::shared_ptr<void> lock(nullptr, [descriptor](void*) { ::close(descriptor); });
  // Whoever may read the directory may hold such a lock for ever.
  for (int i = 0; i < kTries && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++i) {
    // Some file systems have no locks.  Then two programs that write at once may lose a note.
    if (errno == ENOLCK || errno == EOPNOTSUPP) break;
    if (errno != EWOULDBLOCK && errno != EINTR) return FailSystem(errno, directory);
    if (i + 1 == kTries) return Fail(Errc::kBusy, "Another program keeps a lock on it", directory);
    std::this_thread::sleep_for(kPause);
  }
  return lock;
}

}  // namespace fdr::tools
