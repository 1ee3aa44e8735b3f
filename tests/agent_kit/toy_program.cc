// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent with a metric of each type, for collectors.

#include "fdr/tests/agent_kit/toy.h"

int main() {
  fdr::test::Toy toy;
  return toy.agent.Serve() ? 0 : 1;
}
