// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/import_context.h"

#include <pcp/import.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "fdr/replay/own_host_name.h"
#include "fdr/replay/pcp/log_import/complaints.h"
#include "fdr/replay/pcp/log_import/default_label.h"
#include "fdr/replay/pcp/log_import/result_copy.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::log_import {
namespace {

std::optional<std::string> Copied(const char* text) {
  if (text == nullptr) return std::nullopt;
  return text;
}

int Set(std::optional<std::string>& to, const char* text) {
  if (text == nullptr) return -EINVAL;
  to = text;
  return 0;
}

}  // namespace

ImportContext::ImportContext(const char* base, DefinedMetadata metadata)
    : base_(Copied(base)), version_(DefaultVersion()), metadata_(std::move(metadata)) {}

int ImportContext::SetHost(const char* host) { return Set(host_, host); }

int ImportContext::SetZone(const char* zone) { return Set(zone_, zone); }

int ImportContext::SetVersion(int version) {
  if (version != 2 && version != 3) return PMI_ERR_BADVERSION;
  version_ = static_cast<Version>(version);
  return 0;
}

int ImportContext::Put(const DefinedHandle& handle, const char* text) {
  return values_.Put(handle, metadata_.metrics()[handle.metric].desc, text);
}

int ImportContext::PutValue(const char* metric, const char* instance, const char* text) {
  DefinedHandle handle{};
  if (const int sts = metadata_.Find(metric, instance, handle); sts < 0) return sts;
  return Put(handle, text);
}

int ImportContext::PutHandle(int handle, const char* text) {
  const DefinedHandle* const known = metadata_.FindHandle(handle);
  return known == nullptr ? PMI_ERR_BADHANDLE : Put(*known, text);
}

int ImportContext::CheckStamp(Timestamp stamp) const {
  if (!last_stamp_ || stamp >= *last_stamp_) return 0;
  ComplainOfStamp(stamp, *last_stamp_);
  return PMI_ERR_BADTIMESTAMP;
}

int ImportContext::Open(Timestamp start) {
  if (state_ == State::kActive) return 0;
  if (state_ == State::kEnd) return PM_ERR_NOCONTEXT;
  if (!base_) return -EINVAL;
  ImportOptions options;
  options.volume_limit = VolumeLimit();
  LabelRecord& label = options.label;
  label.version = version_;
  label.pid = getpid();
  label.start = start;
  label.host = std::string_view(host_ ? *host_ : OwnHostName());
  const std::string zone = zone_ ? *zone_ : LocalZone();
  label.timezone = std::string_view(zone);
  if (!zone_ && version_ == Version::k3) label.zoneinfo = std::string_view(LocalZoneInfo());
  Result<ImportArchive> archive = ImportArchive::Create(*base_, options);
  if (!archive) {
    ComplainOfFile(*base_, archive.error());
    return pmapi::ErrorCode(archive.error());
  }
  archive_ = std::move(*archive);
  state_ = State::kActive;
  pmNewZone(zone.c_str());  // a side effect that programs may count on
  return 0;
}

// A metric without a descriptor is none: only texts and labels name some.
Result<void> ImportContext::AddMetric(Timestamp stamp, pmID pmid) {
  DefinedMetric* const metric = metadata_.FindMetric(pmid);
  if (metric == nullptr) return {};
  if (!metric->is_written)
    if (auto added = archive_->AddMetric(*metric); !added) return added;
  metric->is_written = true;
  return AddDomain(stamp, metric->desc.indom);
}

Result<void> ImportContext::AddDomain(Timestamp stamp, pmInDom indom) {
  DefinedDomain* const domain = indom == PM_INDOM_NULL ? nullptr : metadata_.FindDomain(indom);
  if (domain == nullptr || domain->is_written) return {};
  if (auto added = archive_->AddDomain(stamp, *domain); !added) return added;
  domain->is_written = true;
  domain->Sort();
  return {};
}

