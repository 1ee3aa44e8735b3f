// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/preprocessor.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "fdr/replay/preprocessor/comments.h"
#include "fdr/replay/preprocessor/control_line.h"
#include "fdr/replay/preprocessor/macros.h"

namespace fdr {
namespace {

constexpr std::size_t kMaxDepth = 5;      // of nested files and commands
constexpr std::size_t kMaxFiles = 10000;  // even if they are empty

struct FoundFile {
  std::string path;
  std::string text;
};

/// Finds the file by its path, otherwise in the first directory that has it.
Result<FoundFile> FindFile(const std::string& name, const std::vector<std::string>& directories,
                           const PreprocessorOptions& options) {
  std::vector<std::string> paths = {name};
  if (!name.starts_with('/'))
    for (const std::string& directory : directories)
      paths.emplace_back(directory).append("/").append(name);
  for (std::string& path : paths) {
    if (name.empty() || !options.read_file) break;
    Result<std::string> text = options.read_file(path);
    if (text) return FoundFile{std::move(path), std::move(*text)};
    if (text.error().code != Errc::kNotFound) return Fail(text.error());
  }
  return Fail(Errc::kNotFound, "no such file", name);
}

/// Takes the first line, without its end, off the front of `text`.
std::string_view TakeLine(std::string_view& text) {
  const std::size_t length = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return line;
}

class Preprocessor {
 public:
  explicit Preprocessor(const PreprocessorOptions& options)
      : options_(options),
        directories_(options.include_directories),
        macros_(IsHashForm() ? MacroUse::kBare : MacroUse::kMarked) {}

  Result<PreprocessedText> Run(std::string_view text, const std::string& name) {
    if (const std::size_t slash = name.rfind('/'); slash != std::string::npos)
      directories_.insert(directories_.begin(), name.substr(0, slash));
    const Result<void> done = ReadAll(text, name);
    if (!done) return Fail(done.error());
    if (condition_)
      return Fail(
          ErrorAt(condition_->place, condition_->line, 0, InForm("there is no %endif for this")));
    return std::move(text_);
  }

 private:
  struct Condition {
    TextPlace place;
    std::string line;
    bool skip = false;
  };

  TextPlace Here() const { return {text_.files[file_], number_}; }
  /// Replaces each % in a complaint by the control character of the form.
  std::string InForm(std::string_view complaint) const {
    std::string text(complaint);
    if (IsHashForm()) std::replace(text.begin(), text.end(), '%', '#');
    return text;
  }
  tl::unexpected<Error> Problem(std::string_view complaint, std::size_t at = 0) const {
    return Fail(ErrorAt(Here(), line_, at, InForm(complaint)));
  }
  tl::unexpected<Error> TooLarge(std::string_view complaint) const {
    Error error = Problem(complaint).value();
    error.code = Errc::kTooLarge;
    return Fail(std::move(error));
  }
  bool IsHashForm() const { return options_.form == PreprocessorForm::kHash; }
  bool Skipping() const { return condition_ && condition_->skip; }

  /// Reads all lines of a file, or of a command's output.
  Result<void> ReadAll(std::string_view text, const std::string& name);
  Result<void> ReadLines(std::string_view text);
  Result<void> ReadWithoutComments(std::string text);
  Result<void> ReadLine();
  Result<void> Obey(const ControlLine& control);
  Result<void> Include(const std::string& name);
  Result<void> RunCommand(const std::string& command);
  Result<void> Insert(std::string_view text, const std::string& name);
  Result<void> Begin(bool skip);

