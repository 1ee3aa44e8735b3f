// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_config.h"

#include <fmt/format.h>

#include <optional>
#include <unordered_set>

#include "fdr/replay/copy/extract_instances.h"
#include "fdr/replay/copy/extract_specs.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Finds what the choices mean in the archives.
class ExtractChoice {
 public:
  ExtractChoice(const std::string& file, const Metadata& metadata, ChosenValues& chosen)
      : file_(file), metadata_(metadata), chosen_(chosen), instances_(metadata) {}

  void Take(const ExtractSpec& spec);

 private:
  void Warn(const ExtractSpec& spec, const std::string& text) const {
    PrintMessage(fmt::format("Warning [{}, line {}]\n{}\n", file_, spec.line, text));
  }
  void TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id);

  const std::string& file_;
  const Metadata& metadata_;
  ChosenValues& chosen_;
  ExtractInstances instances_;
};

void ExtractChoice::TakeMetric(const ExtractSpec& spec, std::string_view name, MetricId id) {
  if (!chosen_.metrics) chosen_.metrics.emplace();
  if (chosen_.metrics->contains(id)) return;
  ChosenValues::Instances instances;
  std::unordered_set<InstanceId> are_known;
  for (const auto& wanted : spec.instances) {
    const std::optional<InstanceId> found = instances_.Find(id, wanted);
    if (found && are_known.insert(*found).second) instances.push_back(*found);
    if (found) continue;
    const std::string text = std::visit([](auto one) { return fmt::format("{}", one); }, wanted);
    Warn(spec, fmt::format("Instance \"{}\" is not defined for the metric \"{}\"", text, name));
  }
  if (instances.empty() && !spec.instances.empty())
    return Warn(spec, fmt::format("None of the instances for metric \"{}\" are valid, metric not "
                                  "extracted",
                                  name));
  chosen_.metrics->emplace(id, std::move(instances));
}

void ExtractChoice::Take(const ExtractSpec& spec) {
  const NameTree& names = metadata_.names();
  const auto node = names.Find(spec.metric);
  if (!node)
    return Warn(spec, fmt::format("Problem with lookup for metric \"{}\" ... metric ignored\n"
                                  "Reason: Unknown metric name",
                                  spec.metric));
  if (const auto id = names.Metric(*node)) return TakeMetric(spec, spec.metric, *id);
  names.Visit(*node, [&](NameTree::Node leaf) {
    TakeMetric(spec, names.FullName(leaf), *names.Metric(leaf));
  });
}

}  // namespace

bool ReadExtractConfig(const std::string& file, const Metadata& metadata, ChosenValues& chosen) {
  Result<std::string> text = ReadTextFile(file, kMostExtractConfig);
  if (text && text->size() > kMostExtractConfig)
    text = Fail(Errc::kTooLarge, "The file is too large", file);
  if (!text) {
    PrintPeerError(kPmlogextract, text.error().Message());
    return false;
  }
  ExtractChoice choice(file, metadata, chosen);
  const auto read = ReadExtractSpecs(*text, [&](const ExtractSpec& spec) { choice.Take(spec); });
  if (read) return true;
  PrintMessage(fmt::format("Specification error in configuration file ({})\n[line {}] {}\n", file,
                           read.error().offset, read.error().what));
  return false;
}

}  // namespace fdr::tools
