// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/metadata_questions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"

namespace fdr {
namespace {

// Asks for many in one message if the collector knows that message; otherwise one by one.
class DescSearch : public std::enable_shared_from_this<DescSearch> {
 public:
  DescSearch(PmcdConnection& connection, std::vector<MetricId> ids,
             Done<std::vector<Result<Desc>>> done)
      : connection_(connection), ids_(std::move(ids)), done_(std::move(done)) {
    found_.resize(ids_.size());
  }

  void Start() {
    const bool by_many = connection_.greeting().Has(kFeatureDescs);
    const std::size_t at_once = by_many ? DescIdsPdu::kMaxMetrics : 1;
    open_ = 1;  // this function counts as a question
    for (std::size_t i = 0; i < ids_.size(); i += at_once) {
      ++open_;
      const std::size_t count = std::min(at_once, ids_.size() - i);
      by_many ? AskForMany(i, count) : AskForOne(i);
    }
    Close();
  }

 private:
  void AskForOne(std::size_t i) {
    connection_.AskFor<DescPdu>(
        PduType::kDesc, [&](ByteBuffer& out) { DescRequestPdu{ids_[i]}.Encode(out); },
        [self = shared_from_this(), i](Result<DescPdu> answer) {
          if (answer)
            self->Take(i, answer->desc);
          else
            self->Fails(i, 1, std::move(answer.error()));
          self->Close();
        });
  }

  void AskForMany(std::size_t first, std::size_t count) {
    connection_.AskFor<DescsPdu>(
        PduType::kDescs,
        [&](ByteBuffer& out) { DescIdsPdu::Encode(std::span(ids_).subspan(first, count), out); },
        [self = shared_from_this(), first, count](Result<DescsPdu> answer) {
          self->OnMany(first, count, std::move(answer));
          self->Close();
        });
  }

  void OnMany(std::size_t first, std::size_t count, Result<DescsPdu> answer) {
    if (!answer) return Fails(first, count, std::move(answer.error()));
    if (answer->descs.size() != count) return Disbelieve("not as many as metrics");
    for (std::size_t i = 0; i < count; ++i) {
      if (answer->descs[i].id.IsNull())
        Fails(first + i, 1, CollectorError(kPcpUnknownMetric));
      else
        Take(first + i, answer->descs[i]);
    }
  }

  void Take(std::size_t i, const Desc& desc) {
    if (desc.id != ids_[i]) return Disbelieve("of another metric");
    found_[i] = desc;
  }

  // An error of the collector is the answer for these metrics; any other error fails the question.
  void Fails(std::size_t first, std::size_t count, Error error) {
    if (error.pcp_error == 0) {
      failure_ = std::move(error);
      return;
    }
    for (std::size_t i = first; i < first + count; ++i)
      found_[i] = Fail(About(ToString(ids_[i]), error));
  }

  void Disbelieve(std::string_view why) {
    failure_ = connection_.Reject(BadPdu("descriptor", why).value());
  }

  void Close() {
    if (--open_ > 0) return;
    if (failure_) return done_(Fail(std::move(*failure_)));
    done_(std::move(found_));
  }

  PmcdConnection& connection_;
  std::vector<MetricId> ids_;
  Done<std::vector<Result<Desc>>> done_;
  std::vector<Result<Desc>> found_;
  std::optional<Error> failure_;
  std::size_t open_ = 0;
};

}  // namespace

void AskForDescs(PmcdConnection& connection, std::vector<MetricId> ids,
                 Done<std::vector<Result<Desc>>> done) {
  std::make_shared<DescSearch>(connection, std::move(ids), std::move(done))->Start();
}

void AskForInstances(PmcdConnection& connection, InDomId indom,
                     Done<std::vector<NamedInstance>> done) {
  connection.AskFor<InstancePdu>(
      PduType::kInstance,
      [&](ByteBuffer& out) {
        InstanceRequestPdu{indom, -1, {}}.Encode(out);
      },
      [indom, done = std::move(done)](Result<InstancePdu> answer) {
        if (!answer) return done(Fail(About(ToString(indom), std::move(answer.error()))));
        std::vector<NamedInstance> instances;
        instances.reserve(answer->instances.size());
        for (const Instance& instance : answer->instances)
          instances.push_back({instance.id, std::string(instance.name)});
        std::ranges::stable_sort(instances, {}, &NamedInstance::id);
        done(std::move(instances));
      });
}

namespace {

// `request` asks for one instance.
template <class Use>
void AskForInstance(PmcdConnection& connection, const InstanceRequestPdu& request, Use use) {
  connection.AskFor<InstancePdu>(
      PduType::kInstance, [&](ByteBuffer& out) { request.Encode(out); },
      [indom = request.indom, use = std::move(use), &connection](Result<InstancePdu> answer) {
        if (!answer) return use(Fail(About(ToString(indom), std::move(answer.error()))));
        if (answer->instances.size() != 1)
          return use(Fail(connection.Reject(BadPdu("instances", "not one").value())));
        use(answer->instances[0]);
      });
}

}  // namespace

void AskForInstanceName(PmcdConnection& connection, InDomId indom, InstanceId instance,
                        Done<std::string> done) {
  if (instance == kSingular)  // would ask for all instances
    return done(Fail(About(ToString(indom), CollectorError(kPcpUnknownInstance))));
  AskForInstance(connection, {indom, instance, {}},
                 [done = std::move(done)](const Result<Instance>& found) {
                   if (!found) return done(Fail(found.error()));
                   done(std::string(found->name));
                 });
}

void AskForInstanceCalled(PmcdConnection& connection, InDomId indom, std::string_view name,
                          Done<InstanceId> done) {
  if (name.empty() || name.size() > kMaxRequestSize / 2)  // cannot be the name of an instance
    return done(Fail(About(ToString(indom), CollectorError(kPcpUnknownInstance))));
  AskForInstance(connection, {indom, -1, name},
                 [done = std::move(done)](const Result<Instance>& found) {
                   if (!found) return done(Fail(found.error()));
                   done(found->id);
                 });
}

void AskForText(PmcdConnection& connection, TextKind kind, std::uint32_t id,
                Done<std::string> done) {
  connection.AskFor<TextPdu>(
      PduType::kText,
      [&](ByteBuffer& out) {
        TextRequestPdu{id, kind}.Encode(out);
      },
      [done = std::move(done)](Result<TextPdu> answer) {
        if (!answer) return done(Fail(std::move(answer.error())));
        done(std::string(answer->text));
      });
}

void AskForLabels(PmcdConnection& connection, LabelLevel level, std::uint32_t id,
                  Done<std::vector<OwnedLabelSet>> done) {
  connection.AskFor<LabelPdu>(
      PduType::kLabel,
      [&](ByteBuffer& out) {
        LabelRequestPdu{id, level}.Encode(out);
      },
      [level, id, done = std::move(done), &connection](Result<LabelPdu> answer) {
        if (!answer) return done(Fail(std::move(answer.error())));
        if (answer->level != level || answer->id != id)
          return done(Fail(connection.Reject(BadPdu("labels", "of something else").value())));
        std::vector<OwnedLabelSet> sets;
        sets.reserve(answer->sets.size());
        for (LabelSet& set : answer->sets)
          sets.push_back({set.instance, std::string(set.json), std::move(set.entries),
                          std::min(set.count, 0)});
        done(std::move(sets));
      });
}

}  // namespace fdr