Result<void> ImportContext::AddNews(Timestamp stamp) {
  for (std::size_t i = metadata_.written_texts(); i < metadata_.texts().size(); ++i) {
    const DefinedText& text = metadata_.texts()[i];
    auto added = text.type == PM_TEXT_PMID ? AddMetric(stamp, text.id) : AddDomain(stamp, text.id);
    if (added) added = archive_->AddText(text);
    if (!added) return added;
  }
  for (const DefinedLabels& labels : metadata_.labels()) {
    Result<void> added;
    if (labels.type == PM_LABEL_ITEM)
      added = AddMetric(stamp, labels.id);
    else if (labels.type == PM_LABEL_INDOM || labels.type == PM_LABEL_INSTANCES)
      added = AddDomain(stamp, labels.id);
    if (added) added = archive_->AddLabels(stamp, labels);
    if (!added) return added;
  }
  metadata_.EndNews();
  return {};
}

Result<void> ImportContext::WriteMarksUpTo(Timestamp latest) {
  for (; marks_ > 0; --marks_) {
    const Timestamp stamp = std::min(last_stamp_->Plus(kNanosPerMillisecond), latest);
    if (auto written = archive_->WriteMark(stamp); !written) return written;
  }
  return {};
}

Result<void> ImportContext::WriteValues(Timestamp stamp) {
  if (auto written = WriteMarksUpTo(stamp); !written) return written;
  for (const PendingSet& set : values_.sets())
    if (auto added = AddMetric(stamp, set.pmid); !added) return added;
  if (auto added = AddNews(stamp); !added) return added;
  if (values_.empty()) return archive_->Flush();
  values_.Encode(stamp, encoder_);
  return archive_->Write(encoder_);
}

int ImportContext::Write(Timestamp stamp) {
  if (values_.empty() && !metadata_.has_news()) return PMI_ERR_NODATA;
  if (const int sts = CheckStamp(stamp); sts < 0) return sts;
  int sts = Open(stamp);
  if (sts == 0) {
    const Result<void> written = WriteValues(stamp);
    if (written)
      last_stamp_ = stamp;
    else
      sts = StatusOf(written.error());
  }
  values_.Clear();
  return sts;
}

Result<void> ImportContext::WriteRecord(Timestamp stamp, std::span<pmValueSet* const> sets) {
  if (auto written = WriteMarksUpTo(stamp); !written) return written;
  for (const pmValueSet* const set : sets)
    if (auto added = AddMetric(stamp, set->pmid); !added) return added;
  return sets.empty() ? archive_->WriteMark(stamp) : archive_->Write(encoder_);
}

int ImportContext::WriteSets(Timestamp stamp, std::span<pmValueSet* const> sets) {
  values_.Clear();
  if (const int sts = CheckStamp(stamp); sts < 0) return sts;
  encoder_.Begin(stamp);
  if (const int sts = CopySets(sets, encoder_); sts < 0) return sts;
  for (const pmValueSet* const set : sets)
    if (metadata_.FindMetric(set->pmid) == nullptr) return PM_ERR_PMID;
  if (const int sts = Open(stamp); sts < 0) return sts;
  if (const Result<void> written = WriteRecord(stamp, sets); !written)
    return StatusOf(written.error());
  last_stamp_ = stamp;
  return 0;
}

int ImportContext::WriteMark() {
  if (state_ == State::kEnd) return PM_ERR_NOCONTEXT;
  if (archive_ && last_stamp_) ++marks_;
  return 0;
}

int ImportContext::End() {
  state_ = State::kEnd;
  if (!archive_) return 0;
  const Timestamp end = last_stamp_.value_or(Timestamp());
  const Result<void> marked = WriteMarksUpTo(end.Plus(kNanosPerMillisecond));
  const Result<void> closed = archive_->Close();
  archive_.reset();
  if (!marked) return StatusOf(marked.error());
  return closed ? 0 : StatusOf(closed.error());
}

}  // namespace fdr::log_import
