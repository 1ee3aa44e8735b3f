// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a program, as variables: each is a place in a mapped file, which collectors read.
//
//   mmv::InstrumentFile file("shop");
//   auto& hits = file.Add<mmv::Counter>("hits", {.help = "requests"});
//   if (const auto published = file.Publish(); !published) ...
//   hits += 1;
//
// docs/guide/instrumenting.md has a whole program.  Any thread may change an instrument at any
// time, unless its function says something else.

#pragma once

#include <time.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/units.h"
#include "fdr/archive/base/value.h"

namespace fdr::mmv {

/// Until its file is published, an instrument has its value in itself.  So a program works in the
/// same way if no file can be made.
class Instrument {
 public:
  Instrument(const Instrument&) = delete;
  Instrument& operator=(const Instrument&) = delete;
  virtual ~Instrument() = default;

 protected:
  Instrument() = default;

  std::atomic_ref<std::uint64_t> Bits() const { return std::atomic_ref(entry_->bits); }
  std::atomic_ref<std::int64_t> Extra() const { return std::atomic_ref(entry_->extra); }
  // From now on, the value is in the file.
  virtual void Move(std::byte* file, std::uint64_t offset);

 private:
  friend class InstrumentFile;

  // Copies the value into the file.
  virtual void Save(std::byte* file, std::uint64_t offset) const;

  // As in the file.
  struct Entry {
    std::uint64_t bits = 0;
    std::int64_t extra = 0;
  };
  Entry own_;
  Entry* entry_ = &own_;
};

/// How often something has happened, since the program began.
class Counter : public Instrument {
 public:
  static constexpr std::int32_t kType = static_cast<std::int32_t>(Type::kU64);
  static constexpr Semantics kSemantics = Semantics::kCounter;
  static constexpr Units kUnits{.dim_count = 1};

  void operator+=(std::uint64_t count) { Bits().fetch_add(count, std::memory_order_relaxed); }
  void operator++() { *this += 1; }
  /// Several times as fast, for counters that only one thread changes.
  void AddAlone(std::uint64_t count) { Bits().store(value() + count, std::memory_order_relaxed); }
  std::uint64_t value() const { return Bits().load(std::memory_order_relaxed); }
};

/// A number that goes up and down.
class Gauge : public Instrument {
 public:
  static constexpr std::int32_t kType = static_cast<std::int32_t>(Type::k64);
  static constexpr Semantics kSemantics = Semantics::kInstant;
  static constexpr Units kUnits{};

  void operator=(std::int64_t value) {
    Bits().store(static_cast<std::uint64_t>(value), std::memory_order_relaxed);
  }
  void operator+=(std::int64_t change) {
    Bits().fetch_add(static_cast<std::uint64_t>(change), std::memory_order_relaxed);
  }
  void operator-=(std::int64_t change) {
    Bits().fetch_sub(static_cast<std::uint64_t>(change), std::memory_order_relaxed);
  }
  std::int64_t value() const {
    return static_cast<std::int64_t>(Bits().load(std::memory_order_relaxed));
  }
};

/// The same with a fraction.
class RealGauge : public Instrument {
 public:
  static constexpr std::int32_t kType = static_cast<std::int32_t>(Type::kDouble);
  static constexpr Semantics kSemantics = Semantics::kInstant;
  static constexpr Units kUnits{};

  void operator=(double value) {
    Bits().store(std::bit_cast<std::uint64_t>(value), std::memory_order_relaxed);
  }
  double value() const { return std::bit_cast<double>(Bits().load(std::memory_order_relaxed)); }
};

/// A text.  One thread at a time; a collector may see a part of the old text and of the new one.
class Text : public Instrument {
 public:
  static constexpr std::int32_t kType = static_cast<std::int32_t>(Type::kString);
  static constexpr Semantics kSemantics = Semantics::kDiscrete;
  static constexpr Units kUnits{};
  static constexpr std::size_t kLongest = 255;  ///< a longer text is cut

  void operator=(std::string_view text) {
    const std::size_t size = text.size() < kLongest ? text.size() : kLongest;
    if (size > 0) std::memcpy(slot_, text.data(), size);
    slot_[size] = '\0';
    Bits().store(size, std::memory_order_relaxed);
  }
  std::string_view value() const { return slot_; }

 private:
  void Save(std::byte* file, std::uint64_t offset) const override;
  void Move(std::byte* file, std::uint64_t offset) override;

