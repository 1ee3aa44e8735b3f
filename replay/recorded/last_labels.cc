// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/last_labels.h"

#include <unordered_set>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {
namespace {

// A set for each instance at each change of the domain.
constexpr std::size_t kMostLabelSets = 200'000;

}  // namespace

void GoToLastLabels(Context& context) {
  auto* const archive = dynamic_cast<ArchiveContext*>(&context);
  if (archive == nullptr) return;
  if (const Result<Timestamp> end = archive->EndTime())
    static_cast<void>(archive->SetMode(Mode::kForward, *end));
}

void TakeInstanceLabels(Context& context, InDomId indom,
                        const std::function<void(InstanceId, std::string_view json)>& take) {
  if (const auto* const archive = dynamic_cast<const ArchiveContext*>(&context)) {
    const LabelHistory* const history =
        archive->timeline().metadata().FindLabels(LabelLevel::kInstances, indom.value);
    std::unordered_set<InstanceId> known;
    std::size_t count = 0;
    for (std::size_t i = history != nullptr ? history->size() : 0; i-- > 0;)
      for (const LabelSet& set : history->Record(i).sets) {
        if (++count > kMostLabelSets) return;
        if (known.insert(set.instance).second) take(set.instance, set.json);
      }
    return;
  }
  if (const auto sets = context.Labels(LabelLevel::kInstances, indom.value))
    for (const OwnedLabelSet& set : *sets) take(set.instance, set.json);
}

}  // namespace fdr
