import type { Database } from '../collections/database.ts'
import { pendingOperations } from '../collections/operation-log.ts'
import { currentOrganization, logoBlob } from '../collections/organization.ts'
import { currentUser, type UserProfileDoc } from '../collections/user-profile.ts'
import type { Api } from './api.ts'
import type { SyncEnv } from './env.ts'
import type { Failure } from './failure.ts'
import { ok, type Result } from './result.ts'
import { rewriteLog } from './rest-crdt.ts'
import type { User } from './wire/answers.ts'

/** Fetches the account and keeps it; gives back the user, for the session to look at. */
export const pullAccount = async (db: Database, api: Api): Promise<Result<User, Failure>> => {
  const account = await api.account()
  if (!account.ok) return account
  await keepUser(db, account.value)
  return ok(account.value)
}

/** Puts the server's user under the profile edits it has not heard. */
export const keepUser = async (db: Database, user: User): Promise<void> => {
  const { id, ...fields } = user
  await rewriteLog<UserProfileDoc>(db.user_profile, currentUser, stored => ({
    base: {
      ...fields,
      id: currentUser,
      user_id: id,
      profile_image_local: stored?.profile_image_local ?? '',
      syncStatus: 'synced',
    },
    pending: stored === null ? [] : pendingOperations(stored.crdts),
  }))
}

/** A logo larger than this is not kept. */
const maxLogoBytes = 2_000_000

/** Keeps the organization's name, and its logo's bytes when they changed (3.9, 1.4). */
export const keepOrganization = async (
  db: Database,
  env: Pick<SyncEnv, 'fetch' | 'network' | 'apiUrl'>,
  user: Pick<User, 'organization_name' | 'organization_logo'>,
): Promise<void> => {
  const stored = await db.organization.findOne(currentOrganization).exec()
  const organization = await db.organization.incrementalUpsert({
    id: currentOrganization,
    name: user.organization_name,
    logo_url: stored?.logo_url ?? '',
  })
  const url = user.organization_logo
  if (url === '' || organization.logo_url === url || !env.network.isOnline()) return
  const logo = await fetchImage(env, url)
  if (logo === null) return
  await organization.putAttachment({ id: logoBlob, type: logo.type, data: logo })
  await organization.getLatest().incrementalPatch({ logo_url: url })
}

/** An image's bytes without any credentials; null when it cannot be had. */
const fetchImage = async (
  env: Pick<SyncEnv, 'fetch' | 'apiUrl'>,
  url: string,
): Promise<Blob | null> => {
  try {
    const response = await env.fetch(new URL(url, env.apiUrl()), { credentials: 'omit' })
    const blob = await response.blob()
    const isImage = blob.type.startsWith('image/') && blob.size <= maxLogoBytes
    return response.ok && isImage ? blob : null
  } catch {
    return null
  }
}
