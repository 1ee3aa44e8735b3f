// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogextract.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "fdr/archive/extract/extract_archives.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/tools/drop_in/extract_config.h"
#include "fdr/tools/drop_in/extract_conflicts.h"
#include "fdr/tools/drop_in/extract_label.h"
#include "fdr/tools/drop_in/extract_notes.h"
#include "fdr/tools/drop_in/extract_options.h"
#include "fdr/tools/drop_in/extract_survey.h"
#include "fdr/tools/drop_in/extract_window.h"
#include "fdr/tools/drop_in/peer_inputs.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_output.h"
#include "fdr/tools/drop_in/peer_window.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

int FailWithout(const ExtractOptions& options) {
  if (!options.keeps_parts)
    PrintMessage(fmt::format("Archive \"{}\" not created.\n", options.output));
  return kFailed;
}

Result<void> CheckCanBeCreated(const std::string& output) {
  if (auto is_new = CheckIsNew(PosixFileSystem(), output); !is_new) return is_new;
  const std::size_t slash = output.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : output.substr(0, slash + 1);
  return ::access(directory.c_str(), W_OK) == 0 ? Result<void>() : FailSystem(errno, directory);
}

int FailsToCreate(const ExtractOptions& options, const Error& error) {
  PrintNotCreated(kPmlogextract, "__pmLogCreate", options.output, error);
  return kFailed;
}

void PrintDamage(const SurveyedInput& input, const Problem& problem, std::uint64_t size) {
  Error error;
  error.code = problem.code;
  error.what = problem.what;
  PrintPeerError(kPmlogextract,
                 fmt::format("__pmLogRead[log {}]: {}", input.name, PeerTextOf(error)));
  PrintPeerMessage(kPmlogextract, fmt::format("Error occurred at byte offset {} into a file of {} "
                                              "bytes.\nThe last record, and the remainder of this "
                                              "file will not be extracted.",
                                              problem.offset, size));
}

int Explain(const ExtractOptions& options, const Error& error) {
  if (error.code == Errc::kEmpty)
    PrintPeerWarning(kPmlogextract, "no qualifying records found.");
  else if (error.code == Errc::kNotFound && error.file.empty())
    PrintPeerError(
        kPmlogextract,
        fmt::format("meta data (TYPE_DESC) for pmid {} has not been found.", error.what));
  else if (error.code == Errc::kExists)
    FailsToCreate(options, error);
  else
    PrintPeerError(kPmlogextract, error.Message());
  return FailWithout(options);
}

ExtractPlan PlanOf(const ExtractOptions& options, const std::vector<SurveyedInput>& inputs,
                   const Zone& zone) {
  ExtractPlan plan;
  if (options.has_records) plan.records = options.records;
  plan.volume_records = options.volume;
  plan.marks_always = options.marks_always;
  plan.keeps_parts = options.keeps_parts;
  plan.on_volume = [zone](std::int32_t volume, Timestamp stamp) {
    PrintPeerMessage(kPmlogextract, fmt::format("New log volume {}, at {}", volume,
                                                TimeText(stamp, {zone, false, 9})));
  };
  plan.on_damage = [&inputs](std::size_t input, const Problem& problem, std::uint64_t size) {
    PrintDamage(inputs[input], problem, size);
  };
  plan.keep_going = [] { return !Interrupted(); };
  return plan;
}

// What is wrong comes to light in the same order as in PCP's program.
int Extract(const ExtractOptions& options, const std::vector<SurveyedInput>& inputs,
            const Metadata& merged) {
  ChosenValues chosen;
  if (!options.config.empty() && !ReadExtractConfig(options.config, merged, chosen)) return kFailed;
  const auto zone = PeerZone(kPmlogextract, options.window, inputs.front().source.label);
  if (!zone) return kFailed;
  if (const auto can = CheckCanBeCreated(options.output); !can)
    return FailsToCreate(options, can.error());
  ExtractPlan plan = PlanOf(options, inputs, *zone);
  const std::optional<LabelRecord> label = LabelOfExtract(options, inputs);
  if (!label || !SetWindow(options, inputs, *zone, plan)) return FailWithout(options);
  if (!SettleExtractConflicts(inputs, options.drops_conflicts, chosen)) return FailWithout(options);
  plan.label = *label;
  plan.chosen = std::move(chosen);
  std::vector<ExtractSource> sources;
  for (const SurveyedInput& input : inputs) sources.push_back(input.source);
  ExtractNotes notes(inputs, merged, options.output);
  plan.observer = &notes;
  CatchInterrupts();
  const auto extracted = ExtractArchives(sources, merged, options.output, plan);
  notes.Print();
  if (extracted) return kOk;
  if (Interrupted()) EndAsInterrupted();
  return Explain(options, extracted.error());
}

}  // namespace

int RunPmlogextract(int argc, char** argv) {
  const std::optional<ExtractOptions> options = ReadExtractOptions(argc, argv);
  if (!options) return kFailed;
  std::vector<SurveyedInput> inputs;
  Metadata merged(MetadataDamage::kSkip);
  if (!SurveyInputs(options->inputs, inputs, merged)) return kFailed;
  if (!inputs.empty()) return Extract(*options, inputs, merged);
  PrintPeerWarning(kPmlogextract, "all input archive(s) are empty, no output archive created");
  return kFailed;
}

}  // namespace fdr::tools
