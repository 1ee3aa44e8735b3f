// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/report_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "fdr/replay/reports/report_parser.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/options/user_defaults.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReportBytes = std::size_t{1} << 20;
constexpr std::size_t kMostFiles = 1000;  // of a directory
constexpr const char* kReportsOfTheSystem = "/etc/fdr/reports";
constexpr std::string_view kReportSuffix = ".conf";

// The file itself, or the files of a directory by name.
std::vector<std::string> FilesAt(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(kReportSuffix) && !name.starts_with('.'))
      files.push_back(entry->path().string());
  }
  std::ranges::sort(files);
  if (files.size() > kMostFiles) files.resize(kMostFiles);
  return files;
}

class Reader {
 public:
  // Adds the files as one group.
  Result<void> Read(const std::vector<std::string>& paths, bool must_exist) {
    std::vector<ReportFile> group;
    for (const std::string& path : paths) {
      for (const std::string& file : FilesAt(path)) {
        const Result<std::string> text = ReadTextFile(file, kMostReportBytes);
        if (!text && must_exist) return Fail(text.error());
        if (!text) continue;
        if (text->size() > kMostReportBytes) {
          if (must_exist) return Fail(Errc::kTooLarge, "The file is larger than 1 MiB", file);
          Complain({file, 1}, "the file is larger than 1 MiB");
          continue;
        }
        group.push_back(ParseReports(
            *text, file,
            [this](const TextPlace& place, const std::string& what) { Complain(place, what); }));
      }
    }
    files_.library.Add(std::move(group));
    return {};
  }

  void Add(ReportFile file) { files_.library.Add({std::move(file)}); }
  ReportFiles Finish() && { return std::move(files_); }

 private:
  void Complain(const TextPlace& place, const std::string& what) {
    files_.complaints.emplace_back(place, what);
  }

  ReportFiles files_;
};

}  // namespace

Result<ReportFiles> ReadReportFiles(const std::vector<std::string>& given) {
  Reader reader;
  if (Result<void> read = reader.Read(given, true); !read) return Fail(read.error());
  std::vector<std::string> places;
  const auto get_variable = [](const char* name) { return std::getenv(name); };
  if (const std::string own = ConfigDirectory(get_variable); !own.empty())
    places.push_back(own + "/reports");
  places.emplace_back(kReportsOfTheSystem);
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
    for (const char* const name : {"/.pmrep.conf", "/pcp/pmrep.conf"})
      places.push_back(std::string(home) + name);
  places.push_back(PcpConfigDirectory() + "/pmrep");
  for (const std::string& place : places) static_cast<void>(reader.Read({place}, false));
  reader.Add(BuiltInReports());
  return std::move(reader).Finish();
}

}  // namespace fdr::tools
