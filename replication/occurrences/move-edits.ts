import { answerKey, fieldOfAnswerKey } from '../../collections/ids.ts'
import {
  answerChangesOf,
  answerPath,
  keyOfAnswerPath,
  type Operations,
  type Update,
} from '../../collections/operation-log.ts'
import type { Answer, ManifestFile } from '../../collections/schemas/submissions.ts'
import { tieFieldId } from '../wire/form/repeat.ts'
import type { Moves } from './find-moves.ts'
import type { Repeats } from './repeats.ts'

/**
 * The edits with the new numbers of occurrences. A moved outer occurrence gets a new key, too, which becomes the link of
 * the inner ones that the edits add to it. `taken` are the answers of the row, whose keys are not used again.
 */
export const moveEdits = (
  edits: readonly Operations[],
  moves: Moves,
  repeats: Repeats,
  taken: Readonly<Record<string, Answer>>,
): readonly Operations[] => {
  const changes = Object.fromEntries(answerChangesOf(edits))
  const keys = newKeys(moves, repeats, changes, taken)
  const movedPath = (path: string): string => {
    const slot = slotOf(path)
    const to = slot === null ? undefined : newNumber(moves, repeats, slot.fieldId, slot.occurrence)
    return slot === null || to === undefined ? path : answerPath(answerKey(slot.fieldId, to))
  }
  const movedValue = (path: string, value: unknown): unknown => {
    if (path === 'files') return (value as readonly ManifestFile[]).map(file => movedFile(file))
    const slot = slotOf(path)
    const id = repeats.byField.get(slot?.fieldId ?? '')
    if (slot === null || id === undefined) return value
    const isKey = slot.fieldId === tieFieldId(id, 'key')
    const isLink = slot.fieldId === tieFieldId(id, 'within')
    const tied = isKey ? id : isLink ? repeats.outerOf.get(id) : undefined
    return keys.get(tied ?? '')?.get(String(value)) ?? value
  }
  const movedFile = (file: ManifestFile): ManifestFile => {
    const occurrence = newNumber(moves, repeats, file.field_id, file.occurrence)
    return occurrence === undefined ? file : { ...file, occurrence }
  }
  const movedFields = <Value>(fields: Readonly<Record<string, Value>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([path, value]) => [movedPath(path), movedValue(path, value)]),
    )
  const movedUpdate = ({ $set, $unset }: Update): Update => ({
    ...($set === undefined ? {} : { $set: movedFields($set) }),
    ...($unset === undefined ? {} : { $unset: movedFields($unset) as Record<string, ''> }),
  })
  return edits.map(operations =>
    operations.map(operation => ({
      ...operation,
      body: operation.body.map(part =>
        part.ifMatch === undefined ? part : { ...part, ifMatch: movedUpdate(part.ifMatch) },
      ),
    })),
  )
}

/** The slot of an answer by its path; null for the path of another field. */
const slotOf = (path: string) => {
  const key = keyOfAnswerPath(path)
  return key === null ? null : fieldOfAnswerKey(key)
}

/** The new number of the occurrence that a field is in; undefined when it keeps its own. */
export const newNumber = (
  moves: Moves,
  { byField }: Repeats,
  fieldId: string,
  number = 0,
): number | undefined => moves.get(byField.get(fieldId) ?? '')?.get(number)

/** New keys of moved outer occurrences by their old ones, by the id of the outer repeat. */
const newKeys = (
  moves: Moves,
  { outerOf }: Repeats,
  changes: Readonly<Record<string, unknown>>,
  taken: Readonly<Record<string, Answer>>,
): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const id of new Set(outerOf.values())) {
    const keyId = tieFieldId(id, 'key')
    const used = new Set(
      [...Object.entries(taken), ...Object.entries(changes)]
        .filter(([key]) => fieldOfAnswerKey(key).fieldId === keyId)
        .map(([, value]) => String(value)),
    )
    const ofRepeat = new Map<string, string>()
    for (const [from, to] of moves.get(id) ?? []) {
      const old = changes[answerKey(keyId, from)]
      if (typeof old !== 'string') continue
      let key = `${to + 1}`
      for (let more = 2; used.has(key); more += 1) key = `${to + 1}.${more}`
      used.add(key)
      ofRepeat.set(old, key)
    }
    found.set(id, ofRepeat)
  }
  return found
}
