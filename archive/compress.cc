// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress.h"

#include <filesystem>
#include <utility>

#include "fdr/archive/compress/compare_content.h"
#include "fdr/archive/files/file_claim.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr {
namespace {

constexpr double kWritingShare = 0.9;  // of the work; the rest is comparing
constexpr std::size_t kPiece = 1 << 20;

std::string_view SuffixFor(Compression format) {
  return format == Compression::kXz ? ".xz" : format == Compression::kZstd ? ".zst" : "";
}

Result<void> Copy(const ByteSource& content, ByteSink& out, const KeepGoing& keep_going) {
  ByteBuffer piece(kPiece);
  for (std::uint64_t offset = 0; offset < content.size();) {
    if (!keep_going(offset)) return Fail(Errc::kCancelled, "Interrupted");
    const Result<std::size_t> got = content.ReadAt(offset, piece);
    if (!got) return Fail(got.error());
    if (*got == 0) return Fail(Errc::kIo, "Somebody cut the file meanwhile", content.name());
    if (Result<void> put = out.Append(Bytes(piece).first(*got)); !put) return put;
    offset += *got;
  }
  return {};
}

Result<bool> IsSame(const ByteSource& a, const ByteSource& b, const KeepGoing& keep_going) {
  if (a.size() != b.size()) return false;
  return BeginsWith(a, b, keep_going);
}

class Recompression {
 public:
  Recompression(const std::string& path, const RecompressOptions& options)
      : path_(path),
        target_(path.substr(0, path.size() - CompressionSuffix(path).size()) +
                std::string(SuffixFor(options.to.format))),
        options_(options) {}

  Result<Recompressed> Run() {
    if (target_ == path_)
      return Fail(Errc::kInvalidArgument, "It is in that format already", path_);
    if (Result<void> checked = CheckTarget(); !checked) return Fail(checked.error());
    Result<FileClaim> claim = FileClaim::Take(path_);
    if (!claim) return Fail(claim.error());
    if (!options_.is_finished)
      if (Result<void> checked = claim->CheckNoWriter(); !checked) return Fail(checked.error());
    Result<std::unique_ptr<ByteSource>> content = OpenSource(path_, options_.source);
    if (!content) return Fail(content.error());
    content_ = std::move(*content);
    done_ = {.path = target_,
             .is_replaced = true,
             .size_before = claim->size(),
             .size_after = 0,
             .content_size = content_->size()};
    std::error_code none;
    const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(target_, none));
    Result<void> made = is_there ? FinishEarlierAttempt() : Make(*claim);
    if (!made) return Fail(std::move(made.error()));
    if (!done_.is_replaced) return done_;
    if (Result<void> removed = RemoveFile(*options_.files, path_); !removed) {
      removed.error().what += "; " + target_ + " is complete, too";
      return Fail(std::move(removed.error()));
    }
    return done_;
  }

 private:
  Result<void> CheckTarget() const {
    if (options_.to.format == Compression::kNone) return {};
    return CheckCompressOptions(options_.to);
  }

  KeepGoing Progress(double from, double share) const {
    return [this, from, share](std::uint64_t done) {
      if (!options_.keep_going) return true;
      const double all = static_cast<double>(content_->size());
      return options_.keep_going(from + share * static_cast<double>(done) / all);
    };
  }

  Result<void> Make(const FileClaim& claim) {
    FileSystem& files = *options_.files;
    const std::string draft = target_ + std::string(StagedFiles::kSuffix);
    // While the claim is held, an existing draft can only come from a process that was killed.
    if (const Result<void> removed = RemoveFile(files, draft);
        !removed && removed.error().code != Errc::kNotFound)
      return removed;
    StagedFiles staged(files);
    if (Result<void> written = Write(staged, claim.attributes()); !written) return written;
    const Result<void> same = CompareWith(draft);
    // A change of the source would explain the difference.
    if (Result<void> unchanged = CheckSource(claim); !unchanged) return unchanged;
    if (!same) return same;
    if (done_.size_after >= done_.size_before && CompressionSuffix(path_).empty()) {
      done_.path = path_;
      done_.is_replaced = false;
      done_.size_after = done_.size_before;
      return {};
    }
    return staged.Commit();
  }

  Result<void> Write(FileSystem& files, const FileAttributes& attributes) {
    Result<ByteSink> out = ByteSink::Create(files, target_, kOpenToOwner);
    if (!out) return Fail(std::move(out.error()));
    // Set now, too, so that missing permission shows before the work, not after it.
    if (Result<void> kept = out->SetAttributes(attributes); !kept) return kept;
    const KeepGoing keep_going = Progress(0, kWritingShare);
    Result<void> done = options_.to.format == Compression::kNone
                            ? Copy(*content_, *out, keep_going)
                            : WriteCompressed(*content_, options_.to, *out, keep_going);
    done_.size_after = out->size();
    if (done) done = out->SetAttributes(attributes);
    if (done) done = out->Sync();
    if (done) done = out->Close();
    return done;
  }

  Result<std::unique_ptr<ByteSource>> OpenDraft(const std::string& draft) const {
    auto file = OpenPlainFile(draft);
    if (!file || options_.to.format == Compression::kNone) return file;
    return OpenCompressed(std::move(*file), options_.to.format, options_.source);
  }

  Result<void> CompareWith(const std::string& draft) const {
    const auto written = OpenDraft(draft);
    if (!written) return Fail(written.error());
    const Result<bool> same =
        IsSame(*content_, **written, Progress(kWritingShare, 1 - kWritingShare));
    if (!same) return Fail(same.error());
    if (!*same) return Fail(Errc::kIo, "What was written does not come back as it was", draft);
    return {};
  }

  Result<void> CheckSource(const FileClaim& claim) const {
    if (!options_.is_finished)
      if (Result<void> checked = claim.CheckNoWriter(); !checked) return checked;
    return claim.CheckUnchanged();
  }

  // A new file gets its name only when it is complete.  So an existing one may come from an attempt
  // that ended before it removed the old file.
  Result<void> FinishEarlierAttempt() {
    const Result<FileClaim> claim = FileClaim::Take(target_);
    if (!claim) return Fail(claim.error());
    const auto there = OpenSource(target_, options_.source);
    const Result<bool> same =
        there ? IsSame(*content_, **there, Progress(0, 1)) : Result<bool>(false);
    if (!same) return Fail(same.error());
    if (!*same)
      return Fail(Errc::kExists, "A file of that name is there, with other content", target_);
    const int synced = Uninterrupted([&] { return options_.files->Sync(claim->fd()); });
    if (synced < 0) return FailSystem(-synced, target_);
    done_.size_after = claim->size();
    return SyncDirectoryOf(*options_.files, target_);
  }

  const std::string& path_;
  std::string target_;
  const RecompressOptions& options_;
  std::unique_ptr<ByteSource> content_;
  Recompressed done_;
};

}  // namespace

Result<Recompressed> RecompressFile(const std::string& path, const RecompressOptions& options) {
  return Recompression(path, options).Run();
}

}  // namespace fdr
