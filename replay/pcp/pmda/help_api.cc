// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaOpenHelp(3) and its family.

#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/help_file.h"

namespace fdr::pmda {
namespace {

// The largest file of PCP's own agents has 300 kB.
constexpr off_t kMostBytes = off_t{64} << 20;

std::vector<std::optional<HelpFile>>& OpenFiles() {
  static auto* const files = new std::vector<std::optional<HelpFile>>;
  return *files;
}

int ReadWhole(const std::string& path, std::string& contents) {
  struct stat status {};
  if (stat(path.c_str(), &status) < 0) return -errno;
  if (status.st_size > kMostBytes) return -EFBIG;
  std::ifstream file(path, std::ios::binary);
  if (!file) return -EACCES;
  contents.resize(static_cast<std::size_t>(status.st_size));
  file.read(contents.data(), static_cast<std::streamsize>(contents.size()));
  contents.resize(static_cast<std::size_t>(file.gcount()));
  return 0;
}

int Open(const std::string& name) {
  std::string directory, texts;
  if (const int status = ReadWhole(name + ".dir", directory); status < 0) return status;
  if (const int status = ReadWhole(name + ".pag", texts); status < 0) return status;
  Result<HelpFile> help = HelpFile::Decode(directory, std::move(texts), name);
  if (!help) {
    pmNotifyErr(LOG_ERR, "pmdaOpenHelp: %s", help.error().Message().c_str());
    return -EINVAL;
  }
  std::vector<std::optional<HelpFile>>& files = OpenFiles();
  std::size_t handle = 0;
  while (handle < files.size() && files[handle]) ++handle;
  if (handle == files.size()) files.emplace_back();
  files[handle] = std::move(*help);
  return static_cast<int>(handle);
}

std::optional<HelpFile>* FileOf(int handle) {
  std::vector<std::optional<HelpFile>>& files = OpenFiles();
  const auto place = static_cast<std::size_t>(handle);
  return handle >= 0 && place < files.size() && files[place] ? &files[place] : nullptr;
}

char* FindText(int handle, std::uint32_t id, int type) {
  const std::optional<HelpFile>* const file = FileOf(handle);
  if (file == nullptr) return nullptr;
  return const_cast<char*>((*file)->Find(id, (type & PM_TEXT_ONELINE) != 0));
}

}  // namespace
}  // namespace fdr::pmda

int pmdaOpenHelp(const char* fname) {
  return fdr::pmapi::Guarded([&] { return fdr::pmda::Open(fname); });
}

void pmdaCloseHelp(int handle) {
  if (auto* const file = fdr::pmda::FileOf(handle)) file->reset();
}

char* pmdaGetHelp(int handle, pmID pmid, int type) {
  return fdr::pmda::FindText(handle, pmid, type);
}

char* pmdaGetInDomHelp(int handle, pmInDom indom, int type) {
  return fdr::pmda::FindText(handle, indom | fdr::pmda::kInDomBit, type);
}

int pmdaText(int ident, int type, char** buffer, pmdaExt* pmda) {
  fdr::pmda::TakeContext(*pmda);
  if (pmda->e_help < 0) return PM_ERR_TEXT;
  const auto id = static_cast<unsigned>(ident);
  *buffer = (type & PM_TEXT_PMID) != 0 ? pmdaGetHelp(pmda->e_help, id, type)
                                       : pmdaGetInDomHelp(pmda->e_help, id, type);
  return *buffer != nullptr ? 0 : PM_ERR_TEXT;
}
