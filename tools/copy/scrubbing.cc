// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/scrubbing.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "fdr/archive/files/file_system.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kPiece = 64 << 10;

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::symlink_status(path, ignored).type() !=
         std::filesystem::file_type::not_found;
}

// Any bytes, in one field of a line.
void AppendField(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '\\')
      out += "\\\\";
    else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
}

}  // namespace

Result<Scrubbing> Scrubbing::Prepare(const ScrubOptions& options, bool writes_key) {
  if (options.map_file && Exists(*options.map_file))
    return Fail(Errc::kExists, "The map of pseudonyms is there already", *options.map_file);
  const bool is_new = options.key_file && !Exists(*options.key_file);
  Result<ScrubKey> key = options.key_file && !is_new ? ScrubKey::FromFile(*options.key_file)
                         : is_new && writes_key      ? ScrubKey::MakeFile(*options.key_file)
                         : options.key               ? Result<ScrubKey>(*options.key)
                                                     : ScrubKey::Random();
  if (!key) return Fail(std::move(key.error()));
  Scrubbing scrubbing(std::move(*key), options.map_file);
  scrubbing.made_key_ = is_new && writes_key;
  for (const std::string& word : options.kept)
    if (const auto kind = KindOf(word)) scrubbing.kept_.set(IndexOf(*kind));
  return scrubbing;
}

CopySink& Scrubbing::MakeStage(const Metadata& metadata, std::map<std::string, std::string> parts,
                               CopySink& next) {
  stage_.reset();
  origins_ = std::make_unique<MetricOrigins>(std::move(parts));
  Pseudonyms::OnNew on_new;
  if (map_file_)
    on_new = [this](NameKind kind, std::string_view pseudonym, std::string_view original) {
      AddRow(kind, pseudonym, original);
    };
  stage_ = std::make_unique<ScrubStage>(metadata, Pseudonyms(key_, kept_, std::move(on_new)), next,
                                        origins_.get());
  for (const std::string& host : hosts_) stage_->ForbidHost(host);
  return *stage_;
}

void Scrubbing::Begin(FileSystem& files) {
  files_ = &files;
  map_.reset();
  written_ = {};
  rows_ = "pseudonym\tkind\toriginal\n";
}

void Scrubbing::AddRow(NameKind kind, std::string_view pseudonym, std::string_view original) {
  rows_ += fmt::format("{}\t{}\t", pseudonym, WordOf(kind));
  AppendField(original, rows_);
  rows_ += '\n';
  if (rows_.size() < kPiece) return;
  if (written_) written_ = Flush();
  rows_.clear();
}

Result<void> Scrubbing::Flush() {
  if (!map_) {
    Result<ByteSink> map = ByteSink::Create(*files_, *map_file_, kOpenToOwner);
    if (!map) return Fail(std::move(map.error()));
    map_.emplace(std::move(*map));
  }
  Result<void> appended = map_->Append(AsBytes(rows_));
  rows_.clear();
  return appended;
}

Result<void> Scrubbing::End() {
  if (!map_file_) return {};
  if (written_) written_ = Flush();
  if (written_) written_ = map_->Sync();
  if (written_) written_ = map_->Close();
  return written_;
}

}  // namespace fdr::tools
