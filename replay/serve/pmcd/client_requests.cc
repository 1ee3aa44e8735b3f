// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/client_requests.h"

#include <algorithm>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/serve/pmcd/error_numbers.h"
#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/replay/values/encode_set.h"

namespace fdr {
namespace {

constexpr std::size_t kMostProfiles = 64;
constexpr std::size_t kLargeAnswer = 1 << 17;  // whose memory is not kept for the next one
// A client may ask for features only with these bits; the others need no asking.
constexpr std::uint16_t kKnownFlags = 0x00df;
constexpr std::uint32_t kDirectText = 16;  // a matter of clients

std::int32_t NumberOf(const FetchedSet& set) {
  switch (set.status) {
    case SetStatus::kUnknownMetric:
    case SetStatus::kUndescribed:
      return kPcpUnknownMetric;
    case SetStatus::kRecordedError:
      return set.code;
    case SetStatus::kNotInterpolable:
      return kPcpType;
    case SetStatus::kValues:
    case SetStatus::kNoValues:
      break;
  }
  return 0;
}

// A name without a blank also means the instance whose name begins with it, up to a blank.
const NamedInstance* FindByName(const std::vector<NamedInstance>& instances,
                                std::string_view name) {
  const bool is_whole = name.find(' ') != std::string_view::npos;
  const auto fits = [&](const NamedInstance& one) {
    const std::string_view known = one.name;
    return known == name || (!is_whole && FirstWordOf(known) == name);
  };
  const auto found = std::ranges::find_if(instances, fits);
  return found == instances.end() ? nullptr : &*found;
}

// All instances, or the one that is asked for; without instances if there is no such one.
InstancePdu ChosenInstances(const std::vector<NamedInstance>& all, InDomId indom,
                            InstanceId instance, const std::string& name) {
  InstancePdu pdu{indom, {}};
  if (!name.empty()) {
    if (const NamedInstance* found = FindByName(all, name))
      pdu.instances.push_back({found->id, ""});
  } else if (instance != kSingular) {
    const auto found = std::ranges::find(all, instance, &NamedInstance::id);
    if (found != all.end()) pdu.instances.push_back({kSingular, found->name});
  } else {
    for (const NamedInstance& one : all) pdu.instances.push_back({one.id, one.name});
  }
  return pdu;
}

}  // namespace

void ClientRequests::Greet(ByteBuffer& out) {
  facts_.out.Count(PduType::kError);
  GreetingPdu greeting;
  greeting.features = kFeatureLabels | kFeatureHighres | kFeatureDescs | kFeatureContainer;
  greeting.Encode(out);
}

void ClientRequests::Answer(const Pdu& request, ByteBuffer& out, Answered answered) {
  out_ = &out;
  answered_ = std::move(answered);
  facts_.in.Count(request.type);
  if (!is_greeted_ && request.type != PduType::kCredentials) return EndWithoutGreeting();
  if (!IsPermitted(request.type)) return Refuse(kPcpPermission);
  Dispatch(request);
}

// A profile has no answer, so it is taken from every client.
bool ClientRequests::IsPermitted(PduType request) const {
  switch (request) {
    case PduType::kCredentials:
    case PduType::kAttribute:
    case PduType::kProfile:
      return true;
    case PduType::kResult:
      return (rights_ & kMayStore) != 0;
    default:
      return (rights_ & kMayFetch) != 0;
  }
}

void ClientRequests::Dispatch(const Pdu& request) {
  switch (request.type) {
    case PduType::kCredentials:
      return TakeCredentials(request.body);
    case PduType::kAttribute:
      return TakeAttribute(request.body);
    case PduType::kProfile:
      return TakeProfile(request.body);
    case PduType::kFetch:
    case PduType::kHighresFetch:
      return Fetch(request);
    case PduType::kDescRequest:
      return DescribeOne(request.body);
    case PduType::kDescIds:
      return DescribeMany(request.body);
    case PduType::kInstanceRequest:
      return ListInstances(request.body);
    case PduType::kTextRequest:
      return ShowText(request.body);
    case PduType::kNames:
      return FindIds(request.body);
    case PduType::kIds:
      return FindNames(request.body);
    case PduType::kChildren:
      return ListChildren(request.body);
    case PduType::kTraverse:
      return Traverse(request.body);
    case PduType::kLabelRequest:
      return ShowLabels(request.body);
    case PduType::kResult:
      return Store(request);
    default:
      return Refuse(kPcpProtocol);
  }
}

void ClientRequests::Refuse(std::int32_t number) { Reply(PduType::kError, ErrorPdu{number}); }

// The session.

void ClientRequests::TakeCredentials(Bytes body) {
  const Result<CredentialsPdu> credentials = CredentialsPdu::Decode(body);
  if (!credentials) return EndWithoutGreeting();
  is_greeted_ = true;
  if ((credentials->flags & ~kKnownFlags) != 0) return Refuse(kPcpProtocol);
  if ((credentials->flags & kFeatureSecure) != 0) return Refuse(kPcpNotConnected);
  Finish();
}

void ClientRequests::TakeAttribute(Bytes body) {
  const Result<AttributePdu> attribute = AttributePdu::Decode(body);
  if (!attribute || attribute->code != AttributeCode::kContainer) return Refuse(kPcpProtocol);
  const std::string_view name = attribute->value;
  source_.OnContainer(number_, std::string(name.substr(0, name.find('\0'))));
  Finish();
}

// A rule of a profile takes more memory than its bytes in the message.
std::size_t ClientRequests::Memory() const {
  constexpr std::size_t kGrowth = 4;
  std::size_t size = 0;
  for (const auto& [context, sent] : profiles_) size += sizeof sent + kGrowth * sent.size;
  return size;
}

// Has no answer, unless it is malformed.
void ClientRequests::TakeProfile(Bytes body) {
  Result<ProfilePdu> profile = ProfilePdu::Decode(body);
  if (!profile) return Refuse(kPcpProtocol);
  if (profiles_.size() < kMostProfiles || profiles_.contains(profile->context))
    profiles_[profile->context] = {std::move(profile->profile), body.size()};
  Finish();
}

// Values.

void ClientRequests::Fetch(const Pdu& request) {
  Result<FetchPdu> fetch = FetchPdu::Decode(request.body);
  if (!fetch || fetch->metrics.empty()) return Refuse(kPcpProtocol);
  const auto profile = profiles_.find(fetch->context);
  if (profile == profiles_.end()) return Refuse(kPcpNoProfile);
  ids_ = std::move(fetch->metrics);
  const PduType type = request.type == PduType::kFetch ? PduType::kResult : PduType::kHighresResult;
  source_.PresentFor(number_).StartFetch(
      ids_, profile->second.profile, result_,
      [this, type](Result<bool> fetched) { OnFetched(type, std::move(fetched)); });
}

void ClientRequests::OnFetched(PduType type, Result<bool> fetched) {
  if (!fetched) return Refuse(ErrorNumber(fetched.error(), kPcpUnknownMetric));
  if (const std::uint32_t changes = source_.TakeChanges(); changes != 0) facts_.announce(changes);
  changes_ |= source_.TakeChangesFor(number_);
  if (!*fetched) {  // outside of an archive
    result_.Begin(source_.PresentFor(number_).Now());
    for (const MetricId id : ids_) result_.AddSet(id, SetStatus::kNoValues);
  }
  encoder_.Begin(source_.StampFor(result_.stamp()));
  for (const FetchedSet& set : result_.sets()) {
    if (set.count == 0)
      encoder_.AddSet(set.id, NumberOf(set));
    else
      EncodeSet(result_, set, encoder_);
  }
  if (encoder_.overfull()) return Refuse(kPcpTooLarge);
  if (changes_ != 0) {
    facts_.out.Count(PduType::kError);
    ErrorPdu{static_cast<std::int32_t>(std::exchange(changes_, 0))}.Encode(*out_);
  }
  facts_.out.Count(type);
  EncodeResultPdu(type, encoder_, *out_);
  if (out_->size() > kLargeAnswer) {
    result_ = FetchResult();
    encoder_ = ResultEncoder();
  }
  Finish();
}

void ClientRequests::Store(const Pdu& request) {
  ResultRecord record;
  if (!DecodeResultPdu(request, record)) return Refuse(kPcpProtocol);
  if (record.sets().empty()) return Refuse(0);
  SetRecorded(record, result_);
  source_.StartStore(number_, result_, [this](StoreAnswer answer) { Refuse(answer); });
}

// Metadata.

void ClientRequests::DescribeOne(Bytes body) {
  const Result<DescRequestPdu> asked = DescRequestPdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  ids_ = {asked->id};
  source_.PresentFor(number_).StartDescs(
      ids_, [this](const Result<std::vector<Result<Desc>>>& found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownMetric));
        const Result<Desc>& one = found->front();
        if (!one) return Refuse(ErrorNumber(one.error(), kPcpUnknownMetric));
        Reply(PduType::kDesc, DescPdu{*one});
      });
}

