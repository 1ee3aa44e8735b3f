// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Paths, mapped files, logs.

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/process/log_file.h"
#include "fdr/replay/pcp/pmapi/process/process_clock.h"

namespace {

// True if there is a directory now.
bool MakeDirectory(const char* path, mode_t mode) {
  if (mkdir(path, mode) == 0) return true;
  const int error = errno;
  struct stat status {};
  if (error == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return true;
  errno = error;
  return false;
}

}  // namespace

int __pmAbsolutePath(char* path) { return path[0] == '/' ? 1 : 0; }

// As mkdir -p.
int __pmMakePath(const char* path, mode_t mode) {
  return fdr::pmapi::Guarded([&] {
    const std::string whole = path;
    for (std::size_t at = 1; at <= whole.size(); ++at)
      if ((at == whole.size() || whole[at] == '/') &&
          !MakeDirectory(whole.substr(0, at).c_str(), mode))
        return -1;
    return 0;
  });
}

void* __pmMemoryMap(int file, size_t size, int writable) {
  const int access = writable != 0 ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const memory = mmap(nullptr, size, access, MAP_SHARED, file, 0);
  return memory != MAP_FAILED ? memory : nullptr;
}

void __pmMemoryUnmap(void* memory, size_t size) { munmap(memory, size); }

FILE* __pmRotateLog(const char* program, const char* path, FILE* old, int* status) {
  if (strcmp(path, "-") == 0) {
    *status = 1;
    return old;
  }
  fprintf(old, "\nLog rotated %s\n", fdr::pmapi::ProcessDate().c_str());
  return fdr::pmapi::OpenLog(program, path, old, status, "rotated");
}
