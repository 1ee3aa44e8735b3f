// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/immediate_context.h"

namespace fdr {
namespace {

struct Answerer {
  Context& context;

  void operator()(const FindQuestion& asked) { asked.done(context.Find(asked.names)); }
  void operator()(const NamesOfQuestion& asked) { asked.done(context.NamesOf(asked.id)); }
  void operator()(const ChildrenQuestion& asked) { asked.done(context.Children(asked.name)); }
  void operator()(const TraverseQuestion& asked) { asked.done(context.Traverse(asked.name)); }
  void operator()(const DescsQuestion& asked) { asked.done(context.Descs(asked.ids)); }
  void operator()(const InstancesQuestion& asked) { asked.done(context.Instances(asked.indom)); }
  void operator()(const AllInstancesQuestion& asked) {
    asked.done(context.AllInstances(asked.indom));
  }
  void operator()(const TextQuestion& asked) { asked.done(context.Text(asked.kind, asked.id)); }
  void operator()(const LabelsQuestion& asked) {
    asked.done(context.Labels(asked.level, asked.id));
  }
  void operator()(const FetchQuestion& asked) {
    asked.done(context.Fetch(asked.metrics, asked.profile, asked.result));
  }
  void operator()(const FetchRecordQuestion& asked) {
    asked.done(context.FetchRecord(asked.result));
  }
};

}  // namespace

void ImmediateContext::Start(Question question) { std::visit(Answerer{*this}, question); }

Result<std::vector<Result<Desc>>> ImmediateContext::Descs(std::span<const MetricId> ids) {
  std::vector<Result<Desc>> descs;
  descs.reserve(ids.size());
  for (const MetricId id : ids) descs.push_back(DescOf(id));
  return descs;
}

}  // namespace fdr
