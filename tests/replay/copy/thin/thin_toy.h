// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records in a little language, on their way through a stage of a copy:
//
//   "0 c=5 i:0=1 i:1=2; 10 s=text; 12 mark; 15 c!"
//
// A metric has one letter, behind a colon an instance, and "!" in the place of values.  Metadata
// with a stamp, "14 domain", are labels of the context.  "14 names=0,1" are the instances, which
// have the names "n0" and "n1".

#pragma once

#include <map>
#include <string>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr::test {

inline constexpr InDomId kToyDomain = InDomId::Build(60, 1);
/// "e" and "p" are of another agent.
inline constexpr MetricId ToyMetric(char letter) {
  return MetricId::Build(letter == 'e' || letter == 'p' ? 61 : 60, 0,
                         static_cast<std::uint32_t>(letter));
}

/// Describes metrics and passes records to the first stage.
class ToyFeed {
 public:
  explicit ToyFeed(CopySink& first, Version version = Version::k3);

  /// The name is "toy." and the letter, unless there is another one.
  void Metric(char letter, Type type, Semantics semantics, const std::string& name = {});
  /// The stages must not fail.
  void Feed(const std::string& records);
  void End();

 private:
  void Record(const std::string& words);
  void Domain(double seconds, const std::string& instances);
  void Pass(Timestamp stamp);

  CopySink& first_;
  Version version_;
  std::map<char, Desc> metrics_;
  ResultEncoder encoder_;
};

/// The last stage: collects the records in the same language.
class ToySink final : public CopySink {
 public:
  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

  const std::string& text() const { return text_; }
  /// Of a metric, as it came.
  const Desc& DescOf(MetricId metric) const { return metrics_.at(metric).desc; }
  /// All names, in the order in which they came.
  const std::string& names() const { return names_; }
  /// The JSON of all labels.
  const std::string& labels() const { return labels_; }
  bool ended() const { return ended_; }

 private:
  struct Described {
    Desc desc;
    std::string name;
  };

  void Begin(Timestamp stamp);

  std::map<MetricId, Described> metrics_;
  std::string text_, names_, labels_;
  Timestamp last_;
  bool ended_ = false;
};

/// The records with other names of metrics.
std::string Renamed(std::string records, const std::map<std::string, std::string>& names);
/// Without metadata, and with rounded numbers.
std::string RecordsOf(const std::string& records);

}  // namespace fdr::test
