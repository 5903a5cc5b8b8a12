import { defaultHashSha256 } from 'rxdb'

/** The database belongs to a user on a server (decisions 5). WARNING: names what is stored. */
export const databaseName = async (serverUrl: string, userId: string): Promise<string> =>
  `transect-${(await defaultHashSha256(`${serverUrl}|${userId}`)).slice(0, 16)}`
