// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/fold.h"

#include <map>
#include <type_traits>
#include <utility>

namespace fdr::tools {
namespace {

class FoldingSink final : public RowSink {
 public:
  FoldingSink(const Folding& folding, std::unique_ptr<RowSink> inner)
      : folding_(folding), inner_(std::move(inner)) {}

  void Begin(std::string& out) override { inner_->Begin(out); }
  void End(std::string& out) override { inner_->End(out); }
  Result<void> Save() override { return inner_->Save(); }
  void Refresh(std::string& out) override { inner_->Refresh(out); }
  void Resize(int width, int height) override { inner_->Resize(width, height); }
  void SetZone(const Zone& zone) override { inner_->SetZone(zone); }
  std::string LastRow() const override { return inner_->LastRow(); }
  bool Draws() const override { return inner_->Draws(); }

  void Add(const Row& row, std::string& out) override {
    Row folded{row.stamp, std::vector<Cell>(folding_.columns.size()), row.is_first, row.after_gap};
    for (std::size_t i = 0; i < folding_.members.size(); ++i)
      for (const std::size_t member : folding_.members[i])
        folded.cells[i] = SumOfCells(folded.cells[i], row.cells[member]);
    inner_->Add(folded, out);
  }

 private:
  const Folding& folding_;
  std::unique_ptr<RowSink> inner_;
};

}  // namespace

Cell SumOfCells(const Cell& a, const Cell& b) {
  if (a.index() == 0) return b;
  if (b.index() == 0) return a;
  return std::visit(
      [&](const auto& x) -> Cell {
        using T = std::decay_t<decltype(x)>;
        if constexpr (std::is_integral_v<T>) {
          T sum = 0;
          const T* y = std::get_if<T>(&b);
          if (y != nullptr && !__builtin_add_overflow(x, *y, &sum)) return sum;
        }
        const std::optional<double> left = NumberOf(a), right = NumberOf(b);
        return left && right ? Cell{*left + *right} : a;
      },
      a);
}

Folding Fold(const std::vector<Column>& columns, const TextPattern& pattern) {
  Folding folding;
  std::map<std::pair<std::string, std::string>, std::size_t> groups;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    const bool may_fold = !column.desc.indom.IsNull() && IsNumeric(column.desc.type);
    const std::optional<std::string> group =
        may_fold ? pattern.Captured(column.instance) : std::nullopt;
    if (group) {
      const auto [place, is_new] =
          groups.try_emplace({column.metric, *group}, folding.columns.size());
      if (!is_new) {
        folding.members[place->second].push_back(i);
        continue;
      }
    }
    folding.columns.push_back(column);
    folding.members.push_back({i});
    if (group) folding.columns.back().instance = *group;
  }
  return folding;
}

std::unique_ptr<RowSink> MakeFoldingSink(const Folding& folding, std::unique_ptr<RowSink> inner) {
  return std::make_unique<FoldingSink>(folding, std::move(inner));
}

}  // namespace fdr::tools
