import { demoPassword, demoUsers, isEmptyDatabase, seedDemo } from '../demo/seed.ts'
import { randomUUID } from 'node:crypto'
import { addToTrail } from '../store/trail.ts'
import { backupCommands } from './backup.ts'
import {
  AdminProblem,
  parseArguments,
  type Accepts,
  type AdminContext,
  type Command,
} from './command.ts'
import { importPeople } from './people.ts'
import { erasePerson } from './erase.ts'
import { showStatus } from './status.ts'
import { showTrail, sweepFiles } from './upkeep.ts'
import { databaseCommands } from './database.ts'
import { formCommands } from './forms.ts'
import { organizationCommands } from './organization.ts'
import { submissionCommands } from './submissions.ts'
import { userCommands } from './users.ts'

/** demo seed: only into an empty database, so that no demo login ever opens a real one. */
const seed: Command = async context => {
  if (!(await isEmptyDatabase(context.db))) {
    throw new AdminProblem('The database has users already. The demo needs an empty one.')
  }
  await seedDemo(context)
  const emails = Object.values(demoUsers).map(user => user.email)
  return [`The demo is there. Logins, password ${demoPassword}:`, ...emails]
}

/** Every command by noun and verb, with what it takes. */
const commands: Readonly<Record<string, Readonly<Record<string, readonly [Command, Accepts]>>>> = {
  user: {
    add: [
      userCommands.add,
      { words: 1, texts: ['first-name', 'last-name', 'phone', 'region', 'password'] },
    ],
    import: [importPeople, { words: 1, texts: ['out', 'assign'] }],
    activate: [userCommands.activate, { words: 1 }],
    deactivate: [userCommands.deactivate, { words: 1 }],
    reset: [userCommands.reset, { words: 1, texts: ['password'] }],
    'end-sessions': [userCommands.endSessions, { words: 1 }],
    erase: [erasePerson, { words: 1, flags: ['yes'] }],
    list: [userCommands.list, { words: 0 }],
  },
  form: {
    publish: [formCommands.publish, { words: 1, flags: ['draft', 'assign-all'] }],
    import: [
      formCommands.import,
      {
        words: 1,
        texts: ['id', 'title', 'report'],
        flags: ['draft', 'assign-all', 'dry-run', 'whole-report', 'leave-out-broken'],
      },
    ],
    unpublish: [formCommands.unpublish, { words: 1 }],
    remove: [formCommands.remove, { words: 1 }],
    assign: [formCommands.assign, { words: 2, flags: ['all'] }],
    unassign: [formCommands.unassign, { words: 2, flags: ['all'] }],
    list: [formCommands.list, { words: 0 }],
  },
  organization: { set: [organizationCommands.set, { words: 1, texts: ['logo'] }] },
  submissions: {
    export: [
      submissionCommands.export,
      { words: 1, texts: ['format', 'out', 'table', 'origin'], flags: ['labels', 'bom'] },
    ],
  },
  status: { show: [showStatus, { words: 0, flags: ['json', 'metrics'] }] },
  trail: { show: [showTrail, { words: 0 }] },
  files: { sweep: [sweepFiles, { words: 0 }] },
  backup: {
    create: [backupCommands.create, { words: 1 }],
    check: [backupCommands.check, { words: 1 }],
    restore: [backupCommands.restore, { words: 1 }],
  },
  database: { restored: [databaseCommands.restored, { words: 0 }] },
  demo: { seed: [seed, { words: 0 }] },
}

/** Commands that change nothing leave no trace. */
const readOnly = ['list', 'show', 'check']

/** What the administrator is shown when a command is not understood. */
const usage = `Usage: npm run admin -- <command>

  user add <email> [--first-name …] [--last-name …] [--phone …] [--region …] [--password …]
  user import <people.csv> --out <passwords.csv> [--assign <form>,<form>]
  user deactivate <email>
  user activate <email>
  user reset <email> [--password …]
  user end-sessions <email>
  user erase <email> --yes
  user list

  form publish <file.json> [--draft] [--assign-all]
  form import <file.xlsx|file.xml> [--id …] [--title …] [--draft] [--assign-all]
    [--dry-run] [--whole-report] [--report <file>] [--leave-out-broken]
  form unpublish <id>
  form remove <id>
  form assign <id> <email> | --all
  form unassign <id> <email> | --all
  form list

  submissions export <form> [--format csv|jsonl] [--out <file>] [--table <repeat>]
    [--labels] [--bom] [--origin <address of the server>]

  status [--json | --metrics]
  trail
  files sweep

  backup create <directory>
  backup check <directory>
  backup restore <directory>
  database restored
    ends a restore by other means: every device compares its submissions with the server's

  organization set <name> [--logo <file>]
  demo seed

Settings come from the environment: DATABASE_URL, or DATA_DIR for the embedded database,
which only one process can open: stop the server first.`

/** Runs one command line and gives the lines to print. Throws AdminProblem. */
export const runAdmin = async (
  context: AdminContext,
  line: readonly string[],
): Promise<readonly string[]> => {
  const [noun = '', ...words] = line
  // `status` and `trail` say all they can without a verb.
  const isShown = words[0] === undefined || words[0].startsWith('--')
  const [verb = '', ...rest] = isShown ? ['show', ...words] : words
  const found = commands[noun]?.[verb]
  if (found === undefined) throw new AdminProblem(usage)
  const [command, accepts] = found
  const given = parseArguments(rest, accepts)
  const lines = await command(context, given)
  if (!readOnly.includes(verb)) {
    await addToTrail(context.db.query, {
      id: randomUUID(),
      at: new Date(context.clock()),
      who: context.who ?? 'unknown',
      command: [
        noun,
        verb,
        ...given.words,
        ...Object.keys(given.options).map(name => `--${name}`),
      ].join(' '),
    })
  }
  return lines
}
