import { demoOffice } from '../demo/office-accounts.ts'
import { demoPassword, demoUsers, isEmptyDatabase, seedDemo } from '../demo/seed.ts'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { addToTrail } from '../store/trail.ts'
import { noRoomLeft } from '../env/disk-room.ts'
import { isInBucket } from '../backup/open-place.ts'
import { backupCommands } from './backup.ts'
import { caseCommands, caseUsage } from './cases/commands.ts'
import {
  AdminProblem,
  PartlyDone,
  parseArguments,
  type Accepts,
  type AdminContext,
  type Arguments,
  type Command,
} from './command.ts'
import { importPeople } from './people/import.ts'
import { groupCommands } from './people/groups.ts'
import { showStatus } from './status.ts'
import { exportTrail, showTrail, sweepFiles } from './upkeep.ts'
import { databaseCommands, prepareDatabase } from './database.ts'
import { formCommands } from './forms.ts'
import { mapCommands, mapUsage } from './maps.ts'
import { organizationCommands } from './organization.ts'
import { exportArguments } from './export-options.ts'
import { submissionCommands } from './submissions.ts'
import { officeCommands } from './people/office.ts'
import { userCommands } from './people/users.ts'

/** demo seed: fills an empty database only, so that a demo login never opens a real one. */
const seed: Command = async context => {
  if (!(await isEmptyDatabase(context.db))) {
    throw new AdminProblem('The database has users already. The demo needs an empty one.')
  }
  await seedDemo(context)
  const emails = Object.values(demoUsers).map(user => user.email)
  return [
    `The demo data was added. Logins, all with the password ${demoPassword}:`,
    ...emails,
    ...demoOffice.map(({ email }) => `${email} (at /office)`),
  ]
}

/** Every command by noun and verb, with the arguments it accepts. */
const commands: Readonly<Record<string, Readonly<Record<string, readonly [Command, Accepts]>>>> = {
  user: {
    add: [
      userCommands.add,
      { words: 1, texts: ['first-name', 'last-name', 'phone', 'region', 'password'] },
    ],
    import: [
      importPeople,
      { words: 1, texts: ['out', 'cards', 'assign'], paths: [0, 'out', 'cards'] },
    ],
    activate: [userCommands.activate, { words: 1 }],
    deactivate: [userCommands.deactivate, { words: 1, writesLittle: true }],
    reset: [userCommands.reset, { words: 1, texts: ['password'] }],
    'end-sessions': [userCommands.endSessions, { words: 1, writesLittle: true }],
    erase: [userCommands.erase, { words: 1, flags: ['yes'] }],
    list: [userCommands.list, { words: 0 }],
  },
  group: {
    add: [groupCommands.add, { words: 1000 }],
    remove: [groupCommands.remove, { words: 1000 }],
    list: [groupCommands.list, { words: 0 }],
  },
  office: {
    add: [
      officeCommands.add,
      { words: 1, texts: ['role', 'name', 'groups', 'forms', 'password'], flags: ['all'] },
    ],
    reset: [officeCommands.reset, { words: 1, texts: ['password'] }],
    activate: [officeCommands.activate, { words: 1 }],
    deactivate: [officeCommands.deactivate, { words: 1, writesLittle: true }],
    list: [officeCommands.list, { words: 0 }],
  },
  form: {
    publish: [formCommands.publish, { words: 1, flags: ['draft', 'assign-all'], paths: [0] }],
    import: [
      formCommands.import,
      {
        words: 1,
        texts: ['id', 'title', 'report', 'files', 'cases'],
        flags: [
          'draft',
          'assign-all',
          'dry-run',
          'whole-report',
          'leave-out-broken',
          'accept-unencrypted',
        ],
        paths: [0, 'report', 'files'],
      },
    ],
    unpublish: [formCommands.unpublish, { words: 1 }],
    remove: [formCommands.remove, { words: 1 }],
    assign: [formCommands.assign, { words: 2, texts: ['group'], flags: ['all'] }],
    unassign: [formCommands.unassign, { words: 2, texts: ['group'], flags: ['all'] }],
    list: [formCommands.list, { words: 0 }],
  },
  case: caseCommands,
  map: mapCommands,
  organization: { set: [organizationCommands.set, { words: 1, texts: ['logo'], paths: ['logo'] }] },
  submissions: {
    export: [submissionCommands.export, { ...exportArguments, writesLittle: true }],
  },
  status: { show: [showStatus, { words: 0, flags: ['json', 'metrics'] }] },
  trail: {
    show: [showTrail, { words: 0 }],
    export: [exportTrail, { words: 0, texts: ['since'], writesLittle: true }],
  },
  files: { sweep: [sweepFiles, { words: 0, writesLittle: true }] },
  backup: {
    create: [
      backupCommands.create,
      {
        words: 1,
        texts: ['to', 'recipient', 'keep'],
        flags: ['leave-out-missing'],
        paths: [0, 'to'],
        writesLittle: true,
      },
    ],
    check: [backupCommands.check, { words: 1, paths: [0], readsEarlier: true }],
    fetch: [
      backupCommands.fetch,
      { words: 2, texts: ['identity'], paths: [0, 1, 'identity'], readsEarlier: true },
    ],
    drill: [backupCommands.drill, { words: 1, paths: [0], readsEarlier: true }],
    restore: [backupCommands.restore, { words: 1, paths: [0], isAlone: true }],
  },
  database: {
    restored: [databaseCommands.restored, { words: 0 }],
    check: [databaseCommands.check, { words: 0, isAlone: true, readsEarlier: true }],
    distribute: [databaseCommands.distribute, { words: 0, flags: ['dry-run'], isAlone: true }],
  },
  demo: { seed: [seed, { words: 0, isAlone: true }] },
}

