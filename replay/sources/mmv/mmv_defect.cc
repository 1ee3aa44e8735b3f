// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_defect.h"

#include <iterator>

namespace fdr::mmv {
namespace {

using enum DefectCode;

constexpr DefectInfo kDefects[] = {
    {kUnreadable, "mmv.unreadable", Effect::kFile, "The file cannot be read."},
    {kTooLarge, "mmv.too-large", Effect::kFile, "The file is larger than 64 MiB."},
    {kShort, "mmv.short", Effect::kFile, "The file ends within its header."},
    {kMagic, "mmv.magic", Effect::kFile, "The file does not begin with MMV and a NUL."},
    {kVersion, "mmv.version", Effect::kFile, "The version is not 1, 2 or 3."},
    {kUnfinished, "mmv.unfinished", Effect::kFile,
     "The two generation numbers differ, or are 0: a writer has not finished."},
    {kCluster, "mmv.cluster", Effect::kFile, "The cluster is not between 0 and 4095."},
    {kContents, "mmv.contents", Effect::kFile,
     "The table of contents has no entry, or reaches beyond the file."},
    {kSectionType, "mmv.section-type", Effect::kFile, "The type of a section is unknown."},
    {kSectionTwice, "mmv.section-twice", Effect::kFile, "Two sections have the same type."},
    {kSectionPlace, "mmv.section-place", Effect::kFile,
     "A section has a negative count, or reaches beyond the file."},
    {kSectionMissing, "mmv.section-missing", Effect::kFile,
     "The section of metrics, or that of values, is missing."},
    {kIndomSerial, "mmv.indom-serial", Effect::kPart,
     "The serial of an instance domain is not between 1 and 2047, or another domain has it."},
    {kIndomInstances, "mmv.indom-instances", Effect::kPart,
     "The instances of a domain are no entries of the section of instances."},
    {kInstanceIndom, "mmv.instance-indom", Effect::kPart,
     "An instance does not point to the domain that lists it."},
    {kInstanceId, "mmv.instance-id", Effect::kPart,
     "The identifier of an instance is negative, or another instance of the domain has it."},
    {kInstanceName, "mmv.instance-name", Effect::kPart,
     "The name of an instance is empty, has no place in the file, or has no end."},
    {kMetricName, "mmv.metric-name", Effect::kPart, "The name of a metric is not a valid name."},
    {kMetricNameTwice, "mmv.metric-name-twice", Effect::kPart, "An earlier metric has this name."},
    {kMetricItem, "mmv.metric-item", Effect::kPart,
     "The item number of a metric is larger than 1023."},
    {kMetricItemTwice, "mmv.metric-item-twice", Effect::kPart,
     "An earlier metric has this item number."},
    {kMetricType, "mmv.metric-type", Effect::kPart, "The type of a metric does not exist."},
    {kMetricSemantics, "mmv.metric-semantics", Effect::kPart,
     "The semantics of a metric do not exist."},
    {kMetricIndom, "mmv.metric-indom", Effect::kPart,
     "The file does not have the instance domain of a metric."},
    {kValueMetric, "mmv.value-metric", Effect::kPart, "A value does not point to a metric."},
    {kValueInstance, "mmv.value-instance", Effect::kPart,
     "A value does not point to an instance of its metric's domain."},
    {kValueTwice, "mmv.value-twice", Effect::kPart,
     "An earlier value is of the same metric and instance."},
    {kValueString, "mmv.value-string", Effect::kPart,
     "The string of a value has no place in the file."},
    {kLabelLevel, "mmv.label-level", Effect::kPart,
     "A label is not one of a cluster, a metric, an instance domain or an instance."},
    {kLabelObject, "mmv.label-object", Effect::kPart,
     "The file does not have the metric, the instance domain or the instance of a label."},
    {kLabelText, "mmv.label-text", Effect::kPart,
     "A label is not a name and a value as JSON, or has no end."},
    {kSectionOverlap, "mmv.section-overlap", Effect::kNone,
     "A section shares bytes with another one, or with the table of contents."},
    {kSectionAlignment, "mmv.section-alignment", Effect::kNone,
     "The section of values does not begin at a multiple of 8 bytes."},
    {kMetricNoValue, "mmv.metric-no-value", Effect::kNone, "A metric has no value."},
    {kTextPlace, "mmv.text-place", Effect::kNone, "A help text has no place in the file."},
    {kStringPlace, "mmv.string-place", Effect::kNone,
     "A string is not an entry of the section of strings."},
    {kStringEnd, "mmv.string-end", Effect::kNone, "A string has no NUL at its end."},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kDefects); ++i)
    if (kDefects[i].code != static_cast<DefectCode>(i)) return false;
  return std::size(kDefects) == static_cast<std::size_t>(kStringEnd) + 1;
}
static_assert(InOrder());

}  // namespace

std::span<const DefectInfo> DefectCodes() { return kDefects; }

const DefectInfo& InfoOf(DefectCode code) { return kDefects[static_cast<std::size_t>(code)]; }

}  // namespace fdr::mmv
