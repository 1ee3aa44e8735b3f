// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/byte_sink.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::uint64_t kAppendedPiece = 1 << 20;

}  // namespace

Result<ByteSink> ByteSink::Create(FileSystem& files, std::string path, mode_t mode) {
  const int fd = Uninterrupted([&] { return files.Create(path, mode); });
  if (fd < 0) return FailSystem(-fd, path);
  return ByteSink(files, fd, std::move(path));
}

Result<ByteSink> ByteSink::Open(FileSystem& files, std::string path) {
  const int fd = Uninterrupted([&] { return files.Open(path); });
  if (fd < 0) return FailSystem(-fd, path);
  return ByteSink(files, fd, std::move(path));
}

Result<std::optional<ByteSink>> ByteSink::HandleToSync() {
  if (broken_) return Fail(*broken_);
  if (is_synced_ || is_handed_out_) return std::nullopt;
  const int fd = Uninterrupted([&] { return files_->Duplicate(fd_); });
  if (fd < 0) return FailSystem(-fd, name_);
  is_handed_out_ = true;
  ByteSink handle(*files_, fd, name_);
  handle.size_ = size_;
  return handle;
}

Result<void> ByteSink::Lock() {
  const int result = Uninterrupted([&] { return files_->Lock(fd_); });
  if (result == -EWOULDBLOCK)
    return Fail(Errc::kBusy, "Another process is writing this archive", name_);
  if (result < 0) return Break(-result, "");
  return {};
}

Result<void> ByteSink::Cut(std::uint64_t size) {
  if (broken_) return Fail(*broken_);
  const int result = Uninterrupted([&] { return files_->Truncate(fd_, size); });
  if (result < 0) return Break(-result, "");
  size_ = size;
  is_synced_ = false;
  return Sync();
}

Result<void> ByteSink::Rename(std::string name) {
  if (broken_) return Fail(*broken_);
  if (auto renamed = RenameFile(*files_, name_, name); !renamed) return renamed;
  name_ = std::move(name);
  return {};
}

ByteSink::~ByteSink() {
  if (fd_ >= 0) files_->Close(fd_);
}

ByteSink::ByteSink(ByteSink&& other) noexcept
    : files_(other.files_),
      fd_(std::exchange(other.fd_, -1)),
      name_(std::move(other.name_)),
      size_(other.size_),
      is_synced_(other.is_synced_),
      is_handed_out_(other.is_handed_out_),
      broken_(std::move(other.broken_)) {}

ByteSink& ByteSink::operator=(ByteSink&& other) noexcept {
  if (fd_ >= 0 && this != &other) files_->Close(fd_);
  files_ = other.files_;
  fd_ = std::exchange(other.fd_, -1);
  name_ = std::move(other.name_);
  size_ = other.size_;
  is_synced_ = other.is_synced_;
  is_handed_out_ = other.is_handed_out_;
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
  is_synced_ = is_handed_out_ = false;
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

// What the system does not copy is read and written, which meets the same error if there is one.
Result<void> ByteSink::AppendFrom(const ByteSource& source, std::uint64_t offset,
                                  std::uint64_t size) {
  if (broken_) return Fail(*broken_);
  is_synced_ = is_handed_out_ = false;
  const std::uint64_t end = offset + size;
  source.UseDescriptor([&](int from) {
    while (offset < end) {
      const std::int64_t n =
          Uninterrupted([&] { return files_->CopyRange(fd_, from, offset, end - offset); });
      if (n <= 0) return;
      size_ += static_cast<std::uint64_t>(n);
      offset += static_cast<std::uint64_t>(n);
    }
  });
  ByteBuffer piece(static_cast<std::size_t>(std::min(end - offset, kAppendedPiece)));
  while (offset < end) {
    piece.resize(static_cast<std::size_t>(std::min(end - offset, kAppendedPiece)));
    const Result<std::size_t> got = source.ReadAt(offset, piece);
    if (!got) return Fail(got.error());
    if (*got == 0) return Fail(Errc::kIo, "The file was cut meanwhile", source.name(), offset);
    if (auto appended = Append(Bytes(piece).first(*got)); !appended) return appended;
    offset += *got;
  }
  return {};
}

Result<void> ByteSink::SetOwner(uid_t owner, gid_t group) {
  if (broken_) return Fail(*broken_);
  is_synced_ = false;
  const int result = Uninterrupted([&] { return files_->SetOwner(fd_, owner, group); });
  if (result < 0) return Break(-result, "; its owner and group cannot be kept");
  return {};
}

Result<void> ByteSink::SetMode(mode_t mode) {
  if (broken_) return Fail(*broken_);
  is_synced_ = false;
  const int result = Uninterrupted([&] { return files_->SetMode(fd_, mode); });
  if (result < 0) return Break(-result, "; its mode cannot be kept");
  return {};
}

Result<void> ByteSink::SetAttributes(const FileAttributes& to) {
  if (auto kept = SetOwner(to.owner, to.group); !kept) return kept;
  if (auto kept = SetMode(to.mode); !kept) return kept;
  const int result = Uninterrupted([&] { return files_->SetTimes(fd_, to.accessed, to.modified); });
  if (result < 0) return Break(-result, "; its times cannot be kept");
  return {};
}

Result<void> ByteSink::Sync() {
  if (broken_) return Fail(*broken_);
  if (is_synced_) return {};
  const int result = Uninterrupted([&] { return files_->Sync(fd_); });
  if (result < 0) return Break(-result, "");
  is_synced_ = true;
  return {};
}

Result<void> ByteSink::Close() {
  if (fd_ < 0) return Fail(*broken_);
  // Not retried after an interrupt: the descriptor is closed, and another file may already have its
  // number.
  const int result = files_->Close(std::exchange(fd_, -1));
  if (broken_) return Fail(*broken_);
  if (result < 0 && result != -EINTR) return Break(-result, "");
  broken_ = Error{Errc::kInvalidArgument, "Already closed", name_, size_};
  return {};
}

Result<void> SyncAndClose(ByteSink& file) {
  const Result<void> synced = file.Sync();
  return synced ? file.Close() : synced;
}

Result<void> SyncAndClose(std::vector<ByteSink> files) {
  Result<void> outcome;
  for (ByteSink& file : files) {
    if (outcome) outcome = file.Sync();
    const Result<void> closed = file.Close();
    if (outcome) outcome = closed;
  }
  return outcome;
}

}  // namespace fdr
