// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes an agent of a program: it has metrics, and answers a collector that asks for them.
// docs/guide/agents.md has a program.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/units.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/sources/agent_kit/agent_values.h"

namespace fdr::agent {

struct AgentTable;

struct Label {
  std::string name;
  std::string value;
};

/// The instances of metrics that have several values.
struct Domain {
  std::size_t index = 0;  ///< in its agent
};

struct DomainOptions {
  std::string help = {};       ///< one line
  std::string more_help = {};  ///< lines
  std::vector<Label> labels = {};
};

/// Metrics that one function reads.  Every agent has the first one, whose function is empty.
struct Cluster {
  std::size_t index = 0;  ///< the middle of the identifiers of its metrics
};

struct MetricOptions {
  std::string help = {};       ///< one line
  std::string more_help = {};  ///< lines
  Semantics semantics = Semantics::kInstant;
  Units units = {};
  std::optional<Domain> domain = {};
  Cluster cluster = {};
  std::vector<Label> labels = {};
};

/// What a client hears that has stored a value.
enum class Stored : std::int32_t { kDone = 0, kNotPermitted = -12387, kBadValue = -12400 };

using ListFunction = std::function<void(Members&)>;
using ValueFunction = std::function<void(const Member&, Cell&)>;
using StoreFunction = std::function<Stored(const Member&, const Cell&)>;

template <class T>
class Metric;
template <class Row>
class Table;

/// Add everything, then serve.  One thread at a time.  All functions are called by Serve(), and
/// their exceptions leave it.
class Agent {
 public:
  /// The names of metrics begin with `name` and a dot.  `domain`, 1 to 510, is the number that the
  /// line in pmcd.conf has.
  Agent(std::string name, std::uint32_t domain);
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  ~Agent();

  /// Adds a label of all metrics.
  void AddLabel(Label label);
  /// Members that never change: 0, 1, 2, ...
  Domain AddDomain(std::vector<std::string> names, DomainOptions options = {});
  /// `list` adds the members as they are now.  It is called once in each fetch that needs them, and
  /// for each question about them.
  Domain AddDomain(ListFunction list, DomainOptions options = {});
  /// A domain whose members are rows.  `read` returns the rows as they are now, in a std::vector<>;
  /// it is called when a `list` would be.  `name` is what names a row: a data member, or a function
  /// of a row.  Rows without a name are left out.
  template <class Read, class Name>
  auto AddTable(Read read, Name name, DomainOptions options = {}) {
    using Row = typename std::invoke_result_t<Read&>::value_type;
    const auto rows = std::make_shared<std::vector<Row>>();
    const Domain domain = AddDomain(
        [rows, read = std::move(read), name = std::move(name)](Members& members) mutable {
          *rows = read();
          std::erase_if(*rows, [&](const Row& row) {
            return std::string_view(std::invoke(name, row)).empty();
          });
          for (const Row& row : *rows) members.Add(std::invoke(name, row));
        },
        std::move(options));
    return Table<Row>(*this, domain, rows);
  }
  /// `read` is called once in each fetch of metrics of the cluster, before their functions and
  /// those of domains.
  Cluster AddCluster(std::function<void()> read);

  /// `value` is a function without parameters, or one that takes a const Member&.  What it returns
  /// is the type of the metric; std::optional<> allows it to have no value.  Metrics of a cluster
  /// are numbered in the order of these calls.
  template <class F>
  auto Add(const std::string& name, const MetricOptions& options, F value) {
    using T = typename Required<std::remove_cvref_t<decltype(Call(value, Member{}))>>::Type;
    AddMetric(name, TypeOf<T>(), options,
              [value = std::move(value)](const Member& member, Cell& cell) mutable {
                PutValue(Call(value, member), cell);
              });
    return Metric<T>(*this);
  }

  /// Whether an agent can be like this.  Serve() fails with the same error: a name is invalid or
  /// exists twice, a label has no valid name, or there are too many metrics.
  Result<void> Check();
  /// Answers a collector until it ends the connection.  A program that the collector has started
  /// uses its standard input and output, and must print nothing there.
  Result<void> Serve(int in = 0, int out = 1);
  /// What main() returns: Serve(), with a message on standard error if that fails.
  int Run();

 private:
  template <class T>
  friend class Metric;

  template <class F>
  static decltype(auto) Call(F& value, const Member& member) {
    if constexpr (std::is_invocable_v<F&, const Member&>)
      return value(member);
    else
      return value();
  }
  void AddMetric(const std::string& name, Type type, MetricOptions options, ValueFunction value);
  void SetStore(std::size_t metric, StoreFunction store);
  std::size_t LastMetric() const;

  std::unique_ptr<AgentTable> table_;
};

/// The rows of a domain, and metrics of them.  The agent must outlive it.
template <class Row>
class Table {
 public:
  Table(Agent& agent, Domain domain, std::shared_ptr<const std::vector<Row>> rows)
      : agent_(agent), domain_(domain), rows_(std::move(rows)) {}

  /// `value` is a data member, or a function of a row.  As Agent::Add() otherwise.
  template <class F>
  auto Add(const std::string& name, MetricOptions options, F value) {
    options.domain = domain_;
    return agent_.Add(
        name, options,
        [rows = rows_, value = std::move(value)](const Member& member) mutable -> decltype(auto) {
          return std::invoke(value, (*rows)[member.index]);
        });
  }

  Domain domain() const { return domain_; }

 private:
  Agent& agent_;
  Domain domain_;
  std::shared_ptr<const std::vector<Row>> rows_;
};

/// A metric that was added to an agent, which must outlive it.
template <class T>
class Metric {
 public:
  explicit Metric(Agent& agent) : agent_(agent), metric_(agent.LastMetric()) {}

  /// Lets clients store values.  `store` takes a value, behind a const Member& if it likes, and
  /// returns Stored.  Texts are std::string_view.
  template <class F>
  void OnStore(F store) {
    agent_.SetStore(
        metric_,
        [store = std::move(store)](const Member& member, const Cell& cell) mutable -> Stored {
          const auto value = TakeValue<T>(cell);
          if constexpr (std::is_invocable_v<F&, const Member&, decltype(value)>)
            return store(member, value);
          else
            return store(value);
        });
  }
  /// Lets clients change a variable, which the agent borrows, to values for which `is_valid`.
  template <class F>
  void StoreInto(T& variable, F is_valid) {
    OnStore([&variable, is_valid = std::move(is_valid)](const auto& value) mutable {
      if (!is_valid(value)) return Stored::kBadValue;
      variable = value;
      return Stored::kDone;
    });
  }

 private:
  Agent& agent_;
  std::size_t metric_;
};

}  // namespace fdr::agent
