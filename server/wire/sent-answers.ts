import { createHash } from 'node:crypto'
import { fieldKind, isListKind } from '../../replication/wire/field-types.ts'
import type { Section } from '../../replication/wire/forms.ts'
import type { AnswerEntry, SubmissionCreateRequest } from '../../replication/wire/requests.ts'
import { refuseFields, type Refusal } from '../http/answer.ts'
import { limits } from '../limits.ts'
import { answerBytesOf } from '../store/submission-writes.ts'
import type { StoredAnswer } from '../store/submissions.ts'

const slotOf = (answer: { readonly form_field_id: string; readonly occurrence: number }): string =>
  `${answer.occurrence} ${answer.form_field_id}`

/** The fields with list answers. Their JSON text is also sent parsed (3.22). */
const listFieldIds = (sections: readonly Section[]): ReadonlySet<string> =>
  new Set(
    sections
      .flatMap(section => section.fields)
      .filter(({ type, multiple }) => isListKind(fieldKind(type, multiple)))
      .map(field => field.id),
  )

/** The refusal of answers that a row cannot store; null when it can store all. */
export const answersProblem = (sent: readonly AnswerEntry[]): Refusal | null => {
  if (sent.length > limits.answers) {
    return refuseFields({ answers: [`There are more than ${limits.answers} answers.`] })
  }
  if (answerBytesOf(sent) > limits.pageBytes) {
    return refuseFields({ answers: ['The answers are too large.'] })
  }
  for (const [place, { form_field_id, occurrence = 0 }] of sent.entries()) {
    if (form_field_id.length > limits.fieldIdChars) {
      return refuseFields({ [`answers.${place}.form_field_id`]: ['The field id is too long.'] })
    }
    if (occurrence > limits.occurrences) {
      return refuseFields({ [`answers.${place}.occurrence`]: ['There are too many occurrences.'] })
    }
  }
  return null
}

/** Sent answers in their stored shape. Of two for the same field and occurrence the later one is used. */
export const answersToStore = (
  sent: readonly AnswerEntry[],
  sections: readonly Section[],
): readonly StoredAnswer[] => {
  const lists = listFieldIds(sections)
  const stored = sent.map(entry => ({
    form_field_id: entry.form_field_id,
    occurrence: entry.occurrence ?? 0,
    value: entry.value,
    is_list: lists.has(entry.form_field_id),
  }))
  return [...new Map(stored.map(answer => [slotOf(answer), answer])).values()]
}

/** The stored answers with the sent ones replaced: the `merge` of PUT. */
export const mergeAnswers = (
  stored: readonly StoredAnswer[],
  named: readonly StoredAnswer[],
): readonly StoredAnswer[] => {
  const answerBySlot = new Map(stored.map(answer => [slotOf(answer), answer]))
  for (const answer of named) answerBySlot.set(slotOf(answer), answer)
  return [...answerBySlot.values()]
}

/** Whether two sets of answers are equal, in any order. */
export const sameAnswers = (
  some: readonly StoredAnswer[],
  others: readonly StoredAnswer[],
): boolean => {
  const valueBySlot = new Map(some.map(answer => [slotOf(answer), answer.value]))
  return (
    some.length === others.length &&
    others.every(answer => valueBySlot.get(slotOf(answer)) === answer.value)
  )
}

/**
 * A hash that distinguishes two bodies with the same key. It ignores the key itself, which may be in the header, in the
 * body, or in both.
 */
export const requestSha256 = (body: SubmissionCreateRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        body.form_id,
        body.latitude,
        body.longitude,
        body.created_at,
        body.tempId ?? null,
        body.answers.map(entry => [entry.form_field_id, entry.occurrence ?? 0, entry.value]),
      ]),
    )
    .digest('hex')
