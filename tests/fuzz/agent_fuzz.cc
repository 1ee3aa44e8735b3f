// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a collector sends to an agent, behind its greeting.  The agent must end with the connection,
// and all that it sends must be messages that can be read.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/pdu.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/pmda/toy_agent.h"

namespace fdr::fuzz {
namespace {

// Standard input, output and messages belong to the agent while this object lives.
class Streams {
 public:
  explicit Streams(Bytes input) : out_(dup(STDOUT_FILENO)), messages_(stderr) {
    const int in = memfd_create("requests", 0);
    Require(write(in, input.data(), input.size()) == static_cast<ssize_t>(input.size()), "write");
    lseek(in, 0, SEEK_SET);
    dup2(in, STDIN_FILENO);
    close(in);
    answers_ = memfd_create("answers", 0);
    dup2(answers_, STDOUT_FILENO);
    static FILE* const nowhere = fopen("/dev/null", "w");
    stderr = nowhere;
  }
  ~Streams() {
    dup2(out_, STDOUT_FILENO);
    close(out_);
    close(answers_);
    stderr = messages_;
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  ByteBuffer Answers() const {
    ByteBuffer answers(static_cast<std::size_t>(lseek(answers_, 0, SEEK_END)));
    Require(
        pread(answers_, answers.data(), answers.size(), 0) == static_cast<ssize_t>(answers.size()),
        "read");
    return answers;
  }

 private:
  int out_, answers_ = -1;
  FILE* messages_;
};

pmdaInterface& Toy() {
  static pmdaInterface* const toy = [] {
    static pmdaInterface interface;
    pmdaDaemon(&interface, PMDA_INTERFACE_7, "toy", kToyDomain, nullptr, nullptr);
    toy_init(&interface);
    return &interface;
  }();
  return *toy;
}

void RequireMessages(Bytes answers) {
  while (!answers.empty()) {
    Require(answers.size() >= kPduHeaderSize, "answers are complete");
    const std::size_t length = LoadU32(answers.data());
    Require(length >= kPduHeaderSize && length <= answers.size(), "answers are complete");
    answers = answers.subspan(length);
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::ByteBuffer input;
  fdr::CredentialsPdu{}.Encode(input);
  const fdr::Bytes requests = fdr::fuzz::Input(data, size);
  input.insert(input.end(), requests.begin(), requests.end());
  pmdaInterface& toy = fdr::fuzz::Toy();
  fdr::ByteBuffer answers;
  {
    const fdr::fuzz::Streams streams(input);
    toy.version.any.ext->e_flags &= ~static_cast<unsigned>(PMDA_EXT_CONNECTED);
    pmdaConnect(&toy);
    fdr::fuzz::Require(toy.status >= 0, "the agent is greeted");
    pmdaMain(&toy);
    answers = streams.Answers();
  }
  fdr::fuzz::RequireMessages(answers);
  return 0;
}
