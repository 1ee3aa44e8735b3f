// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/lent_archive.h"

#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds kBetweenGrowthLooks = 1s, kLongestWait = 5s;
constexpr std::size_t kMostIdle = 8;

// FNV-1a.
class Hash {
 public:
  void Add(std::string_view bytes) {
    for (const char c : bytes) AddByte(static_cast<unsigned char>(c));
  }
  void Add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) AddByte((number >> shift) & 0xff);
  }
  std::uint64_t value() const { return value_; }

 private:
  void AddByte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Archives only grow, so other sizes mean other content, and the same sizes the same.  Taken before
// the files are read: what is appended meanwhile counts as the next growth.
std::uint64_t GenerationOf(const std::string& names) {
  Hash hash;
  const auto add = [&hash](const std::string& path) {
    std::error_code unknown;
    const std::uint64_t size = std::filesystem::file_size(path, unknown);
    hash.Add(path);
    hash.Add(unknown ? 0 : size);
  };
  const auto ignored = [](const Problem&) {};  // opening reports it
  const Result<std::vector<ArchiveFiles>> archives = FindArchives(names, ignored);
  if (!archives) return hash.value();
  for (const ArchiveFiles& files : *archives) {
    add(files.metadata);
    for (const VolumeFile& volume : files.volumes) add(volume.path);
  }
  return hash.value();
}

// A volume is opened when it is first needed, and then has what was appended meanwhile.  The last
// one should be of the same generation as the rest.
void OpenEnd(ArchiveContext& context) { static_cast<void>(context.EndTime()); }

LentArchive::Options WithoutFollowing(LentArchive::Options options) {
  options.replay.follows = false;
  return options;
}

// The sink of the options gets the problems, too.  The order of sound records is no problem.
ReplayOptions WithProblems(ReplayOptions options, std::uint64_t opening,
                           const std::shared_ptr<ProblemList>& problems) {
  ProblemSink& sink = options.open.on_problem;
  sink = [problems, opening, other = std::move(sink)](const Problem& problem) {
    const AnswerMemory::WithoutRefusal whole;  // the list is shared, and outlives the answer
    problems->Add(opening, problem);
    Report(other, problem);
  };
  options.on_damage = [sink](const Problem& problem) {
    if (!IsOfOrder(problem.code)) sink(problem);
  };
  return options;
}

}  // namespace

LentArchive::LentArchive(std::string id, std::string files, Options options)
    : ArchiveSource(std::move(id)),
      options_(WithoutFollowing(std::move(options))),
      files_(std::move(files)) {
  idle_.reserve(kMostIdle);  // nothing is allocated when a lease ends
}

std::string LentArchive::files() const {
  const std::lock_guard lock(mutex_);
  return files_;
}

void LentArchive::SetFiles(std::string files) {
  const std::lock_guard lock(mutex_);
  if (files == files_) return;
  files_ = std::move(files);
  has_other_files_ = true;
  next_look_ = Time(0);
}

void LentArchive::Close() {
  const std::lock_guard lock(mutex_);
  idle_.clear();
  if (lent_ == 0) Replace(nullptr);
}

std::optional<std::chrono::nanoseconds> LentArchive::LastUse() const {
  const std::lock_guard lock(mutex_);
  return first_ ? std::optional(last_use_) : std::nullopt;
}

Result<ArchiveSource::Lease> LentArchive::Borrow() {
  std::unique_lock lock(mutex_);
  Result<Lease> lease = LendOne();
  const bool was_opened = std::exchange(was_opened_, false);
  lock.unlock();
  if (was_opened) options_.on_open();
  return lease;
}

Result<ArchiveSource::Lease> LentArchive::LendOne() {
  if (const Result<void> current = BeCurrent(); !current) return Fail(current.error());
  std::unique_ptr<ArchiveContext> context;
  if (idle_.empty()) {
    context = first_->Duplicate();
  } else {
    context = std::move(idle_.back());
    idle_.pop_back();
    context->SetProfile(Profile());
    static_cast<void>(context->SetMode(Mode::kForward, first_->timeline().start()));
  }
  ++lent_;
  return Lease(shared_from_this(), std::move(context), generation_);
}

Result<std::uint64_t> LentArchive::Generation() {
  const std::lock_guard lock(mutex_);
  if (const Result<void> current = BeCurrent(); !current) return Fail(current.error());
  return generation_;
}

// A context ends here, too: within the lock, so before anything that it shares grows.
void LentArchive::GiveBack(std::unique_ptr<ArchiveContext> context) {
  const std::lock_guard lock(mutex_);
  const bool is_current = first_ && &context->timeline() == &first_->timeline();
  if (is_current) --lent_;
  // What an exception has left may be in the middle of a record.
  const bool is_whole = std::uncaught_exceptions() == 0;
  const bool may_stay = is_whole && idle_.size() < idle_.capacity() && !AnswerMemory::IsScarce();
  if (is_current && may_stay) idle_.push_back(std::move(context));
  context.reset();
}

Result<void> LentArchive::BeCurrent() {
  const Time now = options_.clocks.steady();
  last_use_ = now;
  if (now < next_look_) {
    if (first_) return {};
    if (failure_) return Fail(*failure_);
  }
  next_look_ = now + kBetweenGrowthLooks;
  if (!first_ || has_other_files_) return Open();
  Grow(now);
  return {};
}

// If archives cannot be opened in place of those that are open, these go on.
Result<void> LentArchive::Open() {
  const std::uint64_t generation = GenerationOf(files_);
  failure_.reset();
  const std::uint64_t opening = ++openings_;
  problems_->BeginAnew(opening);
  Result<std::unique_ptr<ArchiveContext>> opened =
      ArchiveContext::Open(files_, WithProblems(options_.replay, opening, problems_));
  if (opened) OpenEnd(**opened);
  problems_->EndAnew(opened.has_value());
  if (!opened) {
    options_.log->Add(opened.error());
    if (first_) return {};
    failure_ = opened.error();
    return Fail(opened.error());
  }
  was_opened_ |= first_ == nullptr || has_other_files_;
  has_other_files_ = false;
  generation_ = generation;
  opening_ = opening;
  Replace(std::move(*opened));
  return {};
}

void LentArchive::Replace(std::unique_ptr<ArchiveContext> opened) {
  idle_.clear();
  lent_ = 0;
  waiting_since_.reset();
  first_ = std::move(opened);
}

void LentArchive::Grow(Time now) {
  const AnswerMemory::WithoutRefusal whole;
  const Result<Timeline::Change> change = first_->timeline().LookForChange();
  if (!change) return options_.log->Add(change.error());
  if (*change == Timeline::Change::kNone) return;
  if (!waiting_since_) waiting_since_ = now;
  if (lent_ > 0 && now - *waiting_since_ < kLongestWait) return;
  // What is lent reads on, and reports what it meets: not for those that come.
  if (lent_ > 0) {
    waiting_since_.reset();
    return static_cast<void>(Open());
  }
  const std::uint64_t generation = GenerationOf(files_);
  const Timeline* const before = &first_->timeline();
  idle_.clear();
  first_->OutlivesDuplicates();
  problems_->BeginAnew(opening_);
  if (const Result<bool> grown = first_->Grow(); !grown) options_.log->Add(grown.error());
  OpenEnd(*first_);
  waiting_since_.reset();
  const bool was_opened_again = &first_->timeline() != before;
  problems_->EndAnew(was_opened_again);
  problems_->ForgetGrownEnds();
  generation_ = generation;
}

}  // namespace fdr
