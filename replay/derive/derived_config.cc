// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_config.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>

#include "fdr/replay/derive/config_lines.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/text_file.h"

namespace fdr {
namespace {

constexpr std::size_t kMostBytes = 16 << 20;  // of a file
constexpr int kDeepest = 32;                  // nested directories; links may form a circle

class Loader {
 public:
  Loader(IfMissing if_missing, DerivedTable& table, const DerivedComplaints& complain,
         LineNumbers numbers)
      : if_missing_(if_missing), table_(table), complain_(complain), numbers_(numbers) {}

  Result<void> Load(const std::string& path, int depth) {
    struct stat about = {};
    if (::stat(path.c_str(), &about) != 0) return Missing(errno, path);
    if (S_ISDIR(about.st_mode)) return LoadDirectory(path, depth);
    const Result<std::string> text = ReadTextFile(path, kMostBytes);
    if (!text && if_missing_ == IfMissing::kSkip) return {};
    if (!text) return Fail(text.error());
    loaded_ += ReadDerivedConfig(*text, path, table_, complain_, numbers_);
    return {};
  }

  std::size_t loaded() const { return loaded_; }

 private:
  Result<void> Missing(int error, const std::string& path) const {
    if (if_missing_ == IfMissing::kSkip) return {};
    return FailSystem(error, path);
  }

  // Loads files in the order of the directory, as PCP does.
  Result<void> LoadDirectory(const std::string& path, int depth) {
    if (depth == kDeepest) return Missing(ELOOP, path);
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), ::closedir);
    if (!directory) return Missing(errno, path);
    while (const dirent* const entry = ::readdir(directory.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (Result<void> loaded = Load(path + "/" + std::string(name), depth + 1); !loaded)
        return loaded;
    }
    return {};
  }

  IfMissing if_missing_;
  DerivedTable& table_;
  const DerivedComplaints& complain_;
  LineNumbers numbers_;
  std::size_t loaded_ = 0;
};

}  // namespace

// Version 6 does not notice a dot at the end.
bool IsDerivedName(std::string_view name, DeriveRules rules) {
  if (rules == DeriveRules::kPcp6 && name.size() > 1 && name.back() == '.') name.remove_suffix(1);
  bool begins = true;
  for (const char c : name) {
    if (begins ? !IsAlpha(c) : !(IsAlpha(c) || IsDigit(c) || c == '_' || c == '.')) return false;
    begins = c == '.';
  }
  return !begins;
}

std::size_t ReadDerivedConfig(std::string_view text, const std::string& file, DerivedTable& table,
                              const DerivedComplaints& complain, LineNumbers numbers) {
  return ConfigLines(text, file, table, complain, numbers).Read();
}

Result<std::size_t> LoadDerivedConfig(std::string_view paths, IfMissing if_missing,
                                      DerivedTable& table, const DerivedComplaints& complain,
                                      LineNumbers numbers) {
  Loader loader(if_missing, table, complain, numbers);
  while (!paths.empty()) {
    const std::size_t end = std::min(paths.find(':'), paths.size());
    const std::string path(paths.substr(0, end));
    paths.remove_prefix(std::min(end + 1, paths.size()));
    if (path.empty()) continue;
    if (const Result<void> loaded = loader.Load(path, 0); !loaded) return Fail(loaded.error());
  }
  return loader.loaded();
}

}  // namespace fdr