/** Commands that change nothing are not added to the trail. */
const readOnly = ['list', 'show', 'check', 'fetch', 'drill', 'history']

/** Printed when a command is not understood. */
const usage = `Usage: npm run admin -- <command>

  user add <email> [--first-name …] [--last-name …] [--phone …] [--region …] [--password …]
  user import <people.csv> --out <passwords.csv> [--cards <cards.html>] [--assign <form>,<form>]
  user deactivate <email>
  user activate <email>
  user reset <email> [--password …]
  user end-sessions <email>
  user erase <email> --yes
  user list

  group add <group> <email> …
  group remove <group> <email> …
  group list

  office add <email> --role administrator|coordinator|reviewer|viewer [--name …]
    [--groups <group>,… | --forms <form>,… | --all] [--password …]
  office reset <email> [--password …]
  office deactivate <email>
  office activate <email>
  office list

  form publish <file.json> [--draft] [--assign-all]
  form import <file.xlsx|file.xml> [--id …] [--title …] [--draft] [--assign-all]
    [--dry-run] [--whole-report] [--report <file>] [--leave-out-broken]
    [--accept-unencrypted] [--files <directory>] [--cases <list>,<list>]
  form unpublish <id>
  form remove <id>
  form assign <id> <email> | --group <name> | --all
  form unassign <id> <email> | --group <name> | --all
  form list

${caseUsage}

${mapUsage}

  submissions export <form> [--format csv|xlsx|jsonl|geojson] [--out <file>] [--table <repeat>]
    [--values codes|labels] [--labels] [--language …] [--split] [--wkt] [--bom]
    [--geometry <field>] [--from <day>] [--until <day>] [--surveyor <email>] [--since <file>]
    [--media <file.zip> [--leave-out-missing]] [--origin <address of the server>]

  status [--json | --metrics]
  trail
  trail export [--since <time>]
    the commands that changed something, as JSON Lines
  files sweep

  backup create <directory> [--leave-out-missing]
  backup create --to <folder>|s3://<bucket>/<prefix> --recipient age1…,age1… [--keep <number>]
    [--leave-out-missing]
  backup fetch <place of --to>[/<name>] <directory> --identity <file>
  backup check <directory>
  backup drill <directory>
    whether it can be restored: into a database of its own, which is removed
  backup restore <directory>
  database check
    before an upgrade: whether this version can take the database over
  database distribute [--dry-run]
    moves the rows of a Citus cluster to its workers, by surveyor
  database restored
    ends a restore by other means: every device compares its submissions with the server's

  organization set <name> [--logo <file>]
  demo seed

Settings come from the environment: DATABASE_URL, or DATA_DIR for the embedded database. While a
server has that open, it carries the command out.`

