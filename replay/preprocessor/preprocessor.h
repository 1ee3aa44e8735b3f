// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first pass over a text written by users: includes files, replaces macros, leaves out lines.
// It supports both forms of PCP's preprocessor.  See docs/logger-config.md for the form of the
// logger's configurations, docs/guide/names.md for the form of name spaces.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

/// Reads a whole file; kNotFound if it does not exist.
using TextFileReader = std::function<Result<std::string>(const std::string& path)>;
/// Runs a command, and returns its standard output.
using TextCommandRunner = std::function<Result<std::string>(const std::string& command)>;

enum class PreprocessorForm : std::uint8_t {
  kPercent,  ///< "%define", used as %name or %{name}; a # is text
  kHash,     ///< "#define", used as a bare name; C comments are removed
};

/// The limit for a configuration, and the most that is useful to read from a file.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{4} << 20;

struct PreprocessorOptions {
  PreprocessorForm form = PreprocessorForm::kPercent;
  TextFileReader read_file = {};                       ///< null: includes fail
  TextCommandRunner run_command = {};                  ///< null: ...
  std::string refusal = "%shell would run a command";  ///< ... then this is the error
  std::vector<std::string> include_directories = {};
  /// The limit for all text read, and for the result; less than 4 GiB.
  std::size_t max_bytes = kMaxConfigBytes;
};

/// The result of the first pass.  A line takes 16 bytes besides its text: there may be many lines.
struct PreprocessedText {
  struct Line {
    std::uint32_t file = 0;  ///< an index into `files`
    std::uint32_t number = 0;
    std::uint32_t begin = 0, size = 0;  ///< in `text`
  };

  std::vector<std::string> files;
  std::vector<Line> lines;  ///< in reading order; without control lines and empty ones
  std::string text;         ///< of all lines

  /// Adds a line, unless it is empty.
  void Add(std::uint32_t file, std::uint32_t number, std::string_view line);

  /// Valid until a line is added.
  std::string_view TextOf(const Line& line) const {
    return std::string_view(text).substr(line.begin, line.size);
  }
  TextPlace PlaceOf(const Line& line) const { return {files[line.file], line.number}; }
};

/// Reads the file at `path`, or from the first include directory that has it.  Errors have the
/// place of the control line; kTooLarge if a limit is exceeded.
Result<PreprocessedText> PreprocessFile(const std::string& path,
                                        const PreprocessorOptions& options);

/// The same for a text without a file; messages call it `name`.  If `name` has a directory,
/// included files are also searched there.
Result<PreprocessedText> PreprocessText(std::string_view text, const std::string& name,
                                        const PreprocessorOptions& options);

/// The lines of a text without control lines.
PreprocessedText WithoutPreprocessing(std::string_view text, const std::string& name);

}  // namespace fdr
