// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaEventNewQueue(3) and pmdaEventNewClient(3), and their families.

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/event_queue.h"

namespace fdr::pmda {
namespace {

struct Queues {
  std::vector<std::unique_ptr<EventQueue>> all;  // null after the shutdown
  std::vector<int> clients;                      // by place; -1 for a free one
  int array = -1;                                // of the last records

  static Queues& Get() {
    static auto* const queues = new Queues;
    return *queues;
  }
};

EventQueue* QueueOf(int handle) {
  const auto& all = Queues::Get().all;
  const auto place = static_cast<std::size_t>(handle);
  return handle >= 0 && place < all.size() ? all[place].get() : nullptr;
}

int PlaceOf(int client) {
  const std::vector<int>& clients = Queues::Get().clients;
  for (std::size_t i = 0; i < clients.size(); ++i)
    if (clients[i] == client) return static_cast<int>(i);
  return -1;
}

int FindQueue(const char* name) {
  const auto& all = Queues::Get().all;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] != nullptr && all[i]->name() == name) return static_cast<int>(i);
  return -ESRCH;
}

int NewQueue(const char* name, std::size_t most_bytes, unsigned clients) {
  if (name == nullptr || most_bytes < 1) return -EINVAL;
  if (FindQueue(name) >= 0) return -EEXIST;
  auto& all = Queues::Get().all;
  all.push_back(std::make_unique<EventQueue>(name, most_bytes, clients));
  return static_cast<int>(all.size() - 1);
}

// Calls a function with the queue of a handle, and the value to set, if any.
template <class Body>
int WithQueue(int handle, Body body) {
  EventQueue* const queue = QueueOf(handle);
  if (queue == nullptr) return -EINVAL;
  return pmapi::Guarded([&] { return body(*queue); });
}

int PutRecords(EventQueue& queue, pmAtomValue& value, int client, pmdaEventDecodeCallBack decode,
               void* data) {
  int& array = Queues::Get().array;
  if (array < 0 && (array = pmdaEventNewArray()) < 0) return array;
  pmdaEventResetArray(array);
  int records = 0;
  const int status = queue.ForEachNew(client, [&](const std::vector<char>& event, timeval stamp) {
    const int added = decode(array, const_cast<char*>(event.data()), event.size(), &stamp, data);
    if (added > 0) records += added;
    return added;
  });
  if (status < 0) return status;
  value.vbp = nullptr;
  if (records == 0) return PMDA_FETCH_NOVALUES;
  value.vbp = reinterpret_cast<pmValueBlock*>(pmdaEventGetAddr(array));
  return PMDA_FETCH_STATIC;
}

int NewClient(int client) {
  if (const int place = PlaceOf(client); place >= 0) return place;
  std::vector<int>& clients = Queues::Get().clients;
  int place = PlaceOf(-1);
  if (place < 0) {
    place = static_cast<int>(clients.size());
    clients.push_back(-1);
  }
  clients[static_cast<std::size_t>(place)] = client;
  return place;
}

int EndClient(int client) {
  const int place = PlaceOf(client);
  if (place < 0) return 0;
  for (const auto& queue : Queues::Get().all)
    if (queue != nullptr) queue->Forget(client);
  Queues::Get().clients[static_cast<std::size_t>(place)] = -1;
  return 0;
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaEventNewQueue(const char* name, size_t maxmem) {
  return pmdaEventNewActiveQueue(name, maxmem, 0);
}
int pmdaEventNewActiveQueue(const char* name, size_t maxmem, unsigned int nclients) {
  return fdr::pmapi::Guarded([&] { return NewQueue(name, maxmem, nclients); });
}
int pmdaEventQueueHandle(const char* name) { return FindQueue(name); }
int pmdaEventQueueShutdown(int handle) {
  if (QueueOf(handle) == nullptr) return -EINVAL;
  Queues::Get().all[static_cast<std::size_t>(handle)].reset();
  return 0;
}

int pmdaEventQueueAppend(int handle, void* buffer, size_t bytes, struct timeval* tv) {
  return WithQueue(handle, [&](EventQueue& queue) {
    queue.Append(buffer, bytes, *tv);
    return 0;
  });
}

int pmdaEventQueueClients(int handle, pmAtomValue* avp) {
  return WithQueue(handle, [&](const EventQueue& queue) {
    avp->ul = queue.clients();
    return PMDA_FETCH_STATIC;
  });
}
int pmdaEventQueueCounter(int handle, pmAtomValue* avp) {
  return WithQueue(handle, [&](const EventQueue& queue) {
    avp->ul = queue.count();
    return PMDA_FETCH_STATIC;
  });
}
int pmdaEventQueueBytes(int handle, pmAtomValue* avp) {
  return WithQueue(handle, [&](const EventQueue& queue) {
    avp->ull = queue.bytes();
    return PMDA_FETCH_STATIC;
  });
}
int pmdaEventQueueMemory(int handle, pmAtomValue* avp) {
  return WithQueue(handle, [&](const EventQueue& queue) {
    avp->ull = queue.memory();
    return PMDA_FETCH_STATIC;
  });
}

int pmdaEventQueueRecords(int handle, pmAtomValue* avp, int context,
                          pmdaEventDecodeCallBack decoder, void* data) {
  if (PlaceOf(context) < 0) return -EINVAL;
  return WithQueue(
      handle, [&](EventQueue& queue) { return PutRecords(queue, *avp, context, decoder, data); });
}

int pmdaEventNewClient(int context) {
  return fdr::pmapi::Guarded([&] { return NewClient(context); });
}
int pmdaEventEndClient(int context) {
  return fdr::pmapi::Guarded([&] { return EndClient(context); });
}
int pmdaEventClients(pmAtomValue* avp) {
  avp->ul = 0;
  for (const int client : Queues::Get().clients)
    if (client != -1) ++avp->ul;
  return PMDA_FETCH_STATIC;
}

int pmdaEventSetFilter(int context, int handle, void* data, pmdaEventApplyFilterCallBack apply,
                       pmdaEventReleaseFilterCallBack release) {
  if (PlaceOf(context) < 0) return -EINVAL;
  return WithQueue(handle, [&](EventQueue& queue) {
    queue.SetFilter(context, data, apply, release);
    return 0;
  });
}
int pmdaEventSetAccess(int context, int handle, int allow) {
  if (PlaceOf(context) < 0) return -EINVAL;
  return WithQueue(handle, [&](EventQueue& queue) {
    queue.SetAccess(context, allow != 0);
    return 0;
  });
}

// What cannot be printed becomes a dot, and a white space a blank.  The last byte of the event is
// its end.
char* __pmdaEventPrint(const char* event, int length, char* buffer, int size) {
  if (size < 4) return nullptr;
  const int most = std::min(length, size) - 1;
  int i = 0;
  for (; i < most && event[i] != '\0'; ++i) {
    const auto c = static_cast<unsigned char>(event[i]);
    buffer[i] = isspace(c) != 0 ? ' ' : isprint(c) != 0 ? event[i] : '.';
  }
  buffer[i] = '\0';
  return buffer;
}
