import { databaseName } from '../../../collections/database-name.ts'
import { basePath } from '../../../replication/wire/calls.ts'
import type { Env } from '../../env.ts'

type ServerEnv = Pick<Env, 'local' | 'defaultServerUrl'>

/** The address of the API on the chosen server. */
export const apiUrlOf = (env: ServerEnv): string =>
  (env.local.get('server_url') ?? env.defaultServerUrl) + basePath

/** The name of a surveyor's database on the chosen server. */
export const databaseOf = (env: ServerEnv, userId: string): Promise<string> =>
  databaseName(apiUrlOf(env), userId)
