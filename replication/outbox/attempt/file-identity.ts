import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { fieldOfAnswerKey } from '../../../collections/ids.ts'
import type { ManifestFile } from '../../../collections/schemas/submissions.ts'
import { nameIn } from './removed-files.ts'
import { rowAnswers } from '../../submission-rows.ts'
import type { SubmissionRow } from '../../wire/answers.ts'

/** Which files of an upload without an answer have arrived, told by what the row lists. */

/** What an upload carried whose outcome is unknown. WARNING: persisted, as the payload of its outbox item. */
export interface Doubt {
  readonly fileIds: readonly string[]
  /** The addresses that the field had before it. */
  readonly listed: readonly string[]
}

/** What an item noted when its last request left; items of earlier versions noted nothing. */
export const doubtOf = (
  { payload }: OutboxDoc,
  pending: readonly { readonly doc: { readonly id: string } }[],
): Doubt => ({
  fileIds: texts(payload['fileIds']) ?? pending.map(({ doc }) => doc.id),
  listed: texts(payload['listed']) ?? [],
})

const texts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every(entry => typeof entry === 'string') ? value : null

/** The addresses that a row lists for a field: a server that knows of no occurrences lists all under the first. */
export const listedOf = (row: SubmissionRow, fieldId: string): readonly string[] =>
  Object.entries(rowAnswers(row, () => 'list'))
    .filter(([key]) => fieldOfAnswerKey(key).fieldId === fieldId)
    .flatMap(([, answer]) => answer)

/**
 * The files that have arrived, by id: each stands for an address that was not listed before, the one with its
 * name where there is one. A server may give files names of its own: then what is new stands for them in order.
 */
export const arrivedFiles = (
  doubt: Doubt,
  manifest: readonly ManifestFile[],
  listed: readonly string[],
): readonly string[] => {
  const added = without(listed, doubt.listed)
  const nameOf = (id: string) => manifest.find(file => file.id === id)?.file_name
  const names = added.map(nameIn)
  const byName = doubt.fileIds.filter(id => {
    const at = names.indexOf(nameOf(id) ?? '')
    if (at >= 0) names.splice(at, 1)
    return at >= 0
  })
  return byName.length > 0 ? byName : doubt.fileIds.slice(0, added.length)
}

/** The first list without the entries of the second, each taken out once. */
const without = (list: readonly string[], taken: readonly string[]): readonly string[] => {
  const left = [...taken]
  return list.filter(entry => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
