// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/load_name_space.h"

#include "fdr/replay/name_space/line_markers.h"
#include "fdr/replay/name_space/name_groups.h"
#include "fdr/replay/name_space/name_linker.h"
#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/replay/text/text_file.h"

namespace fdr {

NameSpaceOptions NameSpaceFileOptions(const std::string& pcp_var_directory) {
  return {
      .read_file = [](const std::string& path) { return ReadTextFile(path, kMaxNameSpaceBytes); },
      .include_directories = {pcp_var_directory + "/pmns"}};
}

Result<NameSpace> LoadNameSpace(const std::string& path, const NameSpaceOptions& options) {
  if (!options.read_file) return Fail(Errc::kNotFound, "no such file", path);
  const Result<std::string> text = options.read_file(path);
  if (!text) return Fail(text.error());
  return ParseNameSpace(*text, path, options);
}

Result<PreprocessedText> NameSpaceLines(std::string_view text, const std::string& name,
                                        const NameSpaceOptions& options) {
  if (!options.preprocess) {
    if (text.size() > options.max_bytes)
      return Fail(Errc::kTooLarge, "the file is too large", name);
    return WithoutPreprocessing(text, name);
  }
  return PreprocessText(text, name,
                        {.form = PreprocessorForm::kHash,
                         .read_file = options.read_file,
                         .refusal = "%shell would run a command, which a name space may not",
                         .include_directories = options.include_directories,
                         .max_bytes = options.max_bytes});
}

Result<NameSpace> ParseNameSpace(std::string_view text, const std::string& name,
                                 const NameSpaceOptions& options) {
  Result<PreprocessedText> lines = NameSpaceLines(text, name, options);
  if (!lines) return Fail(lines.error());
  if (const Result<void> done = ObeyLineMarkers(*lines); !done) return Fail(done.error());
  const Result<std::vector<NameGroup>> groups = ParseNameGroups(*lines);
  if (!groups) return Fail(groups.error());
  auto names =
      LinkNames(*lines, *groups,
                {.allow_duplicates = options.allow_duplicates, .max_bytes = options.max_bytes});
  if (!names) return Fail(names.error());
  return NameSpace(std::move(*names));
}

}  // namespace fdr
