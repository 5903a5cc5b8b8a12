import { ConfigProblem, type Config } from './config.ts'
import { isReadOnly, isUnreachable } from './db/db.ts'
import { isNoSpace } from './env/disk-room.ts'
import { failureText } from './env/log.ts'

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure ? String(failure.code) : ''

const listenProblem = (failure: unknown, host: string, port: number): string | null => {
  switch (codeOf(failure)) {
    case 'EADDRINUSE':
      return `PORT ${port} of ${host} is in use by another program. Stop that, or set PORT to another number.`
    case 'EACCES':
      return `PORT ${port} may not be opened by this user. Set PORT to a number above 1023, behind a proxy.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST "${host}" is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.`
    default:
      return null
  }
}

const refusedByFolder: ReadonlySet<string> = new Set([
  'EACCES',
  'EEXIST',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

const folderProblem = (failure: unknown, directory: string): string | null =>
  refusedByFolder.has(codeOf(failure))
    ? `DATA_DIR ${directory} cannot be used (${failureText(failure)}). Set DATA_DIR to a folder in which the server's user may write.`
    : null

const diskProblem = (failure: unknown, directory: string): string | null =>
  isNoSpace(failure)
    ? `No space is left on the disk of the data directory ${directory}. Make room there, and repeat it.`
    : null

/** Without the password that the address may contain. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

const databaseProblem = (failure: unknown, url: string): string | null => {
  const why = failureText(failure)
  const code = codeOf(failure)
  if (code === '3D000')
    return `The database of DATABASE_URL is not there (${why}). Create it with createdb, or correct its name in DATABASE_URL.`
  if (code === '42501')
    return `The user of DATABASE_URL may not make tables (${why}). Make that user the owner of the database.`
  if (code.startsWith('28'))
    return `The server of DATABASE_URL refuses its user or password (${why}). Correct them in DATABASE_URL.`
  if (isReadOnly(failure))
    return `The server of DATABASE_URL takes no writes (${why}). Set DATABASE_URL to the one that does.`
  // The driver's own errors, which have no code.
  if (/password must be a/.test(why))
    return 'The server of DATABASE_URL asks for a password. Set it in DATABASE_URL: postgres://user:password@host:5432/name.'
  if (isUnreachable(failure) || code === 'ENOENT' || code === 'EACCES')
    return `The server of DATABASE_URL at ${placeOf(url) || 'that address'} does not answer (${code || why}). Start it, or correct the host and the port in DATABASE_URL.`
  return null
}

const naming = async <Value>(
  open: () => Promise<Value>,
  problemOf: (failure: unknown) => string | null,
): Promise<Value> => {
  try {
    return await open()
  } catch (failure) {
    const problem = problemOf(failure)
    throw problem === null ? failure : new ConfigProblem(problem)
  }
}

/** Names the setting, where the system's error names none: PORT or HOST. */
export const namingAddress = <Value>(
  { host, port }: { readonly host: string; readonly port: number },
  open: () => Promise<Value>,
): Promise<Value> => naming(open, failure => listenProblem(failure, host, port))

/** The same for DATA_DIR. */
export const namingFolder = <Value>(
  directory: string,
  open: () => Promise<Value>,
): Promise<Value> => naming(open, failure => folderProblem(failure, directory))

/** The same for the database: DATABASE_URL, or the full disk of the embedded one. */
export const namingDatabase = <Value>(
  { databaseUrl: url, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  open: () => Promise<Value>,
): Promise<Value> =>
  naming(open, failure =>
    url === null ? diskProblem(failure, dataDirectory) : databaseProblem(failure, url),
  )
