// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes the file of a program's metrics.  docs/guide/instrumenting.md has a program.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/mmv/instruments.h"

namespace fdr::mmv {

struct Image;

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

/// The instances of metrics that have several values.
struct Domain {
  std::size_t index = 0;  ///< in its file
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
  T& Add(std::string name, InstrumentOptions options = {}) {
    AddMetric(std::move(name), T::kType, T::kSemantics, T::kUnits, 0, std::move(options));
    return Make<T>();
  }
  template <class T>
  Family<T> Add(std::string name, Domain domain, InstrumentOptions options = {}) {
    AddMetric(std::move(name), T::kType, T::kSemantics, T::kUnits, SerialOf(domain),
              std::move(options));
    Family<T> family;
    family.names_ = InstancesOf(domain);
    for (std::size_t i = 0; i < family.names_.size(); ++i) family.members_.push_back(&Make<T>());
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
    instruments_.push_back(std::move(made));
    return instrument;
  }
  static std::uint32_t SerialOf(Domain domain) {
    return static_cast<std::uint32_t>(domain.index + 1);
  }
  std::vector<std::string> InstancesOf(Domain domain) const;
  void AddMetric(std::string name, std::int32_t type, Semantics semantics, Units units,
                 std::uint32_t serial, InstrumentOptions options);
  void Fill(Image& image) const;
  void Bind(const Image& image);

  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::vector<std::unique_ptr<Instrument>> instruments_;  // in the order of their values
};

}  // namespace fdr::mmv
