import { withDigest } from '../../replication/wire/answers.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import type { Review } from '../../replication/wire/review.ts'
import type { FileLinks } from '../files/file-links.ts'
import type { StoredAnswer, StoredFile, SubmissionRecord } from '../store/submissions.ts'
import { nameOf, type UserRow } from '../store/users.ts'

/** The call that a row answers. Its links and its origin make the addresses of the row's files. */
interface AnsweredCall {
  readonly backend: { readonly fileLinks: FileLinks }
  readonly origin: string
}

/** A call that a submission of its surveyor answers. */
interface RowCall extends AnsweredCall {
  readonly user: { readonly id: string }
}

const profilePrefix = 'profile-'
const logoPrefix = 'logo-'

/** The blob for the file id of a profile image or logo; null for a submission's file. */
export const pictureSha256 = (id: string): string | null => {
  const prefix = [profilePrefix, logoPrefix].find(start => id.startsWith(start))
  return prefix === undefined ? null : id.slice(prefix.length)
}

/** Whether a file id is that of an organization's logo. */
export const isLogo = (id: string): boolean => id.startsWith(logoPrefix)

const pictureLink = (
  call: AnsweredCall,
  prefix: string,
  sha256: string | null,
  name: string | null,
) =>
  sha256 === null
    ? null
    : call.backend.fileLinks.linkTo(call.origin, {
        id: prefix + sha256,
        name: name ?? 'picture',
        ownerId: null,
      })

/** The link to the organization's logo; null without one. */
export const logoLink = (
  call: AnsweredCall,
  { logo_sha256, logo_name }: Pick<UserRow, 'logo_sha256' | 'logo_name'>,
) => pictureLink(call, logoPrefix, logo_sha256, logo_name)

/** The user in the wire's shape (3.26). */
export const userToWire = (user: UserRow, call: AnsweredCall): Json => ({
  id: user.id,
  full_name: nameOf(user),
  first_name: user.first_name,
  last_name: user.last_name,
  phone_number: user.phone_number,
  email: user.email,
  address: user.address,
  is_active: user.is_active,
  is_first_login: user.is_first_login,
  profile_image: pictureLink(call, profilePrefix, user.image_sha256, user.image_name),
  organization_name: user.organization_name,
  organization_logo: logoLink(call, user),
})

/** Levels of a list in an answer. The app sends lists of texts, which are one level. */
const mostLevels = 20

const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every(inner => isWithin(levels - 1, inner)))

/** The list in a text; null for any other text, and for so many levels that no answer with them could be written. */
const parsedList = (text: string): readonly unknown[] | null => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && isWithin(mostLevels, value) ? value : null
  } catch {
    return null
  }
}

const answerToWire = (answer: StoredAnswer): Json => ({
  form_field_id: answer.form_field_id,
  value: answer.value,
  value_json: answer.is_list ? parsedList(answer.value) : null,
  occurrence: answer.occurrence,
})

const slot = (of: { readonly form_field_id: string; readonly occurrence: number }): string =>
  `${of.occurrence} ${of.form_field_id}`

/** The files of one field as one answer: their links, in the order of upload. */
const filesToWire = (files: readonly StoredFile[], call: RowCall): readonly Json[] => {
  const filesBySlot = new Map<string, StoredFile[]>()
  for (const file of files) {
    const together = filesBySlot.get(slot(file))
    if (together === undefined) filesBySlot.set(slot(file), [file])
    else together.push(file)
  }
  return [...filesBySlot.values()].map(together => ({
    form_field_id: together[0]?.form_field_id,
    value: null,
    value_json: together.map(file =>
      withDigest(
        call.backend.fileLinks.linkTo(call.origin, { ...file, ownerId: call.user.id }),
        file.sha256,
      ),
    ),
    occurrence: together[0]?.occurrence,
  }))
}

/** The revision for clients. Because it contains the mark, it never equals one that a restored database lost. */
export const revisionOf = ({ rev, mark }: Pick<SubmissionRecord, 'rev' | 'mark'>): string =>
  mark === '' ? rev : `${rev}.${mark}`

/** A stored review in the wire's shape. */
export const reviewToWire = ({ comments, ...review }: Review): Review => ({
  ...review,
  comments: comments.map(comment => ({ ...comment, at: new Date(comment.at).toISOString() })),
})

/** The submission in the wire's shape (3.22), with our revision and keys (decisions 4). */
export const submissionToWire = (record: SubmissionRecord, call: RowCall): Json => {
  const withFiles = new Set(record.files.map(slot))
  return {
    id: record.id,
    form_id: record.form_id,
    form_name: record.form_name,
    latitude: record.latitude,
    longitude: record.longitude,
    address: record.address,
    located_after: record.located_after,
    created_at: record.sent_created_at,
    updated_at: record.updated_at.toISOString(),
    deleted_at: record.deleted_at?.toISOString() ?? null,
    rev: revisionOf(record),
    client_key: record.client_key,
    tempId: record.temp_id,
    review: record.review === null ? null : reviewToWire(record.review),
    answers: [
      ...record.answers.filter(answer => !withFiles.has(slot(answer))).map(answerToWire),
      ...filesToWire(record.files, call),
    ],
  }
}

/** The revision as an entity tag. */
export const etagOf = (record: Pick<SubmissionRecord, 'rev' | 'mark'>): string =>
  `"${revisionOf(record)}"`

/** Whether an If-Match names this revision. Accepts weak tags and lists; without one, any. */
export const matchesRevision = (
  header: string | null,
  record: Pick<SubmissionRecord, 'rev' | 'mark'>,
): boolean => {
  if (header === null || header.trim() === '*') return true
  const tags = header.split(',').map(tag => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  return tags.includes(revisionOf(record))
}
