import { withoutAddresses } from '../../../collections/file-answers.ts'
import { answerAt, fieldOfAnswerKey } from '../../../collections/ids.ts'
import type { Operations } from '../../../collections/operation-log.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { FieldKinds } from '../../field-kinds.ts'
import { isSameAnswer } from '../../same-interview.ts'

/** Decides which differences from the server's answers become edits. */
export interface ChangeRules {
  /** Whether an answer that differs from the base is a later edit by the surveyor. */
  readonly isChanged: (key: string, answer: Answer) => boolean
  /** Whether the surveyor has cleared an answer of the base. */
  readonly isCleared: (key: string) => boolean
  readonly kinds: FieldKinds
  /** Epoch ms. */
  readonly now: number
}

/** The edit that turns the answers of the base into the wanted ones, and adds a missing place; empty for none. */
export const changesTo = (
  base: Omit<SubmissionDoc, 'crdts'>,
  wanted: SubmissionDoc,
  { isChanged, isCleared, kinds, now }: ChangeRules,
): readonly Operations[] => {
  const isSame = (key: string, answer: Answer) =>
    isSameAnswer(answerAt(base.answers, key) ?? '', answer, kinds(fieldOfAnswerKey(key).fieldId))
  const set = Object.entries(wanted.answers).filter(
    ([key, answer]) => !isSame(key, answer) && isChanged(key, answer),
  )
  const cleared = Object.keys(withoutAddresses(base.answers, wanted.files)).filter(
    key => !Object.hasOwn(wanted.answers, key) && isCleared(key),
  )
  const place = missingPlace(base, wanted)
  if (set.length === 0 && cleared.length === 0 && place === null) return []
  const $set = {
    ...Object.fromEntries(set.map(([key, answer]) => [`answers.${key}`, answer])),
    ...place,
    syncStatus: 'pending',
    updated_at: new Date(now).toISOString(),
  }
  const $unset = Object.fromEntries(cleared.map(key => [`answers.${key}`, '' as const]))
  const update = cleared.length === 0 ? { $set } : { $set, $unset }
  return [[{ creator: 'difference', time: Math.max(1, now), body: [{ ifMatch: update }] }]]
}

type Coordinates = Pick<SubmissionDoc, 'latitude' | 'longitude'>

/** The place that the base lacks; null when it has one, or when there is none. */
const missingPlace = (base: Coordinates, { latitude, longitude }: Coordinates) =>
  base.latitude === null && latitude !== null ? { latitude, longitude } : null
