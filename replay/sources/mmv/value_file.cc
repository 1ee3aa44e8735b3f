// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/value_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace fdr::mmv {
namespace {

constexpr std::uint64_t kGenerationsAt = 8;
using Generations = std::array<std::uint64_t, 2>;

class Descriptor {
 public:
  // A pipe, a device or a link does not belong into the folder.
  explicit Descriptor(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// Whether all bytes came: a file may become shorter at any time.
bool ReadAt(int fd, void* buffer, std::size_t size, std::uint64_t offset) {
  auto* to = static_cast<std::byte*>(buffer);
  while (size > 0) {
    const ssize_t n = ::pread(fd, to, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    size -= static_cast<std::size_t>(n);
    offset += static_cast<std::uint64_t>(n);
  }
  return true;
}

Result<struct stat> StatOf(int fd, const std::string& path) {
  struct stat status = {};
  if (fd < 0 || ::fstat(fd, &status) != 0) return FailSystem(errno, path);
  if (!S_ISREG(status.st_mode))
    return Fail(Errc::kInvalidArgument, "This is not a regular file", path);
  return status;
}

}  // namespace

Result<FileIdentity> IdentityOf(const std::string& path) {
  const Descriptor file(path);
  const Result<struct stat> status = StatOf(file.get(), path);
  if (!status) return Fail(status.error());
  FileIdentity identity{
      .device = status->st_dev,
      .inode = status->st_ino,
      .size = static_cast<std::uint64_t>(status->st_size),
      .changed = {status->st_mtim.tv_sec, static_cast<std::int32_t>(status->st_mtim.tv_nsec)}};
  Generations generations = {};
  if (ReadAt(file.get(), generations.data(), sizeof generations, kGenerationsAt)) {
    identity.generation1 = generations[0];
    identity.generation2 = generations[1];
  }
  return identity;
}

Result<ValueFile> ValueFile::Open(const std::string& path, const DefectSink& sink) {
  const auto refuse = [&](DefectCode code, Error error) {
    sink({code, 0, error.what});
    return Fail(std::move(error));
  };
  Descriptor file(path);
  const Result<struct stat> status = StatOf(file.get(), path);
  if (!status) return refuse(DefectCode::kUnreadable, status.error());
  const auto size = static_cast<std::uint64_t>(status->st_size);
  if (size > kLargest)
    return refuse(DefectCode::kTooLarge,
                  Fail(Errc::kTooLarge,
                       fmt::format("The file has {} bytes, more than {}", size, kLargest), path)
                      .value());
  ByteBuffer bytes(size);
  if (!ReadAt(file.get(), bytes.data(), bytes.size(), 0))
    return refuse(DefectCode::kUnreadable,
                  Fail(Errc::kTruncatedRecord, "The file became shorter", path).value());
  ValueFile opened(file.Release(), status->st_ino, std::move(bytes));
  Result<Content> content = DecodeContent(opened.bytes_, sink);
  if (!content) {
    content.error().file = path;
    return Fail(content.error());
  }
  opened.content_ = std::move(*content);
  opened.values_.resize(opened.content_.value_section.size);
  opened.strings_.resize(opened.content_.value_strings.size);
  return opened;
}

ValueFile::ValueFile(ValueFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      inode_(other.inode_),
      bytes_(std::move(other.bytes_)),
      content_(std::move(other.content_)),
      values_(std::move(other.values_)),
      strings_(std::move(other.strings_)) {}

ValueFile& ValueFile::operator=(ValueFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(inode_, other.inode_);
  std::swap(bytes_, other.bytes_);
  std::swap(content_, other.content_);
  std::swap(values_, other.values_);
  std::swap(strings_, other.strings_);
  return *this;
}

ValueFile::~ValueFile() {
  if (fd_ >= 0) ::close(fd_);
}

bool ValueFile::IsOutdated() const {
  const std::uint64_t generation = content_.header.generation;
  Generations now = {};
  return !ReadAt(fd_, now.data(), sizeof now, kGenerationsAt) || now[0] != generation ||
         now[1] != generation;
}

Result<void> ValueFile::ReadValues() {
  if (IsOutdated()) return Fail(Errc::kCorruptRecord, "The file is written anew");
  if (!ReadAt(fd_, values_.data(), values_.size(), content_.value_section.offset) ||
      !ReadAt(fd_, strings_.data(), strings_.size(), content_.value_strings.offset))
    return Fail(Errc::kTruncatedRecord, "The file became shorter");
  return {};
}

std::optional<std::string_view> ValueFile::Text(const ValuePlace& place) const {
  const std::uint64_t at = static_cast<std::uint64_t>(Extra(place)) - content_.value_strings.offset;
  if (at > strings_.size() || strings_.size() - at < kStringSize) return std::nullopt;
  return UpToNul(AsText(Bytes(strings_).subspan(at, kStringSize - 1)));
}

}  // namespace fdr::mmv
