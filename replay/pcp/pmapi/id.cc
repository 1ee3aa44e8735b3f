// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Identifiers of metrics and instance domains, and their parts.

#include <pcp/pmapi.h>

#include "fdr/archive/base/ids.h"

using fdr::InDomId;
using fdr::MetricId;

pmID pmID_build(unsigned int domain, unsigned int cluster, unsigned int item) {
  return MetricId::Build(domain, cluster, item).value;
}
unsigned int pmID_domain(pmID pmid) { return MetricId{pmid}.domain(); }
unsigned int pmID_cluster(pmID pmid) { return MetricId{pmid}.cluster(); }
unsigned int pmID_item(pmID pmid) { return MetricId{pmid}.item(); }

pmInDom pmInDom_build(unsigned int domain, unsigned int serial) {
  return InDomId::Build(domain, serial).value;
}
unsigned int pmInDom_domain(pmInDom indom) { return InDomId{indom}.domain(); }
unsigned int pmInDom_serial(pmInDom indom) { return InDomId{indom}.serial(); }
