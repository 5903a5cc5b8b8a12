import type { Clock } from '../env/clock.ts'
import { openBucket, type S3Account } from '../files/s3.ts'
import { BackupProblem } from './manifest.ts'
import { createBucketPlace } from './place-bucket.ts'
import { createFolderPlace } from './place-folder.ts'
import { isSealedName, type Place } from './place.ts'

const bucketPlace = /^s3:\/\/([a-z0-9][a-z0-9.-]*)((?:\/[\w.-]+)*)\/?$/

/** Whether a text is a place, or a backup in one, in a bucket. */
export const isInBucket = (text: string): boolean => text.startsWith('s3:')

/** Opens `s3://bucket/prefix` or a folder. Throws BackupProblem for an address of another shape. */
export const openPlace = (text: string, account: S3Account | null, clock: Clock): Place => {
  if (!isInBucket(text)) return createFolderPlace(text)
  const [, name, prefix] = bucketPlace.exec(text) ?? []
  if (name === undefined || prefix === undefined)
    throw new BackupProblem(`"${text}" is no place such as s3://bucket/prefix.`)
  if (account === null)
    throw new BackupProblem(
      'A bucket needs S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    )
  return createBucketPlace({ bucket: openBucket(account, name, clock), prefix: `${prefix}/` })
}

/** Splits an address of a place or of a backup in one: the name is null for the place itself. */
export const placeAndName = (text: string): readonly [place: string, name: string | null] => {
  const at = text.lastIndexOf('/')
  const name = text.slice(at + 1)
  return at > 0 && isSealedName(name) ? [text.slice(0, at), name] : [text, null]
}
