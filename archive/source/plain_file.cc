// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <system_error>
#include <utility>

namespace fdr {
namespace {

// A file, whatever its name.  A new file may get the number of one that was removed, but not its
// time of birth.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  std::int64_t born = 0;  // 0 where the file system does not know it
  std::uint32_t born_nanoseconds = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct FileStatus {
  FileIdentity id;
  std::uint64_t size = 0;
  bool is_regular = false;
};

// Of the open file, if the path is empty.  Nothing, and errno, if the system refuses.
std::optional<FileStatus> StatusOf(int fd, const char* path) {
  struct statx status = {};
  if (::statx(fd, path, AT_EMPTY_PATH, STATX_TYPE | STATX_INO | STATX_SIZE | STATX_BTIME,
              &status) != 0)
    return std::nullopt;
  return FileStatus{
      .id = {.device = std::uint64_t{status.stx_dev_major} << 32 | status.stx_dev_minor,
             .number = status.stx_ino,
             .born = status.stx_btime.tv_sec,
             .born_nanoseconds = status.stx_btime.tv_nsec},
      .size = status.stx_size,
      .is_regular = S_ISREG(status.stx_mode)};
}

// A regular file, which is open.
struct OpenedFile {
  int fd = -1;
  FileStatus status;
};

Result<OpenedFile> OpenRegular(FilePool& pool, const std::string& path, const std::string& name) {
  const int fd = pool.Open(path);
  if (fd < 0) return FailSystem(-fd, name);
  const std::optional<FileStatus> status = StatusOf(fd, "");
  const int failure = errno;
  if (status && status->is_regular) return OpenedFile{fd, *status};
  ::close(fd);
  if (!status) return FailSystem(failure, name);
  return Fail(Errc::kIo, "Not a regular file", name);
}

class PlainFile : public ByteSource {
 public:
  PlainFile(std::string name, int fd, std::uint64_t size)
      : fd_(fd), size_(size), name_(std::move(name)) {}
  ~PlainFile() override {
    if (fd_ >= 0) ::close(fd_);
  }
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  std::uint64_t size() const final { return size_; }
  const std::string& name() const final { return name_; }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    std::size_t done = 0;
    while (done < out.size()) {
      const ssize_t n =
          ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return FailSystem(errno, name_, offset + done);
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  void UseDescriptor(const std::function<void(int)>& use) const override { use(fd_); }

  bool HasGrown() const override {
    const std::optional<FileStatus> now = StatusOf(fd_, "");
    return now && now->size != size_;
  }

  Result<void> Refresh() override {
    const std::optional<FileStatus> now = StatusOf(fd_, "");
    if (!now) return FailSystem(errno, name_);
    size_ = now->size;
    return {};
  }

 protected:
  mutable int fd_;
  std::uint64_t size_;

 private:
  const std::string name_;
};

// A file that is closed while others are read.  A descriptor is used with the lock.
class PooledFile final : public PlainFile, public FilePool::File {
 public:
  PooledFile(std::string name, const OpenedFile& file, FilePool& pool)
      : PlainFile(std::move(name), file.fd, file.status.size), pool_(pool), id_(file.status.id) {
    pool_.Add(*this);
  }
  ~PooledFile() override { pool_.Remove(*this); }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    std::shared_lock lock(mutex_);
    if (const Result<void> open = BeOpen(lock); !open) return Fail(open.error());
    return PlainFile::ReadAt(offset, out);
  }

  void UseDescriptor(const std::function<void(int)>& use) const override {
    std::shared_lock lock(mutex_);
    if (BeOpen(lock)) use(fd_);
  }

  bool HasGrown() const override {
    const std::shared_lock lock(mutex_);
    const std::optional<FileStatus> now = Now();
    return now && now->size != size_;
  }

  Result<void> Refresh() override {
    const std::shared_lock lock(mutex_);
    const std::optional<FileStatus> now = Now();
    if (!now) return FailForChange();
    size_ = now->size;
    return {};
  }

 private:
  tl::unexpected<Error> FailForChange() const {
    return Fail(Errc::kBusy, "The file was replaced or removed: open the archive again", name());
  }

  // Nothing if the file is closed and no longer there.
  std::optional<FileStatus> Now() const {
    if (fd_ >= 0) return StatusOf(fd_, "");
    std::optional<FileStatus> now = StatusOf(AT_FDCWD, path_.c_str());
    return now && now->id == id_ ? now : std::nullopt;
  }

  // Another thread may need the descriptor before this one has the lock again.
  Result<void> BeOpen(std::shared_lock<std::shared_mutex>& lock) const {
    Touch();
    while (fd_ < 0) {
      lock.unlock();
      if (Result<void> open = OpenAgain(); !open) return open;
      lock.lock();
    }
    return {};
  }

  Result<void> OpenAgain() const {
    const std::lock_guard lock(mutex_);
    if (fd_ >= 0) return {};
    const Result<OpenedFile> file = OpenRegular(pool_, path_, name());
    if (!file && file.error().code == Errc::kNotFound) return FailForChange();
    if (!file) return Fail(file.error());
    if (file->status.id != id_) {
      ::close(file->fd);
      return FailForChange();
    }
    fd_ = file->fd;
    pool_.Add(const_cast<PooledFile&>(*this));
    return {};
  }

  // A file that no longer has its name stays open: it can still be read.
  FilePool::Closing Close() override {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return FilePool::Closing::kInUse;
    std::error_code unknown;
    path_ = std::filesystem::absolute(name(), unknown);
    const std::optional<FileStatus> there = StatusOf(AT_FDCWD, path_.c_str());
    if (!there || there->id != id_) return FilePool::Closing::kNever;
    ::close(std::exchange(fd_, -1));
    return FilePool::Closing::kClosed;
  }

  FilePool& pool_;
  const FileIdentity id_;
  mutable std::shared_mutex mutex_;  // guards the descriptor
  std::string path_;                 // of a file that was closed: the program may change directory
};

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenPlainFile(const std::string& path, FilePool& pool) {
  const Result<OpenedFile> file = OpenRegular(pool, path, path);
  if (!file) return Fail(file.error());
  return std::make_unique<PooledFile>(path, *file, pool);
}

std::unique_ptr<ByteSource> AdoptPlainFile(std::string name, int fd, std::uint64_t size) {
  return std::make_unique<PlainFile>(std::move(name), fd, size);
}

}  // namespace fdr
