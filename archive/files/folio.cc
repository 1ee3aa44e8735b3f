// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/folio.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace fdr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "PCPFolio";
constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// Takes the next word of a line; "" at its end.
std::string_view TakeWord(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

std::string_view Trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

Result<std::string> ReadText(const std::string& path) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) {
    if (failure) return FailSystem(failure.value(), path);
    return Fail(Errc::kInvalidArgument, "Not a folio: it is no regular file", path);
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return FailSystem(errno != 0 ? errno : EIO, path);
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return FailSystem(EIO, path);
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMostBytes) return Fail(Errc::kTooLarge, "Too large for a folio", path);
  return text;
}

// Walks through the lines of a folio, and knows where it is for error messages.
class FolioReader {
 public:
  FolioReader(std::string_view text, Folio& folio) : text_(text), folio_(folio) {}

  Result<void> Read() {
    if (!NextLine() || !line_.starts_with(kMagic))
      return Fail(Errc::kInvalidArgument, "Not a folio: those begin with PCPFolio", folio_.path);
    if (!NextLine() || TakeWord(line_) != "Version:")
      return Broken(Errc::kCorruptRecord, "A folio's second line must be its Version:");
    if (TakeWord(line_) != "1")
      return Broken(Errc::kUnsupportedVersion, "A folio of a version that is not 1");
    while (NextLine())
      if (Result<void> read = ReadLine(); !read) return read;
    return {};
  }

 private:
  bool NextLine() {
    if (next_ >= text_.size()) return false;
    begin_ = next_;
    const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
    next_ = end + 1;
    line_ = text_.substr(begin_, end - begin_);
    return true;
  }

  // Lines with other tags, among them comments, are left out.
  Result<void> ReadLine() {
    const std::string_view tag = TakeWord(line_);
    if (tag == "Created:") {
      folio_.created = Trimmed(line_);
    } else if (tag == "Creator:") {
      folio_.creator = TakeWord(line_);
      folio_.replay = TakeWord(line_);
    } else if (tag == "Archive:") {
      FolioEntry entry;
      entry.host = TakeWord(line_);
      entry.base = TakeWord(line_);
      if (entry.base.empty())
        return Broken(Errc::kCorruptRecord, "An archive needs a host and a base name");
      folio_.archives.push_back(std::move(entry));
    }
    return {};
  }

  Result<void> Broken(Errc code, std::string what) const {
    return Fail(code, std::move(what), folio_.path, begin_);
  }

  std::string_view text_;
  Folio& folio_;
  std::size_t begin_ = 0;  // of the line
  std::size_t next_ = 0;   // line's begin
  std::string_view line_;
};

}  // namespace

std::string Folio::Directory() const {
  const fs::path directory = fs::path(path).parent_path();
  return directory.empty() ? "." : directory.string();
}

// Never an option of a program that gets the path.
std::string Folio::PathOf(std::string_view name) const {
  std::string found = (fs::path(path).parent_path() / name).string();
  return found.starts_with('-') ? "./" + found : found;
}

bool IsFolio(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  char begin[kMagic.size()] = {};
  std::ifstream(path, std::ios::binary).read(begin, std::size(begin));
  return std::string_view(begin, std::size(begin)) == kMagic;
}

Result<Folio> ReadFolio(const std::string& path) {
  const Result<std::string> text = ReadText(path);
  if (!text) return Fail(text.error());
  Folio folio;
  folio.path = path;
  if (const Result<void> read = FolioReader(*text, folio).Read(); !read) return Fail(read.error());
  return folio;
}

std::string CreationText(std::string_view host, std::string_view time) {
  return fmt::format("on {} at {}", host, time);
}

std::string FolioText(const Folio& folio) {
  std::string text = fmt::format(
      "{}\nVersion: 1\n"
      "# use pmafm(1) to process this PCP Archive Folio\n#\n"
      "Created: {}\nCreator: {}{}{}\n"
      "#               Host                    Basename\n#\n",
      kMagic, folio.created, folio.creator, folio.replay.empty() ? "" : " ", folio.replay);
  for (const FolioEntry& entry : folio.archives)
    text += fmt::format("{:<15} {:<23} {}\n", "Archive:", entry.host, entry.base);
  return text;
}

}  // namespace fdr
