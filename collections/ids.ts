import { defaultHashSha256 } from 'rxdb'

/** How ids are made and told apart. WARNING: all of them are persisted. */

/** The id of an interview begun on this device at a time in epoch ms (4.1). */
export const tempId = (timeMs: number): string => `temp_${timeMs}`

/** Whether an interview was begun on a device and is known under its temporary id. */
export const isTempId = (id: string): boolean => id.startsWith('temp_')

/** A key in the shape of a UUID, the same for the same text: a step that a crash repeats makes the same one. */
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

/** The id of the draft that edits a submission. */
export const editDraftId = (submissionId: string): string => `edit_${submissionId}`

const reserved = /[%.$#|]/g
const percent = (character: string) =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`

/**
 * The key of an answer within a submission: the field's id, and `#n` from the second occurrence on.
 * Characters with a meaning in update paths are percent-encoded, so that any id is safe as a key.
 */
export const answerKey = (fieldId: string, occurrence = 0): string => {
  const key = fieldId.replace(reserved, percent).replace(/^__/, '%5F%5F')
  return occurrence === 0 ? key : `${key}#${occurrence}`
}

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
  `${interviewId}|${answerKey(fieldId, occurrence)}`

/** The id of a stored field definition, one per version of its form. */
export const questionId = (definitionHash: string, fieldId: string): string =>
  `${definitionHash}|${answerKey(fieldId)}`

/** The outbox item of a submission: create, edit and delete share it, for one is sent at a time. */
export const submissionItemId = (submissionId: string): string => `submission|${submissionId}`

/** The outbox item of the profile: there is one surveyor to a database. */
export const profileItemId = 'profile|currentUser'

/** The outbox item of one field's files, and of each further occurrence of it. */
export const filesItemId = (submissionId: string, fieldId: string, occurrence = 0): string =>
  `files|${submissionId}|${answerKey(fieldId, occurrence)}`

/** The occurrence whose files an outbox item sends. */
export const occurrenceOfFilesItem = (itemId: string): number =>
  fieldOfAnswerKey(itemId.slice(itemId.lastIndexOf('|') + 1)).occurrence

const repeatPrefix = '$repeat:'

/** What stands for a section that repeats among live answers: an occurrence is there, or was removed. */
export const repeatMarkId = (sectionId: string): string => `${repeatPrefix}${sectionId}`

/** Whether a live answer only says that an occurrence is there; it is never sent. */
export const isRepeatMark = (fieldId: string): boolean => fieldId.startsWith(repeatPrefix)
