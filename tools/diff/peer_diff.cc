// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/peer_diff.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "fdr/replay/text/text_file.h"
#include "fdr/tools/diff/peer_diff_lines.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/summary/peer_summary.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 20;

// The shell's name of the directory, which may lead over symbolic links.
std::string WorkingDirectory() {
  std::error_code error;
  const std::filesystem::path physical = std::filesystem::current_path(error);
  const char* const named = std::getenv("PWD");
  std::error_code ignored;
  if (named != nullptr && *named == '/' && std::filesystem::equivalent(named, ".", ignored))
    return named;
  return error ? "." : physical.string();
}

// As basename(1) has it.
std::string TitleOf(std::string archive) {
  while (archive.size() > 1 && archive.back() == '/') archive.pop_back();
  return archive == "/" ? archive : std::filesystem::path(archive).filename().string();
}

Result<std::vector<std::string>> Patterns(const PeerDiffOptions& options) {
  std::vector<std::string> patterns = {"^pmcd.pmlogger.port "};
  patterns.insert(patterns.end(), options.excluded.begin(), options.excluded.end());
  if (!options.exclude_file) return patterns;
  const Result<std::string> text = ReadTextFile(*options.exclude_file, kLargestFile);
  if (!text) return Fail(text.error());
  if (text->size() > kLargestFile)
    return Fail(Errc::kInvalidArgument,
                *options.exclude_file + ": more than 1 MiB of regular expressions");
  for (std::size_t from = 0, to = 0; from < text->size(); from = to + 1) {
    to = std::min(text->find('\n', from), text->size());
    patterns.push_back(text->substr(from, to - from));
  }
  return patterns;
}

class PeerDiffRun {
 public:
  explicit PeerDiffRun(const DiffCommand& command)
      : command_(command), damage_(command.common.quiet) {}

  Result<bool> Run() {
    const Result<std::vector<std::string>> patterns = Patterns(command_.peer);
    if (!patterns) return Fail(patterns.error());
    const Result<PeerExclusion> excluded = PeerExclusion::Of(*patterns);
    if (!excluded) return Fail(excluded.error());
    const DiffTimes& times = command_.times;
    const TimeWindowSpec& first = times.first.times;
    const Result<PeerDiffSide> before = Read(command_.before, first, *excluded);
    if (!before) return Fail(before.error());
    // Without times of its own, the second window has those of the first.
    Result<PeerDiffSide> after = Read(command_.after.value_or(command_.before),
                                      {.start = times.begin ? times.begin : first.start,
                                       .finish = times.end ? times.end : first.finish},
                                      *excluded);
    if (!after) return Fail(after.error());
    // ... but its title does not say so.
    after->window = times.begin.value_or("start") + '-' + times.end.value_or("end");
    std::string out;
    if (const auto compared =
            AppendPeerDiff(command_.peer, WorkingDirectory(), *patterns, *before, *after, out);
        !compared)
      return Fail(compared.error());
    return WriteOutput(out);
  }

  int status() const { return damage_.status(); }

 private:
  Result<PeerDiffSide> Read(const std::string& archive, const TimeWindowSpec& times,
                            const PeerExclusion& excluded) {
    SummaryCommand summary;
    summary.common = command_.common;
    summary.archive = archive;
    summary.names = command_.names;
    summary.window = command_.times.first;
    summary.window.times = times;
    summary.peer.precision = command_.peer.precision;
    summary.peer.delimiter = kPeerField;
    const Result<std::string> text = PeerSummaryText(summary, damage_);
    if (!text) return Fail(text.error());
    return PeerDiffSide{archive, TitleOf(archive),
                        times.start.value_or("start") + '-' + times.finish.value_or("end"),
                        PeerMeansIn(*text, excluded)};
  }

  const DiffCommand& command_;
  DamageReport damage_;
};

}  // namespace

int RunAsPeer(const DiffCommand& command) {
  CatchInterrupts();
  if (!command.metrics.empty()) {
    PrintError("--pcp compares all metrics; to leave some out, use -x, as in -x '^" +
               command.metrics.front() + "'");
    return kUsage;
  }
  PeerDiffRun run(command);
  const Result<bool> written = run.Run();
  if (Interrupted()) EndAsInterrupted();
  if (!written) {
    PrintError(written.error());
    return written.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  return *written ? run.status() : kFailed;
}

}  // namespace fdr::tools
