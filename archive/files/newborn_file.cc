// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/newborn_file.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/directory.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {
namespace {

// Whether the bytes are an incomplete start of a label.
bool IsTornLabel(Bytes bytes) {
  constexpr std::size_t kTelling = 8;  // the length and the magic word
  for (const Version version : {Version::k2, Version::k3}) {
    LabelRecord label;
    label.version = version;
    ByteBuffer whole;
    label.Encode(whole);
    const std::size_t n = std::min(kTelling, bytes.size());
    if (bytes.size() < whole.size() && std::ranges::equal(bytes.first(n), Bytes(whole).first(n)))
      return true;
  }
  return false;
}

// Whether the file is empty, or has only a label or a part of one.
bool IsNewborn(const DirectoryFile& file, std::int32_t number) {
  if (file.owner() != ::geteuid() || file.has_other_names()) return false;
  const auto source = file.Source(file.path());
  ByteBuffer bytes(LabelSize(Version::k3));
  const Result<std::size_t> got = source ? (*source)->ReadAt(0, bytes) : Fail(source.error());
  if (!got) return false;
  bytes.resize(*got);
  const Result<LabelRecord> label = LabelRecord::Decode(bytes, file.path());
  return label ? label->volume == number : IsTornLabel(bytes);
}

struct OpenPart {
  Directory directory;
  DirectoryFile file;
};

Result<OpenPart> OpenNewborn(FileSystem& files, const std::string& part, std::int32_t number,
                             Access access) {
  const std::filesystem::path path(part);
  Result<Directory> directory = Directory::Open(files, path.parent_path().string());
  if (!directory) return Fail(directory.error());
  Result<DirectoryFile> file = directory->OpenFile(path.filename().string(), access);
  if (!file) return Fail(file.error());
  if (!IsNewborn(*file, number))
    return Fail(Errc::kInvalidArgument, "Not what a recorder leaves", part);
  return OpenPart{std::move(*directory), std::move(*file)};
}

// A process that has the lock is still recording.  The name is checked under the lock: another
// recorder may have renamed the file a moment ago.
Result<ByteSink> TakeOver(FileSystem& files, const std::string& part, std::int32_t number) {
  Result<OpenPart> left = OpenNewborn(files, part, number, Access::kAppend);
  if (!left) return Fail(Errc::kExists, "In the way of a new archive: " + left.error().what, part);
  Result<void> ours = left->file.Lock();
  if (ours) ours = left->directory.CheckName(left->file);
  if (!ours && ours.error().code == Errc::kBusy)
    return Fail(Errc::kBusy, "Another process is writing this archive", part);
  if (!ours) return Fail(ours.error());
  ByteSink sink = std::move(left->file).IntoSink(part);
  if (Result<void> cut = sink.Cut(0); !cut) return Fail(cut.error());
  return sink;
}

Result<void> NameIfNewborn(FileSystem& files, const std::string& name, std::int32_t number) {
  const std::string part = name + std::string(kNewbornSuffix);
  if (!OpenNewborn(files, part, number, Access::kRead)) return {};
  return RenameFile(files, part, name);
}

Result<void> RemoveIfNewborn(FileSystem& files, const std::string& name, std::int32_t number) {
  const Result<OpenPart> left =
      OpenNewborn(files, name + std::string(kNewbornSuffix), number, Access::kRead);
  return left ? left->directory.Remove(left->file) : Result<void>();
}

}  // namespace

Result<ByteSink> MakeNewborn(FileSystem& files, const std::string& name, std::int32_t number) {
  const std::string part = name + std::string(kNewbornSuffix);
  Result<ByteSink> sink = ByteSink::Create(files, part);
  if (sink || sink.error().code != Errc::kExists) return sink;
  return TakeOver(files, part, number);
}

Result<void> TakeName(ByteSink& newborn) {
  const std::string& part = newborn.name();
  return newborn.Rename(part.substr(0, part.size() - kNewbornSuffix.size()));
}

Result<void> SettleNewborns(FileSystem& files, const std::string& base) {
  const std::filesystem::path path(base);
  const Result<Directory> directory = Directory::Open(files, path.parent_path().string());
  if (!directory) return Fail(directory.error());
  const Result<std::vector<std::string>> names = directory->Names();
  if (!names) return Fail(names.error());
  const std::string metadata = base + ".meta";
  std::error_code unknown;
  const bool is_born = std::filesystem::exists(metadata, unknown);
  for (std::string_view name : *names) {
    if (!name.ends_with(kNewbornSuffix)) continue;
    name.remove_suffix(kNewbornSuffix.size());
    const auto number = PartNumber(name, path.filename().string());
    if (!number || *number < 0) continue;
    const std::string volume = directory->PathOf(std::string(name));
    const Result<void> settled =
        is_born ? RemoveIfNewborn(files, volume, *number) : NameIfNewborn(files, volume, *number);
    if (!settled) return settled;
  }
  return is_born ? Result<void>() : NameIfNewborn(files, metadata, kMetadataVolume);
}

}  // namespace fdr
