import { plainText } from '../../form/texts/rich-text.ts'
import { answerAt, answerKey, fieldOfAnswerKey } from '../../../collections/ids.ts'
import {
  answerChangesOf,
  pendingOperations,
  updatesOf,
} from '../../../collections/operation-log.ts'
import { payloadOf, type RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { HistoryEntry } from '../../../collections/schemas/history-entry.ts'
import { toFieldType } from '../../../replication/wire/field-types.ts'
import { parseOptions } from '../../../replication/wire/forms.ts'
import type { FormLists } from '../../form/definition/compiled-form.ts'
import { parseMore } from '../../form/definition/field-more.ts'
import { listedLabel } from '../../interviews/form-lists.ts'
import { readAnswer } from '../../form/answers/reading.ts'
import { joinedText } from '../../form/types/field-type.ts'
import { profile as profileWords } from '../../messages/account/profile.ts'
import { recovery as words, recoveryEvent } from '../../messages/submissions/recovery.ts'
import { readingText } from '../../interviews/reading-text.ts'
import { hiddenSecret } from '../../messages/submissions/submission.ts'
import { dateTimeText } from '../../messages/app/time.ts'

/** One line of an entry's contents. */
interface Line {
  readonly key: string
  readonly name: string
  readonly value: string
}

type AskedField = Pick<
  FormQuestionDoc,
  'field_id' | 'label' | 'name' | 'type' | 'options' | 'logic'
>

/** The answers of an entry in the form's words: all of an interview, the changed ones of an edit. */
export const answerLines = (
  entry: RecoveryEntry,
  fields: readonly AskedField[],
  lists: FormLists = new Map(),
): readonly Line[] => {
  const { submission } = payloadOf(entry)
  if (entry.kind === 'profile') return profileLines(entry)
  if (submission === null || entry.kind === 'delete' || entry.kind === 'files') return []
  const edited = entry.kind === 'edit' ? editedKeys(entry) : null
  const keys = Object.keys(submission.answers).filter(key => edited?.has(key) ?? true)
  const cleared = [...(edited ?? [])].filter(key => !Object.hasOwn(submission.answers, key))
  const orderOf = new Map(fields.map(({ field_id }, at) => [answerKey(field_id), at]))
  const placeOf = (key: string) => orderOf.get(key.split('#')[0] ?? key) ?? fields.length
  return [...keys, ...cleared]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(key => {
      const { fieldId } = fieldOfAnswerKey(key)
      const field = fields.find(({ field_id }) => field_id === fieldId)
      const answer = answerAt(submission.answers, key)
      const value = answer === undefined ? words.cleared : answerText(answer, field, lists)
      return { key, name: plainText(field?.label || field?.name || fieldId, () => '…'), value }
    })
}

/** The refused edits of the profile, field by field; only the last edit of a field counts. */
const profileLines = (entry: RecoveryEntry): readonly Line[] => {
  const { profile } = payloadOf(entry)
  const wanted = new Map(updatesOf(profile).flatMap(({ $set = {} }) => Object.entries($set)))
  const text = (key: string) => textOf(wanted.get(key))
  return [
    { key: 'first_name', name: profileWords.firstName, value: text('first_name') },
    { key: 'last_name', name: profileWords.lastName, value: text('last_name') },
    { key: 'phone_number', name: profileWords.phone, value: text('phone_number') },
    { key: 'profile_image_local', name: profileWords.picture, value: words.newPicture },
  ].filter(({ key }) => wanted.has(key))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const editedKeys = (entry: RecoveryEntry): ReadonlySet<string> => {
  const { submission } = payloadOf(entry)
  const edits = pendingOperations(submission?.crdts ?? { operations: [], hash: '' })
  return new Set(answerChangesOf(edits).map(([key]) => key))
}

const answerText = (answer: Answer, field: AskedField | undefined, lists: FormLists): string => {
  if (field === undefined) return joinedText(answer)
  const listed = [answer].flat().flatMap(value => {
    const label = listedLabel(field, value, lists)
    return label === null ? [] : [{ value, label }]
  })
  const options = [...parseOptions(field.options), ...listed]
  const { appearance } = parseMore(field.logic)
  const reading = readAnswer(toFieldType(field.type), answer, options, appearance)
  switch (reading.kind) {
    case 'none':
      return ''
    case 'secret':
      return hiddenSecret
    case 'incomplete':
    case 'files':
      return reading.text
  }
  return readingText(reading)
}

/** The names of the files that stay on the device with an entry. */
export const fileNames = (entry: RecoveryEntry): readonly string[] => {
  const files = payloadOf(entry).submission?.files ?? []
  return files.filter(({ id }) => entry.file_ids.includes(id)).map(({ file_name }) => file_name)
}

/** What happened to the work so far, oldest first. */
export const historyLines = (entry: RecoveryEntry): readonly Line[] => {
  const before = payloadOf(entry).submission?.history ?? []
  const all: readonly HistoryEntry[] = [...before, ...entry.history]
  // Files that went back from here to the queue have an entry that names none.
  const steps = all.filter(({ what, note }) => what !== 'file' || note !== '')
  return steps
    .sort((one, other) => one.at - other.at)
    .map((event, at) => ({
      key: `${event.at}-${at}`,
      name: dateTimeText(event.at),
      value: recoveryEvent(event),
    }))
}
