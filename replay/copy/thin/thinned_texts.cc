// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thinned_texts.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/copy/thin/instance_match.h"

namespace fdr {
namespace {

template <class List>
std::vector<InstanceId> InstancesOf(const List& texts) {
  std::vector<InstanceId> instances;
  instances.reserve(texts.size());
  for (const auto& text : texts) instances.push_back(text.instance);
  return instances;
}

template <class List>
std::vector<std::uint32_t> PlacesIn(const List& next, const List& last) {
  std::vector<std::uint32_t> places;
  MatchInstances(InstancesOf(last), InstancesOf(next), places);
  return places;
}

}  // namespace

bool ThinnedTexts::Read(const ValueSet& set) {
  if (set.in_place()) return false;
  next_.resize(set.size());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const ValueBlock block = set.Block(i);
    next_[i].instance = set.Instance(i);
    next_[i].type = block.type;
    next_[i].payload.assign(block.payload.begin(), block.payload.end());
  }
  return true;
}

void ThinnedTexts::WriteLast(OutputPlace place) {
  std::vector<Text> texts = texts_;
  for (auto& [instance, text] : gone_) texts.push_back(std::move(text));
  gone_.clear();
  std::ranges::stable_sort(texts, {}, &Text::instance);  // another order is no change
  if (texts == written_) return;
  written_ = std::move(texts);
  std::size_t bytes = ValueSet::kHeadSize;
  for (const Text& text : written_)
    bytes += ValueSet::kPairSize + kBlockHeaderSize + text.payload.size();
  ResultEncoder& record = output().RecordAt(place, bytes);
  record.BeginSet(metric(), ValueFormat::kPointer);
  for (const Text& text : written_) record.AddBlock(text.instance, text.type, text.payload);
}

void ThinnedTexts::Accept(bool written, double) {
  if (!written) {
    const std::vector<std::uint32_t> places = PlacesIn(next_, texts_);
    for (std::size_t i = 0; i < texts_.size(); ++i)
      if (places[i] == kNoPlace) gone_[texts_[i].instance] = texts_[i];
  }
  for (const Text& text : next_)
    if (!gone_.empty()) gone_.erase(text.instance);
  texts_.swap(next_);
}

void ThinnedTexts::Join() {
  const std::vector<std::uint32_t> places = PlacesIn(next_, texts_);
  for (std::size_t i = 0; i < texts_.size(); ++i)
    if (places[i] == kNoPlace) next_.push_back(std::move(texts_[i]));
  Accept(true, 0);
}

void ThinnedTexts::ForgetValues() {
  texts_.clear();
  gone_.clear();
  written_.clear();
}

}  // namespace fdr
