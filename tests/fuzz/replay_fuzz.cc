// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The seed of random operations (eight bytes), and then a whole archive (fuzz_archive.h) for them.
// If the archive is sound, the answers do not depend on earlier questions.

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/check.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_archive.h"

namespace fdr::fuzz {
namespace {

constexpr int kOperations = 24;

bool IsSound(const std::string& base) {
  const auto files = FindArchive(base);
  if (!files) return false;
  return CheckArchive(*files, {}, [](const Finding&) {}).count(Severity::kError) == 0;
}

using Value = std::tuple<std::uint32_t, InstanceId, std::uint32_t, std::uint64_t, std::string>;

// The content of a result, without the places of its payloads.
std::vector<Value> Content(const FetchResult& result) {
  std::vector<Value> content;
  for (const FetchedSet& set : result.sets()) {
    content.emplace_back(set.id.value, set.code, static_cast<std::uint32_t>(set.status), set.count,
                         "");
    for (const FetchedValue& value : result.Values(set)) {
      const bool has_payload = value.header != 0 && !value.IsNumber();
      content.emplace_back(set.id.value, value.instance, value.header, has_payload ? 0 : value.bits,
                           has_payload ? std::string(AsText(value.Payload())) : "");
    }
  }
  return content;
}

class Operator {
 public:
  Operator(std::string base, std::unique_ptr<ArchiveContext> context, std::uint64_t seed)
      : base_(std::move(base)),
        context_(std::move(context)),
        random_(seed),
        sound_(IsSound(base_)) {
    for (const Desc& desc : context_->timeline().metadata().metrics()) {
      all_.push_back(desc.id);
      if (!desc.indom.IsNull()) indoms_.push_back(desc.indom);
    }
    ids_ = all_;
  }

  void DoOne() {
    switch (random_() % 10) {
      case 0:
        return SetMode();
      case 1:
        return ChangeProfile();
      case 2:
        return ChangeMetrics();
      case 3:
        return Ask();
      case 4:
        context_->FetchRecord(result_).has_value();
        return;
      case 5:
        context_ = context_->Duplicate();
        return;
      default:
        return Fetch();
    }
  }

 private:
  Timestamp AnyTime() {
    const auto nanos = static_cast<std::int64_t>(random_() % 4'000'000'000) - 500'000'000;
    return context_->label().start.Plus(nanos);
  }

  void SetMode() {
    constexpr Mode kModes[] = {Mode::kForward, Mode::kBackward, Mode::kInterpolated};
    const auto delta = static_cast<std::int64_t>(random_() % 1'000'000'000) - 500'000'000;
    const Mode mode = kModes[random_() % 3];
    if (random_() % 4 == 0)
      Require(context_->SetMode(mode, std::nullopt, delta).has_value(), "archives have that mode");
    else
      Require(context_->SetMode(mode, AnyTime(), delta).has_value(), "archives have that mode");
  }

  void ChangeProfile() {
    Profile profile;
    if (random_() % 2 == 0) profile.SetAll(false);
    if (!indoms_.empty())
      profile.Include(
          indoms_[random_() % indoms_.size()],
          {static_cast<InstanceId>(random_() % 4), static_cast<InstanceId>(random_() % 4)});
    if (!indoms_.empty() && random_() % 2 == 0)
      profile.Exclude(indoms_[random_() % indoms_.size()],
                      {static_cast<InstanceId>(random_() % 4)});
    context_->SetProfile(random_() % 3 == 0 ? Profile() : profile);
  }

  void ChangeMetrics() {
    ids_ = {MetricId{static_cast<std::uint32_t>(random_())}, MetricId{}};
    for (const MetricId id : all_)
      if (random_() % 3 != 0) ids_.push_back(id);
  }

  void Ask() {
    for (const InDomId indom : indoms_) {
      context_->Instances(indom).has_value();
      context_->AllInstances(indom).has_value();
      context_->Labels(LabelLevel::kInstances, indom.value).has_value();
    }
    context_->Labels(LabelLevel::kContext, 0xffffffff).has_value();
    context_->Traverse("").has_value();
    context_->EndTime().has_value();
  }

  void Fetch() {
    const Timestamp before = context_->origin();
    const Mode mode = context_->mode();
    const Result<bool> fetched = context_->Fetch(ids_, result_);
    if (!fetched && random_() % 2 == 0) context_->SkipDamage().has_value();
    if (!fetched || !*fetched) return;
    Require(result_.sets().size() == ids_.size(), "every metric has its set");
    if (mode != Mode::kInterpolated) return;
    Require(result_.stamp() == before, "values are those of the time that was asked for");
    if (sound_) CompareWithFresh(before);
  }

  void CompareWithFresh(Timestamp t) {
    const auto fresh = ArchiveContext::Open(base_);
    Require(fresh.has_value(), "a sound archive opens");
    (*fresh)->SetProfile(context_->profile());
    Require((*fresh)->SetMode(Mode::kInterpolated, t).has_value(), "archives have that mode");
    FetchResult expected;
    const Result<bool> fetched = (*fresh)->Fetch(ids_, expected);
    Require(fetched && *fetched, "a fresh context answers as well");
    Require(Content(expected) == Content(result_), "values do not depend on what was asked before");
  }

  std::string base_;
  std::unique_ptr<ArchiveContext> context_;
  std::mt19937_64 random_;
  bool sound_;
  std::vector<MetricId> all_, ids_;
  std::vector<InDomId> indoms_;
  FetchResult result_;
};

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string base = fdr::fuzz::Directory() + "/a";
  fdr::ByteReader in(fdr::fuzz::Input(data, size));
  const std::uint64_t seed = in.U64();
  if (in.failed()) return 0;
  fdr::fuzz::WriteFiles(in, base);
  fdr::ReplayOptions options;
  options.watch_gaps = (seed & 1) != 0;
  auto context = fdr::ArchiveContext::Open(base, options);
  if (!context) return 0;
  fdr::fuzz::Operator operations(base, std::move(*context), seed);
  for (int i = 0; i < fdr::fuzz::kOperations; ++i) operations.DoOne();
  return 0;
}
