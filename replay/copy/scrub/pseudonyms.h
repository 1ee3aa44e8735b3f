// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Pseudonyms of names under a key.
//
//   alice          -> user-q3k7hz2mfb4ra          a user
//   /home/alice    -> /home/path-q3k7hz2mfb4ra    the same digits: the same name
//   192.0.2.17     -> 247.19.120.3                addresses with a common beginning keep one
//
// A pseudonym depends on the key and the name alone, unless two names of one kind would get the
// same one: then the second gets another.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "fdr/replay/copy/scrub/address_names.h"
#include "fdr/replay/copy/scrub/name_kinds.h"
#include "fdr/replay/copy/scrub/scrub_key.h"
#include "fdr/replay/copy/scrub/scrub_report.h"

namespace fdr {

/// One thread at a time.
class Pseudonyms {
 public:
  /// Called for each new pair.  The texts are valid during the call.
  using OnNew =
      std::function<void(NameKind kind, std::string_view pseudonym, std::string_view original)>;

  /// The digits of a pseudonym, with 5 bits each.
  static constexpr std::size_t kDigits = 13;
  /// The names that are remembered, so that two get different ones.  Beyond, only the length of the
  /// digest keeps them apart, and a name may be new again.
  static constexpr std::size_t kMostRemembered = std::size_t{1} << 20;

  /// Names of kinds in `kept` are their own pseudonyms.  Fewer digits are for tests.
  explicit Pseudonyms(ScrubKey key, NameKindSet kept = {}, OnNew on_new = {},
                      std::size_t digits = kDigits)
      : key_(std::move(key)), kept_(kept), on_new_(std::move(on_new)), digits_(digits) {}

  /// "user-..."; the empty text stays empty.
  std::string Of(NameKind kind, std::string_view name) { return Made(kind, name, '-', false); }
  /// The same, even if the kind is kept.
  std::string Always(NameKind kind, std::string_view name) { return Made(kind, name, '-', true); }
  /// "label_...", for names that have to consist of letters, digits and '_'.
  std::string Identifier(NameKind kind, std::string_view name) {
    return Made(kind, name, '_', false);
  }
  /// address_names.h has the form.
  std::string Of(const NetworkAddress& address);
  /// A number from 100,000 up to less than 2^31 for that of a user or a group.  Numbers of
  /// the system (up to 999, and 65534) stay.
  std::uint64_t Of(std::uint64_t identifier);

  bool IsKept(NameKind kind) const { return kept_[IndexOf(kind)]; }
  /// Notes for the report that a text stays.
  void NoteKept(KeptFor reason, std::string_view text);
  ScrubReport& report() { return report_; }
  const ScrubReport& report() const { return report_; }

 private:
  std::string Made(NameKind kind, std::string_view name, char mark, bool always);
  // The first of the attempts that no other name has.  `make` takes their number, from 1 on.
  template <class Make>
  std::string Unique(NameKind kind, std::string_view name, bool always, Make make);

  ScrubKey key_;
  NameKindSet kept_;
  OnNew on_new_;
  std::size_t digits_;
  std::unordered_map<std::string, std::uint64_t> taken_;  // digests of names, by their pseudonyms
  std::unordered_set<std::size_t> kept_texts_;            // hashes, with their reasons
  ScrubReport report_;
};

}  // namespace fdr
