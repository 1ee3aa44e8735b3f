// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/ternary_values.h"

#include <optional>

#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {
namespace {

bool IsTrue(const FetchedValue& value, Type type) {
  return WithNumberOf(type, [&](auto zero) { return NumberIn<decltype(zero)>(value) != zero; });
}

// An operand of the choice: one value for all instances, or one for each.
class Side {
 public:
  Side(const TypedValues& values, InstanceFinder& finder)
      : list_(values.values.list), finder_(finder), is_set_(!values.desc.indom.IsNull()) {
    finder_.Reset(list_);
  }

  bool is_set() const { return is_set_; }
  std::span<const FetchedValue> list() const { return list_; }

  const FetchedValue* For(InstanceId instance) {
    if (is_set_) return finder_.Find(instance);
    return list_.empty() ? nullptr : &list_.front();
  }

 private:
  std::span<const FetchedValue> list_;
  InstanceFinder& finder_;
  bool is_set_;
};

class Chooser {
 public:
  Chooser(const TypedValues& guard, const Branches& branches, TernaryRoom& room,
          std::vector<FetchedValue>& out)
      : guard_type_(guard.desc.type),
        guard_(guard, room.guards),
        yes_(branches.yes, room.yes),
        no_(branches.no, room.no),
        out_(out) {}

  // Goes through the instances of the branches: those of the first, then the others of the second.
  void Choose() {
    if (!yes_.is_set() && !no_.is_set()) return Add(FirstInstance());
    if (yes_.is_set())
      for (const FetchedValue& value : yes_.list()) Add(value.instance);
    if (!no_.is_set()) return;
    for (const FetchedValue& value : no_.list())
      if (!yes_.is_set() || yes_.For(value.instance) == nullptr) Add(value.instance);
  }

 private:
  InstanceId FirstInstance() const {
    const auto& list = yes_.list().empty() ? no_.list() : yes_.list();
    return list.empty() ? kSingular : list.front().instance;
  }

  void Add(InstanceId instance) {
    const FetchedValue* const guard = guard_.For(instance);
    if (guard == nullptr) return;
    Side& side = IsTrue(*guard, guard_type_) ? yes_ : no_;
    if (const FetchedValue* const value = side.For(instance))
      out_.push_back({instance, value->header, value->bits});
  }

  Type guard_type_;
  Side guard_, yes_, no_;
  std::vector<FetchedValue>& out_;
};

}  // namespace

Values ChooseValues(const TypedValues& guard, const Branches& branches, TernaryRoom& room,
                    std::vector<FetchedValue>& out) {
  out.clear();
  const Values &yes = branches.yes.values, &no = branches.no.values;
  for (const Values* const part : {&guard.values, &yes, &no})
    if (part->IsError()) return *part;
  const bool lacks_yes = yes.list.empty() && !branches.yes_is_novalue;
  const bool lacks_no = no.list.empty() && !branches.no_is_novalue;
  if (guard.values.list.empty() || lacks_yes || lacks_no) return {};
  Chooser(guard, branches, room, out).Choose();
  return ValuesOf(out);
}

}  // namespace fdr
