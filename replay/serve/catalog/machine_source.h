// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine, as the web server asks it.

#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/catalog/whole_context.h"
#include "fdr/replay/sources/local/local_context.h"

namespace fdr {

class MachineSource final : public LiveSource {
 public:
  MachineSource(std::string id, std::unique_ptr<LocalContext> machine, Lane lane)
      : LiveSource(Kind::kMachine, std::move(id)),
        machine_(std::move(machine)),
        whole_(*machine_),
        lane_(std::move(lane)) {}

  HttpService::Place place() override { return {HttpService::Place::kInLane, &lane_}; }
  Result<Context*> Connected() override { return &whole_; }
  std::uint64_t Generation() override {
    if (machine_->TakeChanges() != 0) ++generation_;
    return generation_;
  }

 private:
  std::unique_ptr<LocalContext> machine_;
  WholeContext whole_;
  Lane lane_;
  std::uint64_t generation_ = 0;
};

}  // namespace fdr
