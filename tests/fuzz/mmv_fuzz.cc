// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file of memory mapped values, as any program may have left it.

#include "fdr/replay/sources/mmv/mmv_content.h"
#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

bool LiesIn(std::string_view text, Bytes file) {
  return text.empty() || (text.data() >= AsText(file).data() &&
                          text.data() + text.size() <= AsText(file).data() + file.size());
}

bool LiesIn(const mmv::Stretch& stretch, Bytes file) {
  return stretch.offset <= file.size() && stretch.size <= file.size() - stretch.offset;
}

void Decode(Bytes file) {
  std::size_t defects = 0;
  const auto content = mmv::DecodeContent(file, [&](const mmv::Defect&) { ++defects; });
  if (!content) return Require(defects > 0, "a file is refused for a defect");
  Require(LiesIn(content->value_section, file) && LiesIn(content->value_strings, file),
          "values lie in the file");
  for (const mmv::Metric& metric : content->metrics) {
    Require(metric.item <= mmv::kMaxItem && LiesIn(metric.name, file), "a metric has its place");
    Require(metric.serial == 0 || content->IndomOf(metric.serial) != nullptr,
            "a metric has its domain");
    InstanceId last = kSingular - 1;
    for (const mmv::ValuePlace& place : content->ValuesOf(metric)) {
      Require((place.entry + std::uint64_t{1}) * mmv::kValueSize <= content->value_section.size,
              "a value has its place");
      Require(place.instance > last, "values ascend");
      last = place.instance;
    }
  }
  for (const mmv::Indom& indom : content->indoms)
    for (const mmv::Instance& instance : content->InstancesOf(indom))
      Require(instance.id >= 0 && LiesIn(instance.name, file), "an instance has its name");
  for (const mmv::Label& label : content->labels)
    Require(IsKnown(label.level) && LiesIn(label.json, file), "a label has its text");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Decode(fdr::fuzz::Input(data, size));
  return 0;
}