void ClientRequests::DescribeMany(Bytes body) {
  Result<DescIdsPdu> asked = DescIdsPdu::Decode(body);
  if (!asked || asked->ids.empty()) return Refuse(kPcpProtocol);
  ids_ = std::move(asked->ids);
  source_.PresentFor(number_).StartDescs(
      ids_, [this](const Result<std::vector<Result<Desc>>>& found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownMetric));
        if (found->size() == 1 && !found->front())
          return Refuse(ErrorNumber(found->front().error(), kPcpUnknownMetric));
        DescsPdu pdu;
        // One that failed has a null identifier, and zeros.
        constexpr Desc kUnknown{MetricId{}, Type::k32, InDomId{0}, Semantics{}, {}};
        for (const Result<Desc>& one : *found) pdu.descs.push_back(one.value_or(kUnknown));
        Reply(PduType::kDescs, pdu);
      });
}

void ClientRequests::ListInstances(Bytes body) {
  const Result<InstanceRequestPdu> asked = InstanceRequestPdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  source_.PresentFor(number_).StartInstances(
      asked->indom, [this, indom = asked->indom, instance = asked->instance,
                     name = std::string(asked->name)](Result<std::vector<NamedInstance>> found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownInDom));
        const InstancePdu pdu = ChosenInstances(*found, indom, instance, name);
        const bool asks_for_one = !name.empty() || instance != kSingular;
        if (asks_for_one && pdu.instances.empty()) return Refuse(kPcpUnknownInstance);
        Reply(PduType::kInstance, pdu);
      });
}

