import { withoutAddresses } from '../../collections/file-answers.ts'
import { answerPath, differenceOf, type Operations } from '../../collections/operation-log.ts'
import type { SubmissionDoc, SubmissionFields } from '../../collections/schemas/submissions.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { isSameAt } from '../rows/same-answers.ts'

/** Decides which differences from the server's answers become edits. */
export interface ChangeRules {
  /** Whether an answer that differs from the base is a later edit by the surveyor. */
  readonly isChanged: (key: string) => boolean
  /** Whether the surveyor has cleared an answer of the base. */
  readonly isCleared: (key: string) => boolean
  readonly kinds: FieldKinds
  /** Epoch ms. */
  readonly now: number
}

/** The edit that turns the answers of the base into the wanted ones, and adds a missing place; empty for none. */
export const changesTo = (
  base: SubmissionFields,
  wanted: SubmissionDoc,
  { isChanged, isCleared, kinds, now }: ChangeRules,
): readonly Operations[] => {
  const set = Object.entries(wanted.answers).filter(
    ([key]) => !isSameAt(base.answers, wanted.answers, key, kinds) && isChanged(key),
  )
  const cleared = Object.keys(withoutAddresses(base.answers, wanted.files)).filter(
    key => !Object.hasOwn(wanted.answers, key) && isCleared(key),
  )
  const place = missingPlace(base, wanted)
  if (set.length === 0 && cleared.length === 0 && place === null) return []
  const $set = {
    ...Object.fromEntries(set.map(([key, answer]) => [answerPath(key), answer])),
    ...place,
    syncStatus: 'pending',
    updated_at: new Date(now).toISOString(),
  }
  const $unset = Object.fromEntries(cleared.map(key => [answerPath(key), '' as const]))
  const update = cleared.length === 0 ? { $set } : { $set, $unset }
  return [differenceOf(update, now)]
}

type Coordinates = Pick<SubmissionDoc, 'latitude' | 'longitude'>

/** The place that the base lacks; null when it has one, or when there is none. */
const missingPlace = (base: Coordinates, { latitude, longitude }: Coordinates) =>
  base.latitude === null && latitude !== null ? { latitude, longitude } : null
