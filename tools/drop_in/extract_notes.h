// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where PCP's pmlogextract would lose data of these inputs, and fdr's does not.  It was observed to
// write one set of labels for each object, at most:
//
//   inputs, in their order   a@0   b@20 | c@5        the last one: c
//   records                  0 10 20 30 | 5 15       from its time on, in front of the first record
//                                                    with a value: at 5
//
// Labels of an instance domain, and of its instances, come only with a record of the domain.  There
// is no note if all sets are equal: then only their times differ.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/extract/extract_archives.h"
#include "fdr/tools/drop_in/extract_survey.h"

namespace fdr::tools {

/// Collects notes about the extract.  Borrows all.
class ExtractNotes final : public ExtractObserver {
 public:
  ExtractNotes(const std::vector<SurveyedInput>& inputs, const Metadata& metadata,
               const std::string& output)
      : inputs_(inputs), metadata_(metadata), output_(output) {}

  void OnLabels(const LabelsOnUse& labels) override;
  void OnWaitingMark(std::size_t input) override;
  void OnLeadingMark() override;

  /// Prints the first ones, and the number of the others.
  void Print() const;

 private:
  using Object = std::pair<LabelLevel, std::uint32_t>;
  // What PCP's program writes of an object.
  struct PeerLabels {
    ByteBuffer last;  // the last set, up to the note
    bool is_written = false;
    bool has_note = false;
  };

  // Objects whose labels PCP's program would lose; a line for each input.
  struct LabelNote {
    std::string first;  // object
    std::size_t others = 0;
  };
  using LabelNotes = std::map<std::string, LabelNote>;  // by input

  static std::string ObjectsOf(const LabelNote& note);
  static void Count(LabelNotes& notes, std::string input, std::string object);
  PeerLabels PeerLabelsOf(Object object) const;
  std::string InputWith(const LabelsOnUse& labels) const;
  std::string NameOf(Object object) const;
  std::vector<std::string> Lines() const;

  const std::vector<SurveyedInput>& inputs_;
  const Metadata& metadata_;
  const std::string& output_;
  std::map<Object, PeerLabels> labels_;
  LabelNotes lost_, late_;
  std::set<std::size_t> ended_;  // inputs whose marks have waited
  bool has_leading_mark_ = false;
};

}  // namespace fdr::tools
