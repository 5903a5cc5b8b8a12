import type { AdminContext } from '../../server/admin/command.ts'
import { readLine, runCommand } from '../../server/admin/run.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import type { TestServer } from './make-server.ts'

/** What the administrator's commands need of a test server. */
export const adminContext = ({ db, blobs, clock }: TestServer): AdminContext => ({
  db,
  blobs,
  clock,
  passwords: createPasswords({ ln: 4, r: 1, p: 1 }),
})

/** Runs one command line of the administrator; returns the lines that it prints. */
export const runAdmin = async (
  context: AdminContext,
  line: readonly string[],
): Promise<readonly string[]> => runCommand(context, readLine(line))

/** Runs lines of the administrator on a test server; returns what each prints. */
export const adminOf =
  (server: () => TestServer, more: Partial<AdminContext> = {}) =>
  (...line: string[]): Promise<readonly string[]> =>
    runAdmin({ ...adminContext(server()), ...more }, line)