/** A parsed command line: the command and its arguments. */
export interface ReadLine {
  readonly noun: string
  readonly verb: string
  readonly given: Arguments
}

const commandOf = ({ noun, verb }: Pick<ReadLine, 'noun' | 'verb'>) => {
  // Only own names, because every object has inherited ones such as toString.
  const verbs = Object.hasOwn(commands, noun) ? commands[noun] : undefined
  const found = verbs && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (found === undefined) {
    const unknown = ['', 'help'].includes(noun) ? '' : `There is no command "${noun} ${verb}".\n\n`
    throw new AdminProblem(unknown + usage)
  }
  return found
}

/** Parses one command line. Throws AdminProblem. */
export const readLine = (line: readonly string[]): ReadLine => {
  const [noun = '', ...words] = line
  // `status` and `trail` need no verb.
  const isShown = words[0] === undefined || words[0].startsWith('--')
  const [verb = '', ...rest] = isShown ? ['show', ...words] : words
  const [, accepts] = commandOf({ noun, verb })
  return { noun, verb, given: parseArguments(rest, accepts) }
}

const absolute = (path: string): string => (isInBucket(path) ? path : resolve(path))

/**
 * The same command line for another process, with absolute paths. Throws AdminProblem for a command that needs the
 * database exclusively, or that writes to the terminal.
 */
export const lineForServer = (read: ReadLine): ReadLine => {
  const [, { paths = [], isAlone = false }] = commandOf(read)
  if (isAlone)
    throw new AdminProblem('This command needs the database for itself: stop the server first.')
  if (read.noun === 'submissions' && read.given.options['out'] === undefined) {
    throw new AdminProblem('The server is running: please give --out, a file to write to.')
  }
  const { words, options } = read.given
  return {
    ...read,
    given: {
      words: words.map((word, index) => (paths.includes(index) ? absolute(word) : word)),
      options: Object.fromEntries(
        Object.entries(options).map(([name, value]) => [
          name,
          paths.includes(name) ? absolute(value) : value,
        ]),
      ),
    },
  }
}

/** Runs a parsed command and returns the lines to print. Throws AdminProblem. */
export const runCommand = async (
  context: AdminContext,
  read: ReadLine,
): Promise<readonly string[]> => {
  const { noun, verb, given } = read
  const [command, { readsEarlier = false, writesLittle = false }] = commandOf(read)
  const isReadOnly = readOnly.includes(verb)
  if (!isReadOnly && !writesLittle && (await context.hasRoom?.()) === false)
    throw new AdminProblem(`${noRoomLeft} Nothing was changed. Make room, and repeat the command.`)
  if (!readsEarlier) await prepareDatabase(context.db)
  const note = async (...end: readonly string[]) => {
    if (isReadOnly) return
    const flags = Object.keys(given.options).map(name => `--${name}`)
    await addToTrail(context.db.query, {
      id: randomUUID(),
      at: new Date(context.clock()),
      who: context.who ?? 'unknown',
      command: [noun, verb, ...given.words, ...flags, ...end].join(' '),
    })
  }
  const lines = await command(context, given).catch(async (failure: unknown) => {
    // It may have changed something, and a refused command has not. Its own failure is the one to report.
    if (failure instanceof PartlyDone || !(failure instanceof AdminProblem))
      await note('(failed)').catch(() => undefined)
    throw failure
  })
  await note()
  return lines
}