  const PreprocessorOptions& options_;
  std::vector<std::string> directories_;
  PreprocessedText text_;
  Macros macros_;
  std::optional<Condition> condition_;
  std::size_t bytes_read_ = 0, bytes_out_ = 0;
  std::size_t depth_ = 0;
  // The place of the current line.
  std::uint32_t file_ = 0, number_ = 0;
  std::string_view line_;
};

Result<void> Preprocessor::ReadAll(std::string_view text, const std::string& name) {
  bytes_read_ += std::min(text.size(), options_.max_bytes + 1);
  if (bytes_read_ > options_.max_bytes)
    return Fail(Errc::kTooLarge, "all files together are too large", name);
  ++depth_;
  text_.files.push_back(name);
  file_ = static_cast<std::uint32_t>(text_.files.size() - 1);
  number_ = 0;
  Result<void> done = IsHashForm() ? ReadWithoutComments(std::string(text)) : ReadLines(text);
  --depth_;
  return done;
}

Result<void> Preprocessor::ReadLines(std::string_view text) {
  while (!text.empty()) {
    line_ = TakeLine(text);
    ++number_;
    if (Result<void> done = ReadLine(); !done) return done;
  }
  return {};
}

Result<void> Preprocessor::ReadWithoutComments(std::string text) {
  const std::optional<std::size_t> open = BlankComments(text);
  const std::size_t lines_end = open ? text.rfind('\n', *open) + 1 : text.size();
  Result<void> done = ReadLines(std::string_view(text).substr(0, lines_end));
  if (!done || !open) return done;
  line_ = std::string_view(text).substr(lines_end);
  line_ = TakeLine(line_);
  ++number_;
  return Problem("a comment that does not end", *open - lines_end);
}

Result<void> Preprocessor::ReadLine() {
  if (const std::size_t at = line_.find('\0'); at != std::string_view::npos)
    return Problem("a byte of value 0 in a text", at);
  const auto control = ParseControlLine(line_, IsHashForm() ? '#' : '%', Skipping());
  if (!control) return Problem(control.error().complaint, control.error().at);
  if (control->kind != ControlLine::Kind::kNone) return Obey(*control);
  if (Skipping()) return {};
  const std::size_t room = options_.max_bytes - bytes_out_;
  const std::string expanded = macros_.Expand(line_, room);
  if (expanded.size() > room) return TooLarge("macros make the text too large");
  bytes_out_ += expanded.size();
  text_.Add(file_, number_, expanded);
  return {};
}

Result<void> Preprocessor::Obey(const ControlLine& control) {
  using Kind = ControlLine::Kind;
  switch (control.kind) {
    case Kind::kIfdef:
      return Begin(!macros_.Has(control.name));
    case Kind::kIfndef:
      return Begin(macros_.Has(control.name));
    case Kind::kElse:
      if (!condition_) return Problem("there is no %ifdef or %ifndef for this");
      condition_->skip = !condition_->skip;
      return {};
    case Kind::kEndif:
      if (!condition_) return Problem("there is no %ifdef or %ifndef for this");
      condition_.reset();
      return {};
    default:
      break;
  }
  if (Skipping()) return {};
  if (control.kind == Kind::kInclude) return Include(control.value);
  if (control.kind == Kind::kShell) return RunCommand(control.value);
  if (control.kind == Kind::kUndef) {
    macros_.Undefine(control.name);
  } else if (!macros_.Define(control.name, control.value)) {
    return Problem("the macro is defined already: %undef it first");
  }
  return {};
}

Result<void> Preprocessor::Begin(bool skip) {
  if (condition_) return Problem("one %ifdef or %ifndef inside of another");
  condition_ = Condition{Here(), std::string(line_), skip};
  return {};
}

Result<void> Preprocessor::Include(const std::string& name) {
  if (depth_ == kMaxDepth) return Problem("%include and %shell go too deep");
  const Result<FoundFile> found = FindFile(name, directories_, options_);
  if (!found) {
    if (found.error().code == Errc::kNotFound) return Problem("there is no such file to include");
    Error error = Problem("the file to include cannot be read: " + found.error().Message()).value();
    error.code = found.error().code;
    error.system_error = found.error().system_error;
    return Fail(std::move(error));
  }
  return Insert(found->text, found->path);
}

Result<void> Preprocessor::RunCommand(const std::string& command) {
  if (!options_.run_command) return Problem(options_.refusal);
  if (depth_ == kMaxDepth) return Problem("%include and %shell go too deep");
  const Result<std::string> output = options_.run_command(command);
  if (!output) return Problem("the command failed: " + output.error().Message());
  return Insert(*output, "<shell>");
}

Result<void> Preprocessor::Insert(std::string_view text, const std::string& name) {
  if (text_.files.size() == kMaxFiles) return TooLarge("%include and %shell occur too often");
  const auto place = std::make_pair(file_, number_);
  Result<void> done = ReadAll(text, name);
  std::tie(file_, number_) = place;
  return done;
}

}  // namespace

void PreprocessedText::Add(std::uint32_t file, std::uint32_t number, std::string_view line) {
  if (line.empty()) return;
  lines.push_back({file, number, static_cast<std::uint32_t>(text.size()),
                   static_cast<std::uint32_t>(line.size())});
  text += line;
}

Result<PreprocessedText> PreprocessFile(const std::string& path,
                                        const PreprocessorOptions& options) {
  const Result<FoundFile> found = FindFile(path, options.include_directories, options);
  if (!found) return Fail(found.error());
  return PreprocessText(found->text, found->path, options);
}

Result<PreprocessedText> PreprocessText(std::string_view text, const std::string& name,
                                        const PreprocessorOptions& options) {
  return Preprocessor(options).Run(text, name);
}

PreprocessedText WithoutPreprocessing(std::string_view text, const std::string& name) {
  PreprocessedText lines;
  lines.files = {name};
  for (std::uint32_t number = 1; !text.empty(); ++number) lines.Add(0, number, TakeLine(text));
  return lines;
}

}  // namespace fdr
