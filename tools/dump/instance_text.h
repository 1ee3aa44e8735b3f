// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of a value's line that names the instance, made once for many values.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/metadata/indom_history.h"
#include "fdr/tools/dump/indom_moment.h"

namespace fdr::tools {

/// The texts of one domain at one time.  Borrows the history.  One thread at a time.
class InstanceText {
 public:
  /// `history` is null for an unknown domain.
  explicit InstanceText(const InDomHistory* history) : moment_(history) {}

  /// Sets the time that Line() and Bracket() are about.
  void MoveTo(Timestamp t) {
    if (moment_.MoveTo(t)) MakeLines();
  }

  /// `        inst [3 or "cpu3"] value `; `??? ` for the name of an unknown instance.  Valid until
  /// the next call of any member.
  std::string_view Line(InstanceId id) {
    if (next_ < members_.size() && members_[next_].id == id) return TextOf(members_[next_++]);
    return FindLine(id);
  }
  /// `[3 or "cpu3"]`.
  std::string_view Bracket(InstanceId id);

 private:
  struct Member {
    InstanceId id;
    std::uint32_t size;
    std::size_t begin;  // in text_
  };

  std::string_view TextOf(const Member& m) const {
    return std::string_view(text_).substr(m.begin, m.size);
  }
  void MakeLines();
  std::string_view FindLine(InstanceId id);

  InDomMoment moment_;
  std::vector<Member> members_;  // ascending by identifier, each once
  std::string text_;             // their lines
  std::string unknown_;          // the line of an unknown instance
  std::size_t next_ = 0;         // values mostly come in the order of their instances
};

}  // namespace fdr::tools
