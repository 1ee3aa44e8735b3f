// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rewrite_run.h"

#include <fmt/format.h>

#include <optional>

#include "fdr/archive/compress/compressing_files.h"
#include "fdr/archive/copy/ordered_feed.h"
#include "fdr/archive/files/archive_mode.h"
#include "fdr/archive/files/collecting_files.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_output.h"
#include "fdr/tools/drop_in/pmlogrewrite.h"
#include "fdr/tools/drop_in/rule_message.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

int RewriteFails(const Error& error) {
  PrintPeerError(kPmlogrewrite, error.Message());
  return kFailed;
}

int FailsToCreate(const Error& error, const std::string& out, Version version) {
  const std::string call = fmt::format("__pmLogCreate({},v{})", out, static_cast<int>(version));
  PrintNotCreated(kPmlogrewrite, call, out, error);
  return kFailed;
}

// Without what lies behind the texts of the label.
LabelRecord LabelOf(const RewriteRun& run) {
  LabelRecord label = run.archive.label();
  label.version = run.version;
  for (LabelText* text : {&label.host, &label.timezone, &label.zoneinfo})
    *text = LabelText(std::string(text->view()));
  return label;
}

void PrintDamage(const RewriteRun& run, const OrderedFeed::Damage& damage) {
  PrintPeerError(
      kPmlogrewrite,
      fmt::format("__pmLogRead[log {}]: Corrupted record in a PCP archive log", run.name));
  PrintPeerMessage(kPmlogrewrite,
                   fmt::format("Error occurred at byte offset {} into a file of {} bytes.",
                               damage.error.offset, damage.size));
  PrintPeerMessage(kPmlogrewrite, Printable(damage.error.Message()));
}

// Whether a result was written, all of it or a part; says what was lost.
bool IsKept(const RewriteRun& run, const std::string& out, const Result<void>& fed,
            const std::optional<OrderedFeed::Damage>& damage) {
  if (fed) return true;
  if (fed.error().code == Errc::kCancelled) return false;
  if (damage)
    PrintDamage(run, *damage);
  else
    RewriteFails(fed.error());
  const bool keeps = damage && run.keeps_part;
  if (keeps)
    PrintMessage("The last record, and the remainder of this file will not be processed.\n");
  PrintMessage(
      fmt::format("Archive \"{}\" {}.\n", out, keeps ? "creation truncated" : "not created"));
  return keeps;
}

}  // namespace

int WriteRewritten(const RewriteRun& run, const std::string& out, FileSystem& files) {
  if (auto is_new = CheckIsNew(files, out); !is_new)
    return FailsToCreate(is_new.error(), out, run.version);
  StagedFiles staged(files, ModeForCopy(run.archive.files()));
  CollectingFiles collecting(staged);
  OrderedWriter writer(collecting, out);
  const RewriteOptions options{.on_problem = PrintProblem};
  const auto stage = RewriteStage::Make(run.rules, run.archive.metadata(), options, writer);
  if (!stage) {
    PrintRuleError(run.rules, stage.error());
    return kFailed;
  }
  const LabelRecord label = LabelOf(run);
  if (const auto begun = (*stage)->Begin(label); !begun) {
    if (begun.error().code != Errc::kInvalidArgument)
      return FailsToCreate(begun.error(), out, run.version);
    PrintRuleError(run.rules, begun.error());
    return kFailed;
  }
  OrderedFeed feed(run.archive, **stage, writer, [](std::uint64_t) { return !Interrupted(); });
  const Result<void> fed = feed.Run(SourceOptionsFor({}));
  if (!IsKept(run, out, fed, feed.damage())) return kFailed;
  if (feed.late_metadata() > 0)
    PrintPeerMessage(kPmlogrewrite,
                     fmt::format("Note: {} metadata records that no data record needs are "
                                 "kept; PCP's pmlogrewrite loses them",
                                 feed.late_metadata()));
  if (const auto committed = staged.Commit(); !committed)
    return FailsToCreate(committed.error(), out, run.version);
  return feed.damage() ? kFailed : kOk;
}

int RewriteInPlace(const RewriteRun& run, ArchiveReplacement& replacement) {
  const ArchiveFiles& old = replacement.old_files();
  CompressingFiles files(replacement.new_files(), old.base, CompressionOf(old), 0);
  RewriteRun whole = run;
  whole.keeps_part = false;  // a part does not replace the whole
  if (const int status = WriteRewritten(whole, old.base, files); status != kOk) return status;
  const Result<void> replaced = replacement.Commit();
  return replaced ? static_cast<int>(kOk) : RewriteFails(replaced.error());
}

}  // namespace fdr::tools
