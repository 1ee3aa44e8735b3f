// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A collector with a few invented metrics, which tests know by heart:
//
//     toy.count    1.0.0   a number, 42
//     toy.load     1.0.1   floats of the domain 1.0: 1 "one" (0.5), 2 "two" (1.5)
//     toy.name     1.0.2   the text "model"
//     toy.error    1.0.3   known, but its values are error -12350
//     pmcd.hostname, pmcd.timezone   2.0.0, 2.0.1   "modelhost", "UTC"

#pragma once

#include <functional>
#include <map>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/profile.h"
#include "fdr/tests/hosts/scripted_collector.h"

namespace fdr::test {

inline constexpr MetricId kCount = MetricId::Build(1, 0, 0);
inline constexpr MetricId kLoad = MetricId::Build(1, 0, 1);
inline constexpr MetricId kName = MetricId::Build(1, 0, 2);
inline constexpr MetricId kError = MetricId::Build(1, 0, 3);
inline constexpr InDomId kToys = InDomId::Build(1, 0);

class ModelHost {
 public:
  /// Handles the messages of a type instead of the model.
  using Handler = std::function<void(ClientEnd&, const Message&)>;

  GreetingPdu greeting{.features = kFeatureLabels | kFeatureHighres | kFeatureDescs};
  std::map<PduType, Handler> handlers;
  /// Sees every message.
  std::function<void(PduType)> watch;

  /// The script of a collector: serves one client until it goes.
  void Serve(ClientEnd& client) const;
  /// Answers as the model does.
  static void Answer(ClientEnd& client, const Message& message, const Profile& profile);
};

}  // namespace fdr::test