  char own_text_[kLongest + 1] = {};
  char* slot_ = own_text_;
};

/// Time that was spent.  While a measurement runs, collectors add the time since its start; if
/// several run, that of one of them.
class Timer : public Instrument {
 public:
  static constexpr std::int32_t kType = 9;
  static constexpr Semantics kSemantics = Semantics::kCounter;
  static constexpr Units kUnits{.dim_time = 1, .scale_time = kMicrosecondScale};

  /// Measures until it is destroyed.
  class Measurement {
   public:
    explicit Measurement(Timer& timer) : timer_(timer), start_(Now()) {
      if (timer_.Extra().load(std::memory_order_relaxed) == 0)
        timer_.Extra().store(-start_, std::memory_order_relaxed);
    }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    ~Measurement() {
      const std::int64_t passed = Now() - start_;
      if (timer_.Extra().load(std::memory_order_relaxed) == -start_)
        timer_.Extra().store(0, std::memory_order_relaxed);
      if (passed > 0) timer_.Add(passed);  // unless the clock was set back
    }

   private:
    Timer& timer_;
    std::int64_t start_;
  };

  [[nodiscard]] Measurement Measure() { return Measurement(*this); }
  void Add(std::int64_t microseconds) {
    Bits().fetch_add(static_cast<std::uint64_t>(microseconds), std::memory_order_relaxed);
  }
  /// The time of measurements that have ended.
  std::int64_t value() const {
    return static_cast<std::int64_t>(Bits().load(std::memory_order_relaxed));
  }

 private:
  // The clock of collectors, to which they compare starts.
  static std::int64_t Now() {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
  }
};

struct InstrumentFileOptions {
  std::uint32_t cluster =
      0;                   ///< in the identifiers of all metrics; 0: one that follows from the name
  bool has_prefix = true;  ///< names begin with that of the file
  /// Collectors show the values while the program runs.  If it dies, the file remains.
  bool only_while_running = true;
};

struct InstrumentOptions {
  std::string help = {};       ///< one line
  std::string more_help = {};  ///< lines
  std::optional<Units> units = {};
  /// In the identifier of the metric.  Default: 1 for the first metric of the file, then 2, ...
  std::optional<std::uint32_t> item = {};
};

/// The instances of metrics that have several values.  From InstrumentFile::AddDomain().
struct Domain {
  std::uint32_t serial = 0;
  std::vector<std::string> instances;
};

/// The instruments of one metric, one for each instance.
template <class T>
class Family {
 public:
  /// The instrument of an instance; the domain must have it.  Looks at all names: keep the result.
  T& operator[](std::string_view instance) const {
    std::size_t i = 0;
    while (names_[i] != instance) ++i;
    return *members_[i];
  }
  /// In the order of the domain.
  T& at(std::size_t i) const { return *members_[i]; }
  std::size_t size() const { return members_.size(); }

 private:
  friend class InstrumentFile;
  std::vector<std::string> names_;
  std::vector<T*> members_;
};

/// Add all metrics, publish once, then count.  One thread at a time.  Instruments live as long as
/// the file.
class InstrumentFile {
 public:
  explicit InstrumentFile(std::string name, InstrumentFileOptions options = {});
  InstrumentFile(const InstrumentFile&) = delete;
  InstrumentFile& operator=(const InstrumentFile&) = delete;
  /// Removes the file.
  ~InstrumentFile();

  Domain AddDomain(std::vector<std::string> instances, std::string help = {});
  template <class T>
  T& Add(const std::string& name, const InstrumentOptions& options = {}) {
    AddMetric(name, T::kType, T::kSemantics, T::kUnits, 0, options);
    return Make<T>();
  }
  template <class T>
  Family<T> Add(const std::string& name, const Domain& domain,
                const InstrumentOptions& options = {}) {
    AddMetric(name, T::kType, T::kSemantics, T::kUnits, domain.serial, options);
    Family<T> family;
    for (std::size_t i = 0; i < domain.instances.size(); ++i) family.members_.push_back(&Make<T>());
    family.names_ = domain.instances;
    return family;
  }

  /// Makes the file in the folder that collectors read.  Values so far are kept; no other thread
  /// may change an instrument meanwhile.  Fails if a name is no valid name or exists twice.  After
  /// an error, instruments work as before.
  Result<void> Publish(const std::string& folder = "/var/lib/pcp/tmp/mmv");
  bool is_published() const;

 private:
  template <class T>
  T& Make() {
    auto made = std::make_unique<T>();
    T& instrument = *made;
    Own(std::move(made));
    return instrument;
  }
  void AddMetric(const std::string& name, std::int32_t type, Semantics semantics, Units units,
                 std::uint32_t serial, const InstrumentOptions& options);
  void Own(std::unique_ptr<Instrument> instrument);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace fdr::mmv
