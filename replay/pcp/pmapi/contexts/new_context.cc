// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/new_context.h"

#include <pcp/pmapi.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>

#include "fdr/archive/files/folio.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/host_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/host_options.h"
#include "fdr/replay/pcp/pmapi/contexts/local_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/replay_options.h"

namespace fdr::pmapi {
namespace {

bool Has(int type, unsigned int flag) { return (static_cast<unsigned int>(type) & flag) != 0; }

// For PCP, an archive is empty if a volume or an index has only its label, although PCP can read an
// archive without an index.  The metadata are known to have records.
bool IsEmpty(const Archive& archive) {
  const std::size_t label = archive.label().size();
  const auto holds_label_only = [&](const std::string& path) {
    const Result<ByteBuffer> start = DecodePrefix(path, label + 1);
    return start && (start->empty() || start->size() == label);
  };
  const ArchiveFiles& files = archive.files();
  return holds_label_only(files.volumes.front().path) ||
         (!files.index.empty() && holds_label_only(files.index));
}

// Version 7 accepts empty archives in a list.
bool IsEmpty(const Timeline& timeline) {
  if (SpeaksVersion7() && timeline.size() > 1) return false;
  for (std::size_t i = 0; i < timeline.size(); ++i)
    if (IsEmpty(timeline.archive(i))) return true;
  return false;
}

// In PCP, only command lines take folios: --archive-folio.
bool HasFolio(std::string_view names) {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    if (IsFolio(std::string(name))) return true;
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return false;
}

// PCP ignores up to two commas at the end of a list.  Elsewhere no archive has an empty name.
Result<std::string> ListOf(std::string_view names) {
  for (int i = 0; i < 2 && names.ends_with(','); ++i) names.remove_suffix(1);
  std::string list(names);
  if (list.empty() || list.starts_with(',') || list.ends_with(',') || list.find(",,") != list.npos)
    return FailSystem(ENOENT, list);
  return list;
}

Result<std::shared_ptr<ApiContext>> OpenArchive(int type, const char* names) {
  if (names == nullptr) return FailPcp(PM_ERR_NOCONTEXT);
  if (*names == '\0') return FailPcp(PM_ERR_LOGFILE);
  if (HasFolio(names)) return FailSystem(ENOENT, names);
  const Result<std::string> list = ListOf(names);
  if (!list) return Fail(list.error());
  ReplayOptions options = OptionsFromEnvironment();
  options.open.ignore_features = Has(type, PM_CTXFLAG_NO_FEATURE_CHECK);
  Result<std::unique_ptr<ArchiveContext>> archive = ArchiveContext::Open(*list, std::move(options));
  if (!archive) return Fail(std::move(archive.error()));
  const std::optional<Error>& left_out = (*archive)->timeline().left_out_error();
  if (left_out && !SpeaksVersion7()) return Fail(*left_out);
  if (IsEmpty((*archive)->timeline())) return FailPcp(PM_ERR_NODATA);
  return std::make_shared<ArchiveApiContext>(std::move(*archive));
}

// PCP reports errors in the name of a host at once.
Result<std::shared_ptr<ApiContext>> OpenHost(int type, const char* name) {
  if (name == nullptr) return FailPcp(PM_ERR_NOCONTEXT);
  if (*name == '\0') return FailPcp(PM_ERR_NOTHOST);
  const Result<HostSpec> host = HostSpec::Parse(name);
  if (!host) {
    pmprintf("pmNewContext: bad host specification\n%s", host.error().what.c_str());
    pmflush();
    return FailPcp(PM_ERR_GENERIC);
  }
  LiveOptions options = HostOptionsFromEnvironment();
  if (Has(type, PM_CTXFLAG_AUTH) || Has(type, PM_CTXFLAG_COMPRESS)) return FailPcp(-EOPNOTSUPP);
  if (Has(type, PM_CTXFLAG_SECURE)) options.secure = true;
  if (Has(type, PM_CTXFLAG_CONTAINER) && options.container.empty() &&
      !host->Attribute({"container"}))
    return FailPcp(-ESRCH);
  options.on_message = [name = host->text](const MessageNote& message) {
    if (pmDebugOptions.pdu != 0) TraceMessage(name, message);
  };
  return HostApiContext::Open(*host, options);
}

}  // namespace

Result<std::shared_ptr<ApiContext>> OpenContext(int type, const char* name) {
  switch (type & PM_CONTEXT_TYPEMASK) {
    case PM_CONTEXT_ARCHIVE:
      return OpenArchive(type, name);
    case PM_CONTEXT_HOST:
      return OpenHost(type, name);
    case PM_CONTEXT_LOCAL:
      return LocalApiContext::Open();
    default:
      return FailPcp(PM_ERR_NOCONTEXT);
  }
}

}  // namespace fdr::pmapi
