// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/agent/agent_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/agent/request.h"
#include "fdr/tools/agent/request_words.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/line_editor.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/quoted_words.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLargestScript = 1 << 20;

class Conversation {
 public:
  Conversation(const AgentCommand& command, AskedAgent& session)
      : command_(command), session_(session) {}

  /// Puts the request above each answer.
  void ShowRequests() { shows_requests_ = true; }
  /// Carries out one line; false if the session is over.
  bool Take(const std::string& line);
  int status() const { return status_; }

 private:
  bool Write(const std::string& line, const Result<Answer>& answer);
  void WriteText(const std::string& line, const Result<Answer>& answer, std::string& out) const;
  void WriteJson(const std::string& line, const Result<Answer>& answer, std::string& out) const;

  const AgentCommand& command_;
  AskedAgent& session_;
  bool shows_requests_ = false;
  int status_ = kOk;
  double took_ = 0;  // seconds
};

Result<Answer> AnswerTo(AskedAgent& session, RequestWords words) {
  session.CatchUp();
  if (const auto loss = session.Loss())
    return Fail(Errc::kDisconnected, "the agent is gone: " + *loss);
  Result<Answer> answer = AskAgent(session, words);
  if (const auto loss = session.Loss()) return Fail(Errc::kDisconnected, *loss);
  return answer;
}

bool Conversation::Take(const std::string& line) {
  const Result<std::vector<std::string>> words = SplitWords(line);
  if (words && words->empty()) return true;
  if (words && IsQuit(*words)) return false;
  session_.TakeTook();
  const Result<Answer> answer = words ? AnswerTo(session_, *words) : Fail(words.error());
  took_ = std::chrono::duration<double>(session_.TakeTook()).count();
  if (!answer || HasFailed(*answer)) status_ = kFailed;
  if (Write(line, answer)) return true;
  status_ = kFailed;
  return false;
}

bool Conversation::Write(const std::string& line, const Result<Answer>& answer) {
  std::string out;
  command_.common.json ? WriteJson(line, answer, out) : WriteText(line, answer, out);
  return WriteOutput(out);
}

void Conversation::WriteText(const std::string& line, const Result<Answer>& answer,
                             std::string& out) const {
  if (shows_requests_) out += "> " + Printable(line) + '\n';
  out += answer ? TextOf(*answer) : "error: " + Printable(answer.error().Message()) + '\n';
  if (command_.time && took_ > 0) out += fmt::format("took {:.3f} ms\n", took_ * 1e3);
}

void Conversation::WriteJson(const std::string& line, const Result<Answer>& answer,
                             std::string& out) const {
  JsonWriter json(out);
  json.BeginObject().Key("request").String(line).Key("ok").Bool(answer && !HasFailed(*answer));
  if (command_.time && took_ > 0) json.Key("seconds").Double(took_);
  if (answer)
    WriteAnswer(*answer, json);
  else
    json.Key("error").String(answer.error().Message());
  json.EndObject();
  out += '\n';
}

void TakeLines(std::istream& lines, bool prompts, Conversation& conversation) {
  for (;;) {
    if (prompts && !WriteOutput("agent> ")) return;
    std::string line;
    if (!std::getline(lines, line)) break;
    if (!conversation.Take(line)) return;
  }
  if (prompts && !WriteOutput("\n")) return;
}

LineEditor::Completion CompletionAt(AskedAgent& session, std::string_view line) {
  LineEditor::Completion completion{.begin = LastWord(line), .words = {}};
  const auto before = SplitWords(line.substr(0, completion.begin));
  if (before) completion.words = CompletionsOf(session, *before, line.substr(completion.begin));
  return completion;
}

void TakeEditedLines(AskedAgent& session, Conversation& conversation) {
  LineEditor editor("agent> ",
                    [&session](std::string_view line) { return CompletionAt(session, line); });
  while (const std::optional<std::string> line = editor.Read())
    if (!conversation.Take(*line)) return;
}

// From the script, the command line, or standard input.
Result<void> TakeRequests(const AgentCommand& command, AskedAgent& session,
                          Conversation& conversation) {
  if (command.script) {
    const Result<std::string> text = ReadTextFile(*command.script, kLargestScript);
    if (!text) return Fail(text.error());
    if (text->size() > kLargestScript)
      return Fail(Errc::kTooLarge, "a script has at most 1 MiB", *command.script);
    std::istringstream lines(*text);
    conversation.ShowRequests();
    TakeLines(lines, false, conversation);
    return {};
  }
  if (command.requests.size() > 1) conversation.ShowRequests();
  for (const std::string& request : command.requests)
    if (!conversation.Take(request)) return {};
  if (!command.requests.empty()) return {};
  const bool prompts = ::isatty(STDIN_FILENO) == 1 && !command.common.json;
  if (!prompts) conversation.ShowRequests();
  if (prompts && LineEditor::IsPossible())
    TakeEditedLines(session, conversation);
  else
    TakeLines(std::cin, prompts, conversation);
  return {};
}

int FailWith(const Error& error) {
  PrintError(error);
  return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
}

}  // namespace

int Run(const AgentCommand& command) {
  const Result<ChosenAgent> agent = ChooseAgent(command);
  if (!agent) return FailWith(agent.error());
  const auto timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(command.timeout));
  const auto session = AskedAgent::Open(*agent, timeout);
  if (!session) return FailWith(session.error());
  if (const auto loss = (*session)->Loss()) {
    PrintError(*loss);
    return kFailed;
  }
  Conversation conversation(command, **session);
  const Result<void> taken = TakeRequests(command, **session, conversation);
  return taken ? conversation.status() : FailWith(taken.error());
}

}  // namespace fdr::tools
