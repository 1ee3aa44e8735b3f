// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogextract.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "fdr/archive/extract/extract_archives.h"
#include "fdr/tools/drop_in/extract_config.h"
#include "fdr/tools/drop_in/extract_conflicts.h"
#include "fdr/tools/drop_in/extract_label.h"
#include "fdr/tools/drop_in/extract_options.h"
#include "fdr/tools/drop_in/extract_window.h"
#include "fdr/tools/drop_in/peer_inputs.h"
#include "fdr/tools/drop_in/peer_message.h"
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

// The files in the order in which PCP's library makes them.
bool IsNew(const std::string& output) {
  for (const char* const part : {".index", ".meta", ".0"}) {
    const std::string file = output + part;
    if (::access(file.c_str(), F_OK) != 0) continue;
    PrintMessage(fmt::format("__pmLogNewFile: \"{}\" already exists, not over-written\n", file));
    PrintPeerError(kPmlogextract, "__pmLogCreate: File exists");
    return false;
  }
  const std::size_t slash = output.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : output.substr(0, slash + 1);
  if (::access(directory.c_str(), W_OK) == 0) return true;
  const std::string reason = std::strerror(errno);
  PrintMessage(fmt::format("__pmLogNewFile: failed to create \"{}.index\": {}\n", output, reason));
  PrintPeerError(kPmlogextract, "__pmLogCreate: " + reason);
  return false;
}

void PrintDamage(const std::vector<PeerInput>& inputs, const Archive& archive,
                 const Problem& problem) {
  std::string name = archive.files().base;
  for (const PeerInput& input : inputs)
    if (input.archive.get() == &archive) name = input.name;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < archive.volume_count(); ++i)
    if (const auto volume = archive.Volume(i); volume && (*volume)->name() == problem.file)
      size = (*volume)->size();
  Error error;
  error.code = problem.code;
  error.what = problem.what;
  PrintPeerError(kPmlogextract, fmt::format("__pmLogRead[log {}]: {}", name, PeerTextOf(error)));
  PrintPeerMessage(kPmlogextract, fmt::format("Error occurred at byte offset {} into a file of {} "
                                              "bytes.\nThe last record, and the remainder of this "
                                              "file will not be extracted.",
                                              problem.offset, size));
}

int Explain(const ExtractOptions& options, const Error& error) {
  if (error.code == Errc::kEmpty)
    PrintPeerWarning(kPmlogextract, "no qualifying records found.");
  else if (error.code == Errc::kNotFound)
    PrintPeerError(
        kPmlogextract,
        fmt::format("meta data (TYPE_DESC) for pmid {} has not been found.", error.what));
  else if (error.code == Errc::kExists)
    PrintMessage(
        fmt::format("__pmLogNewFile: \"{0}\" already exists, not over-written\n"
                    "{1}: Error: {0}: File exists\n",
                    error.file, kPmlogextract));
  else
    PrintPeerError(kPmlogextract, error.Message());
  return FailWithout(options);
}

// The metadata of all inputs together.
std::unique_ptr<Metadata> MergeMetadata(const std::vector<PeerInput>& inputs) {
  auto merged = std::make_unique<Metadata>(MetadataDamage::kSkip);
  for (const PeerInput& input : inputs)
    (void)std::const_pointer_cast<Archive>(input.archive)->AppendMetadataTo(*merged);
  return merged;
}

ExtractPlan PlanOf(const ExtractOptions& options, const std::vector<PeerInput>& inputs,
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
  plan.on_damage = [&inputs](const Archive& archive, const Problem& problem) {
    PrintDamage(inputs, archive, problem);
  };
  plan.keep_going = [] { return !Interrupted(); };
  return plan;
}

// What is wrong comes to light in the same order as in PCP's program.
int Extract(const ExtractOptions& options, const std::vector<PeerInput>& inputs) {
  const std::unique_ptr<Metadata> merged = MergeMetadata(inputs);
  ChosenValues chosen;
  if (!options.config.empty() && !ReadExtractConfig(options.config, *merged, chosen))
    return kFailed;
  const std::optional<Zone> zone = ZoneOfExtract(options, inputs);
  if (!zone || !IsNew(options.output)) return kFailed;
  ExtractPlan plan = PlanOf(options, inputs, *zone);
  const std::optional<LabelRecord> label = LabelOfExtract(options, inputs);
  if (!label || !SetWindow(options, inputs, *zone, plan)) return FailWithout(options);
  if (!SettleExtractConflicts(inputs, options.drops_conflicts, chosen)) return FailWithout(options);
  plan.label = *label;
  plan.chosen = std::move(chosen);
  std::vector<std::shared_ptr<const Archive>> archives;
  for (const PeerInput& input : inputs) archives.push_back(input.archive);
  CatchInterrupts();
  const auto extracted = ExtractArchives(archives, *merged, options.output, plan);
  if (extracted) return kOk;
  if (Interrupted()) EndAsInterrupted();
  return Explain(options, extracted.error());
}

}  // namespace

int RunPmlogextract(int argc, char** argv) {
  const std::optional<ExtractOptions> options = ReadExtractOptions(argc, argv);
  if (!options) return kFailed;
  std::vector<PeerInput> inputs;
  if (!OpenPeerInputs(kPmlogextract, options->inputs, inputs)) return kFailed;
  if (!inputs.empty()) return Extract(*options, inputs);
  PrintPeerWarning(kPmlogextract, "all input archive(s) are empty, no output archive created");
  return kFailed;
}

}  // namespace fdr::tools
