// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/requests.h"

#include <cstring>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/pcp/libpcp/result_memory.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmda/agent_result.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/answers.h"
#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"

namespace fdr::pmda {
namespace {

// One request: what it asks, whom, and where the answer goes.  Each function writes an answer and
// returns 0 or more, or returns an error for the collector.
class Request {
 public:
  Request(pmdaInterface& interface, const Pdu& pdu, Connection& connection)
      : functions_(interface.version.seven),
        ext_(*interface.version.any.ext),
        version_(VersionOf(interface)),
        pdu_(pdu),
        connection_(connection),
        out_(connection.answer()) {}

  int Fetch() {
    const Result<FetchPdu> fetch = FetchPdu::Decode(pdu_.body);
    if (!fetch) return PM_ERR_IPC;
    std::vector<pmID> ids;
    ids.reserve(fetch->metrics.size());
    for (const MetricId id : fetch->metrics) ids.push_back(id.value);
    pmResult* result = nullptr;
    const int status = functions_.fetch(static_cast<int>(ids.size()), ids.data(), &result, &ext_);
    if (status < 0) return status;
    if (result == nullptr) return PM_ERR_GENERIC;
    const int encoded = EncodeResult(*result, out_);
    if (ext_.e_resultCallBack != nullptr) ext_.e_resultCallBack(result);
    return encoded;
  }

  int Describe() {
    const Result<DescRequestPdu> request = DescRequestPdu::Decode(pdu_.body);
    if (!request) return PM_ERR_IPC;
    pmDesc desc = {};
    const int status = functions_.desc(request->id.value, &desc, &ext_);
    if (status >= 0) WriteDesc(desc, out_);
    return status;
  }

  int ListInstances() {
    const Result<InstanceRequestPdu> request = InstanceRequestPdu::Decode(pdu_.body);
    if (!request) return PM_ERR_IPC;
    std::string name(request->name);
    pmInResult* result = nullptr;
    const int status = functions_.instance(request->indom.value, request->instance,
                                           name.empty() ? nullptr : name.data(), &result, &ext_);
    if (status < 0) return status;
    if (result == nullptr) return PM_ERR_GENERIC;
    WriteInstances(*result, out_);
    libpcp::FreeInResult(result);
    return 0;
  }

  int ShowText() {
    const Result<TextRequestPdu> request = TextRequestPdu::Decode(pdu_.body);
    if (!request) return PM_ERR_IPC;
    char* text = nullptr;
    const int status = functions_.text(static_cast<int>(request->id),
                                       static_cast<int>(request->kind), &text, &ext_);
    if (status < 0) return status;
    if (text == nullptr) return PM_ERR_TEXT;
    TextPdu{request->id, text}.Encode(out_);
    return 0;
  }

  int Store() {
    pmResult* result = nullptr;
    StoredResult stored;
    int status = stored.Decode(pdu_, result);
    if (status >= 0) status = functions_.store(result, &ext_);
    if (status >= 0) ErrorPdu{0}.Encode(out_);
    return status;
  }

  int FindId() {
    const Result<NamesPdu> request = NamesPdu::Decode(pdu_.body);
    if (!request || request->names.size() != 1) return PM_ERR_IPC;
    if (version_ < PMDA_INTERFACE_4) return PM_ERR_NAME;
    const std::string name(request->names[0]);
    pmID id = PM_ID_NULL;
    const int status = functions_.pmid(name.c_str(), &id, &ext_);
    if (status >= 0) IdsPdu{.status = 0, .ids = {MetricId{id}}}.Encode(out_);
    return status;
  }

  int FindNames() {
    const Result<IdsPdu> request = IdsPdu::Decode(pdu_.body);
    if (!request || request->ids.size() != 1) return PM_ERR_IPC;
    if (version_ < PMDA_INTERFACE_4) return PM_ERR_PMID;
    char** names = nullptr;
    const int count = functions_.name(request->ids[0].value, &names, &ext_);
    if (count >= 0) WriteNames(names, nullptr, count, out_);
    std::free(names);  // NOLINT
    return count;
  }

  int ListChildren() {
    const Result<SubtreePdu> request = SubtreePdu::Decode(pdu_.body);
    if (!request) return PM_ERR_IPC;
    if (version_ < PMDA_INTERFACE_4) return PM_ERR_NAME;
    const std::string name(request->name);
    const bool traverses = pdu_.type == PduType::kTraverse;
    char** names = nullptr;
    int* states = nullptr;
    const int count = functions_.children(name.c_str(), traverses ? 1 : 0, &names, &states, &ext_);
    if (count >= 0)
      WriteNames(names, !traverses && request->with_status != 0 ? states : nullptr, count, out_);
    std::free(names);   // NOLINT
    std::free(states);  // NOLINT
    return count;
  }

