import { defaultHashSha256 } from 'rxdb'
import type { Answer } from './schemas/submissions.ts'

/** How ids are made and recognized. WARNING: all of them are persisted. */

const tempPrefix = 'temp_'

/** The id of an interview that was started on this device at a time in epoch ms (4.1). */
export const tempId = (timeMs: number): string => `${tempPrefix}${timeMs}`

/** Whether an id is the temporary one of an interview started on a device. */
export const isTempId = (id: string): boolean => id.startsWith(tempPrefix)

/** When the interview with a temporary id was started, epoch ms; NaN for any other id. */
export const startOfTempId = (id: string): number =>
  Number(/^temp_(\d+)$/.exec(id)?.[1] ?? Number.NaN)

/** All temporary ids, as a condition of a query. A backquote comes after an underscore. */
export const temporaryIds = { $gte: tempPrefix, $lt: 'temp`' } as const

/**
 * A key in the shape of a UUID, the same for the same text, so that a step repeated after a crash makes the same
 * key.
 */
export const keyFrom = async (text: string): Promise<string> => {
  const hex = await defaultHashSha256(text)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

const reserved = /[%.$#|]/g
/** A field id that is not its own answer key. Almost none is, and a refresh makes hundreds of thousands of keys. */
const unsafe = /[%.$#|]|^__|_$/
const percent = (character: string) =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`

/** A field's id and occurrence as part of another id. */
const slotKey = (fieldId: string, occurrence: number): string => {
  const key = fieldId.replace(reserved, percent).replace(/^__/, '%5F%5F')
  return occurrence === 0 ? key : `${key}#${occurrence}`
}

/**
 * The key of an answer within a submission: the field's id, and `#n` from the second occurrence on. Characters
 * with a meaning in update paths are percent-encoded, and so is an underscore at the end, because RxDB takes such a
 * property of a document for a reference to another one and throws. So every id is safe in a key.
 */
export const answerKey = (fieldId: string, occurrence = 0): string =>
  unsafe.test(fieldId)
    ? slotKey(fieldId, occurrence).replace(/_$/, '%5F')
    : `${fieldId}${occurrence === 0 ? '' : `#${occurrence}`}`

/** The answer under a key; a key may also be a name that every object has, such as `constructor`. */
export const answerAt = (
  answers: Readonly<Record<string, Answer>>,
  key: string,
): Answer | undefined => (Object.hasOwn(answers, key) ? answers[key] : undefined)

/** The field and the occurrence that an answer key stands for. */
export const fieldOfAnswerKey = (
  key: string,
): { readonly fieldId: string; readonly occurrence: number } => {
  const [encoded = '', occurrence = '0'] = key.split('#')
  const fieldId = encoded.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return { fieldId, occurrence: Number(occurrence) || 0 }
}

/** The id of a live answer (3.4). */
export const responseId = (interviewId: string, fieldId: string, occurrence = 0): string =>
  `${interviewId}|${slotKey(fieldId, occurrence)}`

/** The id of a stored field definition, one per version of its form. */
export const questionId = (definitionHash: string, fieldId: string): string =>
  `${definitionHash}|${slotKey(fieldId, 0)}`

/** The outbox item of a submission. Create, edit and delete share it because only one of them is sent at a time. */
export const submissionItemId = (submissionId: string): string => `submission|${submissionId}`

/** The outbox item of the profile: a database has one surveyor. */
export const profileItemId = 'profile|currentUser'

/** The outbox item of one field's files. Each further occurrence of the field has its own. */
export const filesItemId = (submissionId: string, fieldId: string, occurrence = 0): string =>
  `files|${submissionId}|${slotKey(fieldId, occurrence)}`

/** The occurrence whose files an outbox item sends. */
export const occurrenceOfFilesItem = (itemId: string): number =>
  fieldOfAnswerKey(itemId.slice(itemId.lastIndexOf('|') + 1)).occurrence

/** Every mark begins with it, because those of occurrences came first. */
const markPrefix = '$repeat:'

/** The id of the live answer that marks an occurrence of a repeating section as present or removed. */
export const repeatMarkId = (sectionId: string): string => `${markPrefix}${sectionId}`

/** The value of a mark that is set. */
export const marked = 'yes'

const takenPrefix = repeatMarkId('file taken out:')

/** The id of the live answer by which a draft marks a file as taken out. */
export const takenFileMark = (fileId: string): string => `${takenPrefix}${fileId}`

/** The file that a live answer marks as taken out; null for other answers. */
export const takenFileOf = (fieldId: string): string | null =>
  fieldId.startsWith(takenPrefix) ? fieldId.slice(takenPrefix.length) : null

const replyPrefix = repeatMarkId('reply:')

/** The id of the live answer that is a reply to a comment of the office. */
export const replyMark = (commentId: string): string => `${replyPrefix}${commentId}`

/** The comment that a live answer replies to; null for other answers. */
export const replyTo = (fieldId: string): string | null =>
  fieldId.startsWith(replyPrefix) ? fieldId.slice(replyPrefix.length) : null

/**
 * Whether a live answer is only a mark: of an occurrence, of a file that is taken out, a reply, or the reason for a hint. Marks are
 * never sent as answers.
 */
export const isMark = (fieldId: string): boolean => fieldId.startsWith(markPrefix)