void ClientRequests::ShowText(Bytes body) {
  const Result<TextRequestPdu> asked = TextRequestPdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  const auto kind = static_cast<TextKind>(static_cast<std::uint32_t>(asked->kind) & ~kDirectText);
  if (!IsKnown(kind)) return Refuse(kPcpProtocol);
  const bool is_metric = IsOfMetric(kind);
  source_.PresentFor(number_).StartText(
      kind, asked->id, [this, id = asked->id, is_metric](const Result<std::string>& text) {
        if (!text) return OnNoText(id, is_metric, text.error());
        Reply(PduType::kText, TextPdu{id, *text});
      });
}

// A metric may be unknown, or have no text.  Collectors and agents say which.
void ClientRequests::OnNoText(std::uint32_t id, bool is_metric, const Error& error) {
  if (error.pcp_error != 0) return Refuse(error.pcp_error);
  const std::int32_t number = ErrorNumber(error, kPcpNoText);
  if (number != kPcpNoText || !is_metric) return Refuse(number);
  ids_ = {MetricId{id}};
  source_.PresentFor(number_).StartDescs(
      ids_, [this](const Result<std::vector<Result<Desc>>>& found) {
        Refuse(found && found->front() ? kPcpNoText : kPcpUnknownMetric);
      });
}

void ClientRequests::ShowLabels(Bytes body) {
  const Result<LabelRequestPdu> asked = LabelRequestPdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  if (!IsKnown(asked->level)) return Refuse(kPcpType);
  source_.PresentFor(number_).StartLabels(
      asked->level, asked->id,
      [this, asked = *asked](const Result<std::vector<OwnedLabelSet>>& found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownDomain));
        LabelPdu pdu{asked.id, asked.level, {}};
        for (const OwnedLabelSet& set : *found)
          pdu.sets.push_back({set.instance, set.json, set.code, set.entries});
        Reply(PduType::kLabel, pdu);
      });
}

// Names.

void ClientRequests::FindIds(Bytes body) {
  const Result<NamesPdu> asked = NamesPdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  if (asked->names.empty()) return Refuse(kPcpTooFew);
  names_.assign(asked->names.begin(), asked->names.end());
  source_.PresentFor(number_).StartFind(
      names_, [this](const Result<std::vector<Result<MetricId>>>& found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownName));
        if (found->size() == 1 && !found->front())
          return Refuse(ErrorNumber(found->front().error(), kPcpUnknownName));
        IdsPdu pdu;
        for (const Result<MetricId>& one : *found) {
          pdu.ids.push_back(one.value_or(MetricId{}));
          if (one) ++pdu.status;
        }
        Reply(PduType::kIds, pdu);
      });
}

void ClientRequests::FindNames(Bytes body) {
  const Result<IdsPdu> asked = IdsPdu::Decode(body);
  if (!asked || asked->ids.size() != 1) return Refuse(kPcpProtocol);
  source_.PresentFor(number_).StartNamesOf(asked->ids.front(),
                                           [this](const Result<std::vector<std::string>>& names) {
                                             if (names) return ReplyNames(*names);
                                             Refuse(ErrorNumber(names.error(), kPcpUnknownMetric));
                                           });
}

void ClientRequests::ListChildren(Bytes body) {
  const Result<SubtreePdu> asked = SubtreePdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  names_ = {std::string(asked->name)};
  source_.PresentFor(number_).StartChildren(
      names_.front(),
      [this, with_status = asked->with_status != 0](const Result<std::vector<NameChild>>& found) {
        if (!found) return Refuse(ErrorNumber(found.error(), kPcpUnknownName));
        NamesPdu pdu;
        for (const NameChild& child : *found) {
          pdu.names.push_back(child.name);
          if (with_status)
            pdu.status.push_back(child.is_leaf ? NamesPdu::kLeaf : NamesPdu::kNonLeaf);
        }
        Reply(PduType::kNames, pdu);
      });
}

void ClientRequests::Traverse(Bytes body) {
  const Result<SubtreePdu> asked = SubtreePdu::Decode(body);
  if (!asked) return Refuse(kPcpProtocol);
  names_ = {std::string(asked->name)};
  source_.PresentFor(number_).StartTraverse(names_.front(),
                                            [this](const Result<std::vector<std::string>>& names) {
                                              if (names) return ReplyNames(*names);
                                              Refuse(ErrorNumber(names.error(), kPcpUnknownName));
                                            });
}

void ClientRequests::ReplyNames(const std::vector<std::string>& names) {
  NamesPdu pdu;
  pdu.names.assign(names.begin(), names.end());
  Reply(PduType::kNames, pdu);
}

}  // namespace fdr
