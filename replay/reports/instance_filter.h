// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instances a report shows: a list as pmrep(1) has it.
//
//   sda, sdb                     names             '1 minute', "5 minute"   names with blanks
//   nvme.*                       expressions for whole names
//   1234   postgres              of processes: the identifier, or the base name of the command

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pattern/text_pattern.h"

namespace fdr {

class InstanceFilter {
 public:
  /// An empty list matches all instances.  Fails with kInvalidArgument if an element is no
  /// expression.
  static Result<InstanceFilter> Parse(std::string_view list);

  bool MatchesAll() const { return elements_.empty(); }
  bool Matches(const std::string& instance) const;

 private:
  struct Element {
    std::string text;
    TextPattern whole_name;
  };
  std::vector<Element> elements_;
};

}  // namespace fdr
