// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogrewrite.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/copy/ordered_writer.h"
#include "fdr/archive/copy/replace_archive.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/no_files.h"
#include "fdr/replay/copy/rewrite/load_rules.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/tools/drop_in/peer_inputs.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/drop_in/rewrite_review.h"
#include "fdr/tools/drop_in/rewrite_run.h"
#include "fdr/tools/drop_in/rewrite_summary.h"
#include "fdr/tools/drop_in/rule_message.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::array kRewriteOptions = {
    PeerOption{'c', "config", "PATH", "file or directory to load rules from"},
    PeerOption{'C', "check", nullptr, "parse config file(s) and quit (verbose warnings also)"},
    PeerOption{'d', "desperate", nullptr, "desperate, save output archive even after error"},
    PeerOption{'i', nullptr, nullptr, "rewrite in place, input-archive will be over-written"},
    PeerOption{'q', "quick", nullptr, "quick mode, no output if no change"},
    PeerOption{'s', "scale", nullptr, "do scale conversion"},
    PeerOption{'v', "verbose", nullptr, "increased diagnostic verbosity"},
    PeerOption{'V', "version", "N", "output archive in version N [2/3] format"},
    PeerOption{'w', "warnings", nullptr, "emit warnings [default is silence]"},
    PeerOption{'D', "debug", "DEBUG", nullptr},
};
constexpr PeerSyntax kRewriteSyntax = {kPmlogrewrite, "[options] input-archive [output-archive]",
                                       kRewriteOptions,
                                       "\noutput-archive is required unless -i is specified\n"};

struct RewriteSwitches {
  std::vector<std::string> rules;  // files and directories
  bool checks = false, is_desperate = false, in_place = false, is_quick = false;
  bool rescales = false, is_verbose = false, warns = false;
  std::optional<int> version;
  std::vector<std::string> operands;
};

PeerComplaint TakeRules(const char* path, RewriteSwitches& options) {
  struct stat found = {};
  if (::stat(path, &found) != 0)
    return fmt::format("stat({}) failed: {}", path, std::strerror(errno));
  if (!S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode))
    return fmt::format("Error: -c config {} is not a file or directory", path);
  options.rules.emplace_back(path);
  return {};
}

PeerComplaint TakeVersion(const char* text, RewriteSwitches& options) {
  std::uint64_t version = 0;
  if (!ReadPeerCount(text, version) || (version != 2 && version != 3))
    return fmt::format("Error: unsupported version ({}) requested", text);
  options.version = static_cast<int>(version);
  return {};
}

PeerComplaint Take(char letter, const char* argument, RewriteSwitches& options) {
  switch (letter) {
    case 'c':
      return TakeRules(argument, options);
    case 'C':
      options.checks = options.is_verbose = options.warns = true;
      return {};
    case 'd':
      options.is_desperate = true;
      return {};
    case 'i':
      options.in_place = true;
      return {};
    case 'q':
      options.is_quick = true;
      return {};
    case 's':
      options.rescales = true;
      return {};
    case 'v':
      options.is_verbose = true;
      return {};
    case 'V':
      return TakeVersion(argument, options);
    case 'w':
      options.warns = true;
      return {};
    default:  // -D has no effect
      return {};
  }
}

// With -C, as since PCP 7.2, the name of the result is not needed.  The usage says enough.
PeerComplaint CheckOperands(const RewriteSwitches& options, std::size_t count) {
  const bool is_right =
      options.in_place ? count == 1 : count == 2 || (options.checks && count == 1);
  return is_right ? PeerComplaint() : "";
}

bool HasNoRule(std::string_view text) {
  while (!text.empty()) {
    if (text.front() == '#')
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    else if (IsSpace(text.front()))
      text.remove_prefix(1);
    else
      return false;
  }
  return true;
}

// Nothing after a complaint.  PCP's program takes no file without a rule.
std::optional<RewriteRules> LoadRules(const RewriteSwitches& options) {
  Result<RewriteRules> rules = LoadRewriteRules(options.rules);
  if (!rules) {
    PrintRuleError({}, rules.error());
    return std::nullopt;
  }
  for (std::size_t i = 0; i < rules->files.size(); ++i) {
    if (!HasNoRule(rules->files[i]->text())) continue;
    PrintRuleError(*rules, RuleMessage{"syntax error", ClausePlace{i, 0}});
    return std::nullopt;
  }
  rules->rescales_all = options.rescales;
  rules->rescales_if_possible = true;
  return std::move(*rules);
}

