// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeNote(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<NoteCommand>();
  NoteCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->type_name("")
      ->required();
  CLI::Option* const time =
      verb->add_option("TIME", c.time, "When it was: 14:30, now, 'yesterday noon', ...")
          ->type_name("");
  CLI::Option* const words = verb->add_option("TEXT", c.words, "What happened")->type_name("");
  time->needs(words);
  verb->add_option("--to", c.to, "The note is about the time until then")
      ->type_name("TIME")
      ->needs(words);
  verb->add_option("--author", c.author, "Default: your name on this machine")
      ->type_name("NAME")
      ->needs(words);
  verb->add_option("--remove", c.remove,
                   "Remove the note with this identifier, which the list shows")
      ->type_name("ID")
      ->excludes(time);
  AddCommon(*verb, c.common);
  verb->footer(R"(
Without TIME, the notes of the archive are listed. The page of fdr view --web and of fdr
serve --http shows them on its time line. They are in the file ARCHIVE.notes.jsonl.

Examples:
  fdr note today 03:50 deployed version 4.2
  fdr note today 03:50 --to 03:55 "the backup ran"
  fdr note today)");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
