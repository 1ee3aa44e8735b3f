// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/temp_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "fdr/archive/source/plain_file.h"

namespace fdr {
namespace {

tl::unexpected<Error> SystemError(const std::string& directory) {
  Error error = FailSystem(errno, directory).value();
  error.code = Errc::kIo;
  error.what = "Temporary file: " + error.what;
  return Fail(std::move(error));
}

}  // namespace

Result<TempFile> TempFile::Create(const std::string& directory) {
  const int fd =
      ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, S_IRUSR | S_IWUSR);
  if (fd < 0) return CreateAndUnlink(directory);
  return TempFile(directory, fd);
}

Result<TempFile> TempFile::CreateAndUnlink(const std::string& directory) {
  std::string path = directory + "/fdr-XXXXXX";
  const int fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0) return SystemError(directory);
  TempFile file(directory, fd);
  if (::unlink(path.c_str()) != 0) return SystemError(directory);
  return file;
}

TempFile::~TempFile() {
  if (fd_ >= 0) ::close(fd_);
}

TempFile::TempFile(TempFile&& other) noexcept
    : directory_(std::move(other.directory_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_) {}

TempFile& TempFile::operator=(TempFile&& other) noexcept {
  std::swap(directory_, other.directory_);
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

Result<void> TempFile::Append(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError(directory_);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    size_ += static_cast<std::uint64_t>(n);
  }
  return {};
}

std::unique_ptr<ByteSource> TempFile::IntoSource(std::string name) && {
  return AdoptPlainFile(std::move(name), std::exchange(fd_, -1), size_);
}

}  // namespace fdr