// Whether the rules can be applied; prints what -v and -w want.  Notes if nothing would change.
bool Review(const RewriteSwitches& options, const RewriteRun& run, bool& changes_nothing) {
  RewriteReview review(run.rules, run.archive.metadata(), run.archive.label());
  if (options.warns)
    review.OnWarning([&run](const RuleMessage& warning) { PrintRuleWarning(run.rules, warning); });
  review.Run();
  for (const std::string& note : review.notes()) PrintPeerMessage(kPmlogrewrite, note);
  if (review.conflict()) {
    PrintRuleError(run.rules, *review.conflict());
    return false;
  }
  NoFiles nowhere;
  OrderedWriter writer(nowhere, "none");
  const auto stage = RewriteStage::Make(run.rules, run.archive.metadata(), {}, writer);
  LabelRecord label = run.archive.label();
  label.version = run.version;
  const Result<void> begun = stage ? (*stage)->Begin(label) : Fail(stage.error());
  if (!begun) {
    PrintRuleError(run.rules, begun.error());
    return false;
  }
  if (!options.is_verbose && !options.is_quick) return true;
  const std::string changes = ChangesOf(run.rules, (*stage)->table(), run.archive);
  changes_nothing = changes.empty();
  if (!options.is_verbose) return true;
  return WriteOutput("PCP Archive Log Rewrite Specifications Summary\n" +
                     (changes_nothing ? "No changes\n" : changes));
}

// `replacement`: the archive changes in place.
int RewriteArchive(const RewriteSwitches& options, const Archive& archive,
                   ArchiveReplacement* replacement) {
  const std::string& in = options.operands.front();
  const int version = options.version.value_or(static_cast<int>(archive.version()));
  if (version < static_cast<int>(archive.version())) {
    PrintPeerError(kPmlogrewrite, fmt::format("cannot create a v{} archive from v{} ({})", version,
                                              static_cast<int>(archive.version()), in));
    return kFailed;
  }
  const auto rules = LoadRules(options);
  if (!rules || Interrupted()) return kFailed;
  const RewriteRun run{.name = in,
                       .archive = archive,
                       .rules = *rules,
                       .version = static_cast<Version>(version),
                       .keeps_part = options.is_desperate};
  bool changes_nothing = false;
  if (!Review(options, run, changes_nothing) || Interrupted()) return kFailed;
  if (options.checks || (options.is_quick && changes_nothing)) return kOk;
  WarnOfMissingVolumes(kPmlogrewrite, archive.files());
  if (replacement != nullptr) return RewriteInPlace(run, *replacement);
  CatchInterrupts();
  return WriteRewritten(run, options.operands.back(), PosixFileSystem());
}

int OpenAndRewrite(const RewriteSwitches& options, const ArchiveFiles& files,
                   ArchiveReplacement* replacement) {
  const std::string& in = options.operands.front();
  OpenOptions opening;
  opening.source = SourceOptionsFor({});
  const auto archive = Archive::Open(files, std::move(opening));
  if (archive) return RewriteArchive(options, **archive, replacement);
  if (archive.error().code != Errc::kEmpty) {
    CannotOpen(kPmlogrewrite, in, archive.error());
    return kFailed;
  }
  PrintPeerWarning(kPmlogrewrite, fmt::format("empty archive \"{}\" will be skipped", in));
  return kOk;
}

// What is replaced is claimed before it is opened: a recorder may begin at any moment.
int Rewrite(const RewriteSwitches& options) {
  const std::string& in = options.operands.front();
  const Result<ArchiveFiles> found = FindArchive(in);
  if (!found) {
    CannotOpen(kPmlogrewrite, in, found.error());
    return kFailed;
  }
  if (!options.in_place || options.checks) return OpenAndRewrite(options, *found, nullptr);
  CatchInterrupts();
  const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), found->base);
  if (replacement) return OpenAndRewrite(options, (*replacement)->old_files(), replacement->get());
  PrintPeerError(kPmlogrewrite, replacement.error().Message());
  return kFailed;
}

}  // namespace

int RunPmlogrewrite(int argc, char** argv) {
  RewriteSwitches options;
  auto operands = ReadPeerOptions(
      argc, argv, kRewriteSyntax,
      [&options](char letter, const char* argument) { return Take(letter, argument, options); },
      [&options](const std::vector<std::string>& names) {
        return CheckOperands(options, names.size());
      });
  if (!operands) return kFailed;
  options.operands = std::move(*operands);
  const int status = Rewrite(options);
  // All files without a use are gone.
  if (status != kOk && Interrupted()) EndAsInterrupted();
  return status;
}

}  // namespace fdr::tools
