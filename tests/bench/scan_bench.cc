// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads an archive from end to end and adds up all its numbers: the peer's counterpart is
// `fetch_bench ARCHIVE extract 0 0`.

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "fdr/archive/numbers.h"
#include "fdr/archive/record_cursor.h"

namespace {

// Consecutive records mostly have the same metrics in the same places: remember the types by place.
class TypeMemo {
 public:
  explicit TypeMemo(const fdr::Metadata& metadata) : metadata_(metadata) {}

  fdr::Type Of(std::size_t place, fdr::MetricId id) {
    if (place >= seen_.size()) seen_.resize(place + 1);
    Seen& seen = seen_[place];
    if (seen.id != id) {
      const fdr::Desc* desc = metadata_.FindDesc(id);
      seen = {id, desc ? desc->type : fdr::Type::kNoSupport};
    }
    return seen.type;
  }

 private:
  struct Seen {
    fdr::MetricId id;
    fdr::Type type = fdr::Type::kNoSupport;
  };
  const fdr::Metadata& metadata_;
  std::vector<Seen> seen_;
};

struct Totals {
  std::uint64_t values = 0;
  std::uint64_t integers = 0;
  double reals = 0;
};

void Add(const fdr::ResultRecord& record, TypeMemo& types, Totals& totals) {
  std::size_t place = 0;
  for (const fdr::ValueSet& set : record.sets()) {
    totals.values += set.size();
    fdr::VisitNumbers(set, types.Of(place++, set.id()), [&totals](fdr::InstanceId, auto number) {
      if constexpr (std::is_integral_v<decltype(number)>)
        totals.integers += static_cast<std::uint64_t>(number);
      else
        totals.reals += static_cast<double>(number);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "usage: scan_bench ARCHIVE\n"), 2;
  const auto start = std::chrono::steady_clock::now();
  const auto archive = fdr::Archive::Open(argv[1]);
  if (!archive) return fmt::print(stderr, "{}\n", archive.error().Message()), 1;
  TypeMemo types((*archive)->metadata());
  fdr::RecordCursor cursor(**archive);
  fdr::ResultRecord record;
  Totals totals;
  while (true) {
    const auto frame = cursor.Next();
    if (!frame) return fmt::print(stderr, "{}\n", frame.error().Message()), 1;
    if (!*frame) break;
    if (const auto decoded = record.Decode((*archive)->version(), (*frame)->body); !decoded)
      return fmt::print(stderr, "{}\n", decoded.error().Message()), 1;
    Add(record, types, totals);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("{} values in {:.4f} s = {:.1f} Mval/s, sum {} + {}\n", totals.values, took.count(),
             static_cast<double>(totals.values) / took.count() / 1e6, totals.integers,
             totals.reals);
}
