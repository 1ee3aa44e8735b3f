// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/cut_body.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <system_error>

#include "fdr/archive/base/granted_memory.h"

namespace fdr {
namespace {

constexpr std::size_t kTarBlock = 512, kLongestName = 100;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 33;

// Octal digits, and a zero byte behind them.
void PutOctal(std::uint64_t number, std::size_t offset, std::size_t size, std::string& head) {
  for (std::size_t i = size - 1; i-- > 0; number /= 8)
    head[offset + i] = static_cast<char>('0' + number % 8);
}

}  // namespace

Result<std::string> TarHead(const std::string& name, std::uint64_t size, std::int64_t time) {
  if (name.size() > kLongestName || size >= kLargestFile)
    return Fail(Errc::kTooLarge, "This file does not fit into a tar file", name);
  std::string head(kTarBlock, '\0');
  name.copy(head.data(), name.size());
  PutOctal(0644, 100, 8, head);
  PutOctal(0, 108, 8, head);
  PutOctal(0, 116, 8, head);
  PutOctal(size, 124, 12, head);
  PutOctal(static_cast<std::uint64_t>(std::max<std::int64_t>(time, 0)), 136, 12, head);
  head.replace(148, 8, 8, ' ');  // the checksum counts itself as blanks
  head[156] = '0';               // a plain file
  head.replace(257, 8, std::string_view("ustar\00000", 8));
  std::uint64_t sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  PutOctal(sum, 148, 7, head);
  head[154] = '\0';
  return head;
}

// The files of one archive are few, and a directory_iterator does not survive exceptions.
Result<std::unique_ptr<CutBody>> CutBody::Make(CutDirectory archive, Timestamp time) {
  const GrantedMemory granted;
  std::vector<Entry> entries;
  std::error_code error;
  std::filesystem::directory_iterator file(archive.directory, error);
  for (; !error && file != std::filesystem::directory_iterator(); file.increment(error)) {
    const std::uint64_t size = file->file_size(error);
    if (error) break;
    entries.push_back({file->path().string(), file->path().filename().string(), size});
  }
  if (error) return FailSystem(error.value(), archive.directory);
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return std::unique_ptr<CutBody>(new CutBody(std::move(archive), std::move(entries), time));
}

Result<BodySource::Piece> CutBody::Next() {
  Piece piece;
  while (piece.data.size() < kPiece && entry_ < entries_.size()) {
    const Result<void> done = file_ ? ReadOn(piece.data) : BeginFile(piece.data);
    if (!done) return Fail(done.error());
  }
  if (entry_ < entries_.size()) return piece;
  piece.data.append(2 * kTarBlock, '\0');  // the end of a tar file
  piece.is_last = true;
  return piece;
}

Result<void> CutBody::BeginFile(std::string& out) {
  const Entry& entry = entries_[entry_];
  file_.reset(std::fopen(entry.path.c_str(), "rbe"));
  if (!file_) return FailSystem(errno, entry.path);
  const Result<std::string> head = TarHead(entry.name, entry.size, time_.sec);
  if (!head) return Fail(head.error());
  out += *head;
  rest_ = entry.size;
  return {};
}

Result<void> CutBody::ReadOn(std::string& out) {
  const Entry& entry = entries_[entry_];
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(rest_, kPiece));
  const std::size_t before = out.size();
  out.resize(before + wanted);
  if (std::fread(out.data() + before, 1, wanted, file_.get()) != wanted)
    return Fail(Errc::kIo, "The file became shorter", entry.path);
  rest_ -= wanted;
  if (rest_ > 0) return {};
  out.append((kTarBlock - entry.size % kTarBlock) % kTarBlock, '\0');
  file_.reset();
  ++entry_;
  return {};
}

}  // namespace fdr
