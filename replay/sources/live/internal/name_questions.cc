// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/name_questions.h"

#include <memory>
#include <utility>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"

namespace fdr {
namespace {

// Asks for many names in one message.  If several names are unknown, the answer does not say why;
// so asks for each of them again, alone.
class IdSearch : public std::enable_shared_from_this<IdSearch> {
 public:
  IdSearch(PmcdConnection& connection, std::span<const std::string> names,
           Done<std::vector<Result<MetricId>>> done)
      : connection_(connection), names_(names), done_(std::move(done)) {
    found_.resize(names.size());
  }

  void Start() {
    open_ = 1;  // this function counts as a question
    for (std::size_t first = 0; first < names_.size();) first = AskBatch(first);
    Close();
  }

 private:
  // A collector accepts messages of up to 64 KiB.
  static constexpr std::size_t kMaxBatch = kMaxRequestSize - 1024;

  // Asks for as many names, from `first` on, as fit into a message.  Returns the first name after
  // them.
  std::size_t AskBatch(std::size_t first) {
    std::vector<std::size_t> batch;
    std::size_t size = 0, next = first;
    for (; next < names_.size(); ++next) {
      const std::string& name = names_[next];
      const std::size_t entry = NamesPdu::EntrySize(name);
      if (name.empty() || entry > kMaxBatch) {  // cannot be the name of a metric
        found_[next] = Fail(About(name.substr(0, 80), CollectorError(kPcpUnknownName)));
        continue;
      }
      if (size + entry > kMaxBatch) break;
      size += entry;
      batch.push_back(next);
    }
    if (!batch.empty()) Ask(std::move(batch));
    return next;
  }

  void Ask(std::vector<std::size_t> batch) {
    ++open_;
    NamesPdu question;
    for (const std::size_t i : batch) question.names.push_back(names_[i]);
    connection_.AskFor<IdsPdu>(
        PduType::kIds, [&](ByteBuffer& out) { question.Encode(out); },
        [self = shared_from_this(), batch = std::move(batch)](Result<IdsPdu> answer) {
          self->OnAnswer(batch, std::move(answer));
          self->Close();
        });
  }

  void OnAnswer(const std::vector<std::size_t>& batch, Result<IdsPdu> answer) {
    if (!answer && batch.size() == 1 && answer.error().pcp_error != 0) {
      found_[batch[0]] = Fail(About(names_[batch[0]], std::move(answer.error())));
      return;
    }
    if (answer && answer->ids.size() != batch.size())
      answer = Fail(connection_.Reject(BadPdu("identifiers", "not as many as names").value()));
    if (!answer) {
      failure_ = std::move(answer.error());
      return;
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const MetricId id = answer->ids[i];
      if (!id.IsNull())
        found_[batch[i]] = id;
      else if (batch.size() > 1)
        Ask({batch[i]});
      else
        found_[batch[i]] = Fail(About(names_[batch[i]], CollectorError(kPcpUnknownName)));
    }
  }

  void Close() {
    if (--open_ > 0) return;
    if (failure_) return done_(Fail(std::move(*failure_)));
    done_(std::move(found_));
  }

  PmcdConnection& connection_;
  std::span<const std::string> names_;
  Done<std::vector<Result<MetricId>>> done_;
  std::vector<Result<MetricId>> found_;
  std::optional<Error> failure_;
  std::size_t open_ = 0;
};

std::vector<std::string> Owned(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

void AskForIds(PmcdConnection& connection, std::span<const std::string> names,
               Done<std::vector<Result<MetricId>>> done) {
  std::make_shared<IdSearch>(connection, names, std::move(done))->Start();
}

void AskForNamesOf(PmcdConnection& connection, MetricId id, Done<std::vector<std::string>> done) {
  connection.AskFor<NamesPdu>(
      PduType::kNames,
      [&](ByteBuffer& out) {
        IdsPdu{0, {id}}.Encode(out);
      },
      [id, done = std::move(done)](Result<NamesPdu> answer) {
        if (!answer) return done(Fail(About(ToString(id), std::move(answer.error()))));
        done(Owned(answer->names));
      });
}

void AskForChildren(PmcdConnection& connection, std::string_view name,
                    Done<std::vector<NameChild>> done) {
  connection.AskFor<NamesPdu>(
      PduType::kNames,
      [&](ByteBuffer& out) {
        SubtreePdu{1, name}.Encode(PduType::kChildren, out);
      },
      [name = std::string(name), done = std::move(done), &connection](Result<NamesPdu> answer) {
        if (!answer) return done(Fail(About(name, std::move(answer.error()))));
        if (answer->status.size() != answer->names.size())
          return done(Fail(connection.Reject(BadPdu("names", "without their status").value())));
        std::vector<NameChild> children;
        children.reserve(answer->names.size());
        for (std::size_t i = 0; i < answer->names.size(); ++i)
          children.push_back({std::string(answer->names[i]), answer->status[i] == NamesPdu::kLeaf});
        done(std::move(children));
      });
}

void AskForSubtree(PmcdConnection& connection, std::string_view name,
                   Done<std::vector<std::string>> done) {
  connection.AskForPerhaps<NamesPdu>(
      PduType::kNames,
      [&](ByteBuffer& out) {
        SubtreePdu{0, name}.Encode(PduType::kTraverse, out);
      },
      [name = std::string(name), done = std::move(done)](Result<std::optional<NamesPdu>> answer) {
        if (!answer) return done(Fail(About(name, std::move(answer.error()))));
        if (!*answer) return done(std::vector<std::string>());
        done(Owned((*answer)->names));
      });
}

}  // namespace fdr
