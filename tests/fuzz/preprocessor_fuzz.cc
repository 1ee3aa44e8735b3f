// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first pass over configurations and name spaces.  Zero bytes separate the files "c", which is
// read, "a" and "b".  Every command has the same output.

#include <map>
#include <string>

#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr std::size_t kMaxBytes = 64 << 10;

void Read(std::string_view input, PreprocessorForm form) {
  std::map<std::string, std::string> files;
  for (const char* name : {"c", "a", "b"}) {
    const std::size_t length = std::min(input.find('\0'), input.size());
    files[name] = input.substr(0, length);
    input.remove_prefix(std::min(length + 1, input.size()));
  }
  const PreprocessorOptions options{
      .form = form,
      .read_file = [&files](const std::string& path) -> Result<std::string> {
        const auto file = files.find(path);
        if (file == files.end()) return Fail(Errc::kNotFound, "no such file", path);
        return file->second;
      },
      .run_command = [form](const std::string& command) -> Result<std::string> {
        std::string output = "%undef a\n%define a '" + command + "'\n%a %{a}\n";
        if (form == PreprocessorForm::kHash) std::ranges::replace(output, '%', '#');
        return output;
      },
      .max_bytes = kMaxBytes};
  const auto text = PreprocessFile("c", options);
  if (!text) {
    Require(!text.error().what.empty(), "an error has a text");
    return;
  }
  std::size_t bytes = 0;
  for (const PreprocessedText::Line& line : text->lines) {
    bytes += line.size;
    Require(line.file < text->files.size() && line.number > 0, "every line has a place");
    const std::string_view words = text->TextOf(line);
    Require(!words.empty() && words.find('\n') == words.npos, "lines are lines");
  }
  Require(bytes <= kMaxBytes, "the limit is kept");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto form : {fdr::PreprocessorForm::kPercent, fdr::PreprocessorForm::kHash})
    fdr::fuzz::Read(fdr::AsText(fdr::fuzz::Input(data, size)), form);
  return 0;
}
