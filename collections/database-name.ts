import { defaultHashSha256 } from 'rxdb'

/** One database per user and server (decisions 5). WARNING: the name is persisted. */
export const databaseName = async (serverUrl: string, userId: string): Promise<string> =>
  `transect-${(await defaultHashSha256(`${serverUrl}|${userId}`)).slice(0, 16)}`
