// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/byte_sink.h"

#include <cerrno>
#include <utility>

namespace fdr {

Result<ByteSink> ByteSink::Create(FileSystem& files, std::string path) {
  const int fd = Uninterrupted([&] { return files.Create(path); });
  if (fd < 0) return FailSystem(-fd, path);
  return ByteSink(files, fd, std::move(path));
}

ByteSink::~ByteSink() {
  if (fd_ >= 0) files_->Close(fd_);
}

ByteSink::ByteSink(ByteSink&& other) noexcept
    : files_(other.files_),
      fd_(std::exchange(other.fd_, -1)),
      name_(std::move(other.name_)),
      size_(other.size_),
      broken_(std::move(other.broken_)) {}

ByteSink& ByteSink::operator=(ByteSink&& other) noexcept {
  if (fd_ >= 0 && this != &other) files_->Close(fd_);
  files_ = other.files_;
  fd_ = std::exchange(other.fd_, -1);
  name_ = std::move(other.name_);
  size_ = other.size_;
  broken_ = std::move(other.broken_);
  return *this;
}

Result<void> ByteSink::Break(int error_number, const char* note) {
  broken_ = FailSystem(error_number, name_, size_).value();
  broken_->what += note;
  return Fail(*broken_);
}

Result<void> ByteSink::Append(Bytes record) {
  if (broken_) return Fail(*broken_);
  Bytes rest = record;
  while (!rest.empty()) {
    const std::int64_t n = Uninterrupted([&] { return files_->Write(fd_, rest); });
    if (n <= 0) {
      const int cut = Uninterrupted([&] { return files_->Truncate(fd_, size_); });
      return Break(n < 0 ? static_cast<int>(-n) : ENOSPC,
                   cut < 0 ? "; a torn record may be left at the end" : "");
    }
    rest = rest.subspan(static_cast<std::size_t>(n));
  }
  size_ += record.size();
  return {};
}

Result<void> ByteSink::Sync() {
  if (broken_) return Fail(*broken_);
  const int result = Uninterrupted([&] { return files_->Sync(fd_); });
  if (result < 0) return Break(-result, "");
  return {};
}

Result<void> ByteSink::Close() {
  if (fd_ < 0) return Fail(*broken_);
  // Not retried when interrupted: the descriptor is gone, and its number may be somebody else's.
  const int result = files_->Close(std::exchange(fd_, -1));
  if (broken_) return Fail(*broken_);
  if (result < 0 && result != -EINTR) return Break(-result, "");
  broken_ = Error{Errc::kInvalidArgument, "Already closed", name_, size_};
  return {};
}

}  // namespace fdr
