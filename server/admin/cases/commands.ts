import type { Accepts, Command } from '../command.ts'
import { assignCommands } from './assign.ts'
import { exportCases } from './export.ts'
import { importCases } from './import.ts'
import { listCommands } from './lists.ts'

/** The commands `case …`, each with the arguments that it accepts. */
export const caseCommands = {
  list: [listCommands.list, { words: 0, texts: ['list', 'owner', 'due-before'] }],
  history: [listCommands.history, { words: 1 }],
  assign: [assignCommands.assign, { words: 1000, texts: ['list', 'to', 'due'], flags: ['only'] }],
  unassign: [assignCommands.unassign, { words: 1000, texts: ['list', 'from'] }],
  share: [assignCommands.share, { words: 1, texts: ['list'] }],
  import: [importCases, { words: 1, texts: ['list'], flags: ['dry-run'], paths: [0] }],
  export: [exportCases, { words: 0, texts: ['list', 'out'], paths: ['out'], writesLittle: true }],
} satisfies Readonly<Record<string, readonly [Command, Accepts]>>

/** Their lines of the help. */
export const caseUsage = `  case list [--list <list>] [--owner <email|group>] [--due-before <day>]
  case history <id>
  case assign <id> … | --list <list> --to <email|group> [--only] [--due <day>]
  case unassign <id> … | --list <list> --from <email|group>
  case share --list <list> on|off
  case import --list <list> <file.csv> [--dry-run]
  case export --list <list> [--out <file>]`
