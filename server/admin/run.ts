import { demoPassword, demoUsers, isEmptyDatabase, seedDemo } from '../demo/seed.ts'
import { AdminProblem, parseArguments, type AdminContext, type Command } from './command.ts'
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

const commands: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  user: userCommands,
  form: formCommands,
  organization: organizationCommands,
  submissions: submissionCommands,
  database: databaseCommands,
  demo: { seed },
}

/** What the administrator is shown when a command is not understood. */
const usage = `Usage: npm run admin -- <command>

  user add <email> [--first-name …] [--last-name …] [--phone …] [--region …] [--password …]
  user deactivate <email>
  user activate <email>
  user reset <email> [--password …]
  user list

  form publish <file.json> [--draft] [--assign-all]
  form import <file.xlsx|file.xml> [--id …] [--title …] [--draft] [--assign-all]
    [--dry-run] [--whole-report] [--report <file>] [--leave-out-broken]
  form unpublish <id>
  form remove <id>
  form assign <id> <email> | --all
  form list

  submissions export <form> [--format csv|jsonl] [--out <file>] [--table <repeat>]
    [--labels] [--bom] [--origin <address of the server>]

  organization set <name> [--logo <file>]
  database restored
    ends a restore from a backup: every device compares its submissions with the server's

  demo seed

Settings come from the environment: DATABASE_URL, or DATA_DIR for the embedded database,
which only one process can open: stop the server first.`

/** Runs one command line and gives the lines to print. Throws AdminProblem. */
export const runAdmin = (
  context: AdminContext,
  line: readonly string[],
): Promise<readonly string[]> => {
  const [noun = '', verb = '', ...rest] = line
  const command = commands[noun]?.[verb]
  if (command === undefined) throw new AdminProblem(usage)
  return command(context, parseArguments(rest))
}
