import type { Database } from '../../collections/database.ts'
import { upsert } from '../../collections/one-database/upsert.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import { currentOrganization, logoBlob } from '../../collections/schemas/organization.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { toDataUrl } from '../../collections/storage/base64.ts'
import type { SyncEnv } from '../env.ts'
import { rewriteLog } from '../../collections/interview/logged.ts'
import type { User } from '../wire/answers.ts'

/** The organization's logo and the surveyor's picture on the device. No first screen waits for them. */

/** Stores the surveyor's picture as a data URL, which is shown before the server's copy (2.shell.2). */
const keepPicture = async (db: Database, dataUrl: string): Promise<void> => {
  await rewriteLog<UserProfileDoc>(db.user_profile, currentUser, stored => {
    const base = stored === null ? null : baseFields<UserProfileDoc>(stored.crdts)
    return stored === null || base === null
      ? null
      : {
          base: { ...base, profile_image_local: dataUrl },
          pending: pendingOperations(stored.crdts),
        }
  })
}

/** An image larger than this is not kept. */
const maxImageBytes = 2_000_000

type ImageEnv = Pick<SyncEnv, 'fetch' | 'network' | 'apiUrl'>

type OrganizationOf = Pick<User, 'organization_name' | 'organization_logo'>

/**
 * Stores the organization's name, and its logo's bytes when they changed (3.9, 1.4). Removes a logo that the server
 * no longer has. Throws what the storage throws.
 */
export const keepOrganization = async (
  db: Database,
  env: ImageEnv,
  user: OrganizationOf,
): Promise<void> => {
  const stored = await db.organization.findOne(currentOrganization).exec()
  const organization =
    stored?.name === user.organization_name
      ? stored
      : await upsert(db.organization, {
          id: currentOrganization,
          name: user.organization_name,
          logo_url: stored?.logo_url ?? '',
        })
  const url = user.organization_logo
  const kept = organization.getAttachment(logoBlob)
  if (url === '') {
    await kept?.remove()
    if (organization.logo_url !== '') {
      await organization.getLatest().incrementalPatch({ logo_url: '' })
    }
    return
  }
  if (kept !== null && isSameImage(organization.logo_url, url)) return
  const logo = await fetchImage(env, url)
  if (logo === null) return
  await organization.putAttachment({ id: logoBlob, type: logo.type, data: logo })
  await organization.getLatest().incrementalPatch({ logo_url: url })
}

/** Stores the surveyor's picture, so that it is shown without a network too. `known`: its address before the pull. */
export const keepAvatar = async (
  db: Database,
  env: ImageEnv,
  user: Pick<User, 'profile_image'>,
  known: string,
): Promise<void> => {
  const url = user.profile_image
  const stored = await db.user_profile.findOne(currentUser).exec()
  const isKept = stored?.profile_image_local !== '' && isSameImage(known, url)
  if (stored === null || url === '' || isKept) return
  const image = await fetchImage(env, url)
  if (image !== null) await keepPicture(db, await toDataUrl(image))
}

/** Whether two addresses mean the same image; the query of a signed address differs each time. */
const isSameImage = (a: string, b: string): boolean => a.split('?')[0] === b.split('?')[0]

/** Fetches an image without credentials; null when it cannot be fetched, is too large or is no image. */
const fetchImage = async (env: ImageEnv, url: string): Promise<Blob | null> => {
  if (!env.network.isOnline()) return null
  try {
    const response = await env.fetch(new URL(url, env.apiUrl()), { credentials: 'omit' })
    const blob = await response.blob()
    const isImage = blob.type.startsWith('image/') && blob.size <= maxImageBytes
    return response.ok && isImage ? blob : null
  } catch {
    return null
  }
}
