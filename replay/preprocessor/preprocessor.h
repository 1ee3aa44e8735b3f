// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first pass over what people write: files are included, macros replaced, lines left out.  It
// knows the two forms of PCP's preprocessor that are in use.  See docs/logger-config.md for that of
// the logger's configurations, docs/guide/names.md for that of name spaces.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

/// All of a file; kNotFound if there is none of that name.
using TextFileReader = std::function<Result<std::string>(const std::string& path)>;
/// Runs a command and gives what it prints on its standard output.
using TextCommandRunner = std::function<Result<std::string>(const std::string& command)>;

enum class PreprocessorForm : std::uint8_t {
  kPercent,  ///< "%define", used as %name or %{name}; a # is text
  kHash,     ///< "#define", used by its name alone; comments as in C are left out
};

/// What a configuration may have; the most that is useful to read of a file.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{4} << 20;

struct PreprocessorOptions {
  PreprocessorForm form = PreprocessorForm::kPercent;
  TextFileReader read_file = {};                       ///< none: there are no files
  TextCommandRunner run_command = {};                  ///< none: ...
  std::string refusal = "%shell would run a command";  ///< ... then this is wrong with it
  std::vector<std::string> include_directories = {};
  /// Of all text read, and of all that comes out; less than 4 GiB.
  std::size_t max_bytes = kMaxConfigBytes;
};

/// What the first pass leaves.  Lines take 16 bytes besides their text: there may be many.
struct PreprocessedText {
  struct Line {
    std::uint32_t file = 0;  ///< an index into `files`
    std::uint32_t number = 0;
    std::uint32_t begin = 0, size = 0;  ///< in `text`
  };

  std::vector<std::string> files;
  std::vector<Line> lines;  ///< in reading order; without control lines and empty ones
  std::string text;         ///< of all lines

  /// Unless it is empty.
  void Add(std::uint32_t file, std::uint32_t number, std::string_view line);

  /// Valid as long as nothing is added.
  std::string_view TextOf(const Line& line) const {
    return std::string_view(text).substr(line.begin, line.size);
  }
  TextPlace PlaceOf(const Line& line) const { return {files[line.file], line.number}; }
};

/// Reads the file of that name, or the one in the first of the include directories that has it.
/// The place is of the control line that is wrong; kTooLarge where a limit is exceeded.
Result<PreprocessedText> PreprocessFile(const std::string& path,
                                        const PreprocessorOptions& options);

/// The same for text from elsewhere, that messages call `name`.  If that has directories, included
/// files are looked for there, too.
Result<PreprocessedText> PreprocessText(std::string_view text, const std::string& name,
                                        const PreprocessorOptions& options);

/// The lines of a text that needs no first pass.
PreprocessedText WithoutPreprocessing(std::string_view text, const std::string& name);

}  // namespace fdr
