// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "fdr/replay/sources/mmv/mmv_image.h"

namespace fdr::mmv {
namespace {

constexpr mode_t kReadableByAll = 0644;

// The descriptor and the temporary name of a file that is not finished.
struct Unfinished {
  int fd = -1;
  std::string path;

  ~Unfinished() {
    if (fd >= 0) ::close(fd);
    if (!path.empty()) ::unlink(path.c_str());
  }
};

}  // namespace

Result<MappedFile> MappedFile::Publish(const std::string& directory, const std::string& name,
                                       Bytes image) {
  if (name.empty() || name[0] == '.' || name.find('/') != name.npos)
    return Fail(Errc::kInvalidArgument, "This is not a name for a file of values", name);
  const std::string path = directory + "/" + name;
  // Readers skip names that begin with a dot.
  Unfinished file{.path = directory + "/." + name + "." + std::to_string(::getpid())};
  ::unlink(file.path.c_str());
  file.fd =
      ::open(file.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kReadableByAll);
  if (file.fd < 0) {
    const int error = errno;
    file.path.clear();
    return FailSystem(error, path);
  }
  // The blocks of a hole are missing on a full disk: writing to them would kill the program.
  if (const int error = ::posix_fallocate(file.fd, 0, static_cast<off_t>(image.size())); error != 0)
    return FailSystem(error, path);
  ::fchmod(file.fd, kReadableByAll);
  void* const map = ::mmap(nullptr, image.size(), PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, 0);
  if (map == MAP_FAILED) return FailSystem(errno, path);
  MappedFile mapped(static_cast<std::byte*>(map), image.size());
  std::memcpy(mapped.data(), image.data(), image.size());
  std::memcpy(mapped.data() + kFinishedAt, image.data() + 8, sizeof(std::uint64_t));
  if (::rename(file.path.c_str(), path.c_str()) != 0) return FailSystem(errno, path);
  file.path.clear();
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

std::byte* MappedFile::Release() { return std::exchange(data_, nullptr); }

}  // namespace fdr::mmv