  int ShowLabels() {
    const Result<LabelRequestPdu> request = LabelRequestPdu::Decode(pdu_.body);
    if (!request) return PM_ERR_IPC;
    if (version_ < PMDA_INTERFACE_7) return PM_ERR_NOLABELS;
    pmLabelSet* sets = nullptr;
    const int count = functions_.label(static_cast<int>(request->id),
                                       static_cast<int>(request->level), &sets, &ext_);
    if (count >= 0) WriteLabels(*request, sets, count, out_);
    if (count > 0) pmFreeLabelSets(sets, count);
    return count;
  }

  void TakeProfile() {
    const Result<ProfilePdu> request = ProfilePdu::Decode(pdu_.body);
    if (request) functions_.profile(connection_.profile.Take(request->profile), &ext_);
  }

  void TakeAttribute() {
    if (version_ < PMDA_INTERFACE_6) return;
    const Result<AttributePdu> request = AttributePdu::Decode(pdu_.body);
    if (!request) return;
    // The text that agents get ends with a zero byte, which counts.
    const std::string value(UpToNul(request->value));
    functions_.attribute(ext_.e_context, static_cast<int>(request->code), value.c_str(),
                         static_cast<int>(value.size() + 1), &ext_);
  }

  void TakeError() {
    const Result<ErrorPdu> request = ErrorPdu::Decode(pdu_.body);
    if (!request || request->code != PM_ERR_NOTCONN) return;
    if (version_ >= PMDA_INTERFACE_5 && ext_.e_endCallBack != nullptr)
      ext_.e_endCallBack(ext_.e_context);
  }

 private:
  decltype(pmdaInterface::version.seven)& functions_;
  pmdaExt& ext_;
  int version_;
  const Pdu& pdu_;
  Connection& connection_;
  ByteBuffer& out_;
};

// True for requests that have no answer.
bool Take(Request& request, PduType type) {
  switch (type) {
    case PduType::kProfile:
      request.TakeProfile();
      return true;
    case PduType::kAttribute:
      request.TakeAttribute();
      return true;
    case PduType::kError:
      request.TakeError();
      return true;
    case PduType::kCredentials:
      return true;
    default:
      return false;
  }
}

int Answer(Request& request, PduType type) {
  switch (type) {
    case PduType::kFetch:
      return request.Fetch();
    case PduType::kDescRequest:
      return request.Describe();
    case PduType::kInstanceRequest:
      return request.ListInstances();
    case PduType::kTextRequest:
      return request.ShowText();
    case PduType::kResult:
      return request.Store();
    case PduType::kNames:
      return request.FindId();
    case PduType::kIds:
      return request.FindNames();
    case PduType::kChildren:
    case PduType::kTraverse:
      return request.ListChildren();
    case PduType::kLabelRequest:
      return request.ShowLabels();
    default:
      pmNotifyErr(LOG_ERR, "Unrecognised pdu type: 0x%x?\n", static_cast<unsigned>(type));
      return PM_ERR_NYI;
  }
}

const char* NameOf(PduType type) {
  switch (type) {
    case PduType::kProfile:
      return "PROFILE";
    case PduType::kAttribute:
      return "ATTR";
    case PduType::kFetch:
      return "FETCH";
    case PduType::kDescRequest:
      return "DESC_REQ";
    case PduType::kInstanceRequest:
      return "INSTANCE_REQ";
    case PduType::kTextRequest:
      return "TEXT_REQ";
    case PduType::kResult:
      return "RESULT";
    case PduType::kNames:
      return "PMNS_NAMES";
    case PduType::kIds:
      return "PMNS_IDS";
    case PduType::kChildren:
      return "PMNS_CHILD";
    case PduType::kTraverse:
      return "PMNS_TRAVERSE";
    case PduType::kLabelRequest:
      return "LABEL_REQ";
    default:
      return "ERROR";
  }
}

}  // namespace

int AnswerRequest(pmdaInterface& interface, const Pdu& pdu, Connection& connection) {
  if (pmDebugOptions.libpmda) pmNotifyErr(LOG_DEBUG, "Received PDU_%s\n", NameOf(pdu.type));
  const pmdaExt& ext = *interface.version.any.ext;
  const int refusal = ext.e_checkCallBack != nullptr ? ext.e_checkCallBack() : 0;
  Request request(interface, pdu, connection);
  if (refusal >= 0 && Take(request, pdu.type)) return 0;
  const bool has_no_answer = pdu.type == PduType::kProfile || pdu.type == PduType::kAttribute ||
                             pdu.type == PduType::kError || pdu.type == PduType::kCredentials;
  if (has_no_answer) return 0;
  const int status = refusal < 0 ? refusal : Answer(request, pdu.type);
  if (status < 0) {
    connection.answer().clear();
    ErrorPdu{status}.Encode(connection.answer());
  }
  return 0;
}

}  // namespace fdr::pmda
