import { isFileList } from '../../collections/file-answers.ts'
import { answerAt, answerKey, fieldOfAnswerKey, keyFrom } from '../../collections/ids.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { Answer, ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { digestIn } from '../wire/answers.ts'
import type { FieldKind } from '../wire/field-types.ts'

/**
 * The web address that a text in a file field stands for; null for any other text. Servers also give addresses from their
 * root, or names of files; `base` is the API's address.
 */
export const fileUrl = (text: string, base: string): URL | null => {
  const isRelative = urlFrom(text) === null
  if (isRelative && !/^\/|\.\w{2,5}(?:[?#].*)?$/.test(text)) return null
  const url = urlFrom(text, base)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

/** Stands for the API's address where only the rest of a file's address counts. */
export const anyServer = 'https://server.invalid'

/** Whether an answer lists files, by the kind of its field, or by what it says where that is unknown. */
export const listsFiles = (
  answer: Answer | null | undefined,
  kind: FieldKind | undefined,
): answer is string[] =>
  kind === undefined ? isFileList(answer) : kind === 'files' && Array.isArray(answer)

/** The file name in an address; '' when there is none. */
export const nameIn = (address: string): string => {
  const path = fileUrl(address, anyServer)?.pathname ?? address
  try {
    return decodeURIComponent(path.split('/').filter(Boolean).at(-1) ?? '')
  } catch {
    return ''
  }
}

/** What an address stands for: its bytes, or else the address without its signature, which changes. */
export const subjectOf = (address: string): string =>
  digestIn(address) ?? address.replace(/[?#].*$/, '')

const keyOf = ({ field_id, occurrence }: ManifestFile): string => answerKey(field_id, occurrence)

type Listing = Pick<SubmissionDoc, 'answers' | 'files'>

/** The addresses that a row lists for the field of a file. */
export const listedFor = (
  { field_id, occurrence }: Pick<ManifestFile, 'field_id' | 'occurrence'>,
  { answers }: Pick<Listing, 'answers'>,
): readonly string[] => [answerAt(answers, answerKey(field_id, occurrence)) ?? []].flat()

/** Whether an address has the bytes of a file; null when the server or the file does not say what its bytes are. */
const hasBytesOf = (file: Pick<ManifestFile, 'sha256'>, address: string): boolean | null => {
  const digest = digestIn(address)
  return digest === null || (file.sha256 ?? '') === '' ? null : digest === file.sha256
}

/** Whether a row lists the bytes of a file, as far as its addresses say what they are. */
export const isListedByBytes = (file: ManifestFile, row: Pick<Listing, 'answers'>): boolean =>
  listedFor(file, row).some(address => hasBytesOf(file, address) === true)

/** Whether one of the addresses stands for a file, by its bytes or else by its name. */
export const isAmong = (
  file: Pick<ManifestFile, 'sha256' | 'file_name'>,
  addresses: readonly string[],
): boolean =>
  addresses.some(address => hasBytesOf(file, address) ?? nameIn(address) === file.file_name)

const namesakesOf = (file: ManifestFile, { files }: Listing): readonly ManifestFile[] =>
  files.filter(other => keyOf(other) === keyOf(file) && other.file_name === file.file_name)

/** The address of a file of this device, by its bytes or else by its name; undefined when there is none. */
export const namedAddressOf = (file: ManifestFile, listing: Listing): string | undefined => {
  const listed = listedFor(file, listing)
  if (listed.some(address => hasBytesOf(file, address) !== null)) {
    return listed.find(address => hasBytesOf(file, address) === true)
  }
  const named = listed.filter(address => nameIn(address) === file.file_name)
  // Files with one name were sent in their order.
  return named[namesakesOf(file, listing).indexOf(file)]
}

/**
 * The address that the server lists for a file of this device; undefined when it is not certain. Without
 * digests, an address is certain only if the server lists as many files of that name as this device sent, or as many files
 * in all, because another device may have sent a file of the same name.
 */
export const certainAddressOf = (file: ManifestFile, listing: Listing): string | undefined => {
  const listed = listedFor(file, listing)
  if (listed.some(address => hasBytesOf(file, address) !== null)) {
    return namedAddressOf(file, listing)
  }
  const named = listed.filter(address => nameIn(address) === file.file_name)
  const namesakes = namesakesOf(file, listing)
  if (named.length > 0) {
    return named.length === namesakes.length ? named[namesakes.indexOf(file)] : undefined
  }
  const own = listing.files.filter(other => keyOf(other) === keyOf(file))
  return listed.length === own.length ? listed[own.indexOf(file)] : undefined
}

/** The id of a file that a device knows only by its address: the same on every device. */
export const sentFileId = (slot: Pick<ManifestFile, 'field_id' | 'occurrence'>, sha256: string) =>
  keyFrom(`${answerKey(slot.field_id, slot.occurrence)}|${sha256}`)

/** What an edit does to files that another device sent. */
interface TakenSent {
  /** Files of fields for one file: they take the place of those there. */
  readonly single: readonly Pick<FileUploadDoc, 'field_id' | 'occurrence'>[]
  /** The ids of files that the edit takes out. */
  readonly taken: ReadonlySet<string>
}

/**
 * The removed files of an edit that this device knows only by their addresses. Only a digest makes certain which bytes an
 * address stands for.
 */
export const removedSent = async (
  { single, taken }: TakenSent,
  { answers, files }: Listing,
): Promise<readonly ManifestFile[]> => {
  const replaced = new Set(single.map(file => answerKey(file.field_id, file.occurrence)))
  const found = Object.entries(answers).flatMap(([key, answer]) => {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    const own = files.filter(file => keyOf(file) === key)
    return (isFileList(answer) ? answer : []).flatMap(address => {
      const sha256 = digestIn(address)
      if (sha256 === null || own.some(file => hasBytesOf(file, address) === true)) return []
      const slot = { field_id: fieldId, ...(occurrence > 0 ? { occurrence } : {}) }
      return [{ ...slot, key, file_name: nameIn(address), sha256 }]
    })
  })
  const removed: ManifestFile[] = []
  for (const { key, ...file } of found) {
    const id = await sentFileId(file, file.sha256)
    if (!replaced.has(key) && !taken.has(id)) continue
    removed.push({ ...file, id, field_type: '', file_type: '', file_size: 0, removed: true })
  }
  return removed
}

/** The addresses of files that an edit removed and the server still lists. */
export const removedAddresses = (
  submission: Pick<SubmissionDoc, 'answers' | 'files'>,
): readonly string[] => {
  const kept = submission.files.filter(({ removed }) => removed !== true)
  // The server stores equal files of a field once, so this may be the address of a file that stays.
  const isKept = (file: ManifestFile, address: string) =>
    kept.some(other => keyOf(other) === keyOf(file) && hasBytesOf(other, address) === true)
  return submission.files
    .filter(({ removed }) => removed === true)
    .flatMap(file => {
      const address = certainAddressOf(file, submission)
      return address === undefined || isKept(file, address) ? [] : [address]
    })
}

/**
 * A text as a web address, relative to `base` where there is one; null when it is none. Without URL.canParse, which
 * Chrome has since 120 and Safari since 17.
 */
const urlFrom = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
