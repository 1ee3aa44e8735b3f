// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/scrub_key.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <unistd.h>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/replay/text/text_file.h"

namespace fdr {
namespace {

constexpr mode_t kOfOthers = 0077;

// What others may read is no secret; what they may write is a key of their choice.
Result<void> CheckKeyFile(const struct stat& status) {
  if (status.st_uid != ::geteuid())
    return Fail(Errc::kInvalidArgument, "Another user owns this key, and knows it: make a new one");
  if ((status.st_mode & kOfOthers) != 0)
    return Fail(Errc::kInvalidArgument,
                "Others have rights on this key: chmod 600 it, or make another");
  return {};
}

}  // namespace

Result<ScrubKey> ScrubKey::Random() {
  std::string secret(ScrubKey::Digest().size(), '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(secret.data()),
                 static_cast<int>(secret.size())) != 1)
    return Fail(Errc::kIo, "the system has no random numbers");
  return ScrubKey(std::move(secret));
}

Result<ScrubKey> ScrubKey::FromFile(const std::string& path) {
  Result<std::string> secret = ReadTextFile(path, kMostBytes, CheckKeyFile);
  if (!secret) return Fail(std::move(secret.error()));
  if (secret->size() < kFewestBytes)
    return Fail(Errc::kInvalidArgument,
                fmt::format("Too short for a key: {} bytes or more are needed", kFewestBytes),
                path);
  if (secret->size() > kMostBytes)
    return Fail(Errc::kInvalidArgument,
                fmt::format("Too long for a key: {} bytes at most", kMostBytes), path);
  return ScrubKey(std::move(*secret));
}

Result<ScrubKey> ScrubKey::MakeFile(const std::string& path) {
  Result<ScrubKey> key = Random();
  if (!key) return key;
  FileSystem& files = PosixFileSystem();
  Result<ByteSink> file = ByteSink::Create(files, path, kOpenToOwner);
  if (!file) return Fail(std::move(file.error()));
  Result<void> written = file->Append(AsBytes(key->secret_));
  if (written) written = file->Sync();
  if (written) written = file->Close();
  if (written) written = SyncDirectoryOf(files, path);
  if (written) return key;
  (void)RemoveFile(files, path);
  return Fail(std::move(written.error()));
}

ScrubKey::Digest ScrubKey::Of(std::string_view purpose, std::string_view text) const {
  std::string message(purpose);
  message += '\0';
  message += text;
  Digest digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(),
       &size);
  return digest;
}

std::uint64_t ScrubKey::Number(std::string_view purpose, std::string_view text) const {
  std::uint64_t number = 0;
  const Digest digest = Of(purpose, text);
  for (std::size_t i = 0; i < 8; ++i) number = number << 8 | digest[i];
  return number;
}

}  // namespace fdr
