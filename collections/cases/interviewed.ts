import { foldCase, seenOf, type CaseState } from './fold.ts'
import type { CaseChange, CaseOperation, Seen } from './operation.ts'

/** What a form says of a case that its interviews register or visit. It is a property of the field with the case's id. */
export interface CaseBlock {
  /** The field whose answer is the case's id. Within a repeat, each occurrence is about a case of its own. */
  readonly fieldId: string
  readonly list: string
  /** The field that each property is saved from. */
  readonly values: Readonly<Record<string, string>>
}

/** The hidden fields of a case that stand next to the one with its id; `fresh` is the id of a new one, where either is. */
export const caseFieldId = (fieldId: string, part: 'act' | 'label' | 'seen' | 'fresh'): string =>
  `${fieldId}:${part}`

/** An answer, with several values separated by spaces. */
export interface PlainAnswer {
  readonly fieldId: string
  readonly occurrence: number
  readonly value: string
}

/** What the operations of an interview have in common. */
export interface InterviewOf {
  /** The client key; the server's id for an interview without one. */
  readonly key: string
  readonly at: string
  readonly by: string
  readonly form_id: string
  readonly submission_id: string
}

/** The longest id of a case, in characters, and more visits at the same time than any case has. */
const maxCaseId = 100
const mostHeads = 1000

/** What an interview does to cases: an operation for each block and occurrence whose hidden answers say so. */
export const operationsOf = (
  blocks: readonly CaseBlock[],
  answers: readonly PlainAnswer[],
  interview: InterviewOf,
): readonly CaseChange[] => {
  if (blocks.length === 0) return []
  const valueAt = reader(answers)
  return blocks.flatMap(block =>
    answers.flatMap(({ fieldId, occurrence, value: id }): CaseChange[] => {
      if (fieldId !== block.fieldId || id === '' || id.length > maxCaseId) return []
      const act = valueAt(caseFieldId(fieldId, 'act'), occurrence)
      if (act !== 'create' && act !== 'update') return []
      const { seen, kept } = parseSeen(valueAt(caseFieldId(fieldId, 'seen'), occurrence))
      const operation: CaseOperation = {
        key: operationKey(interview.key, fieldId, occurrence),
        act,
        seen: act === 'create' ? nothingSeen : seen,
        at: interview.at,
        label: valueAt(caseFieldId(fieldId, 'label'), occurrence),
        values: valuesOf(block, occurrence, valueAt, kept),
        by: interview.by,
        form_id: interview.form_id,
        submission_id: interview.submission_id,
      }
      return [{ list: block.list, id, operation }]
    }),
  )
}

/** The key of an operation. WARNING: persisted. */
const operationKey = (interview: string, fieldId: string, occurrence: number): string =>
  `${interview}|${fieldId}${occurrence === 0 ? '' : `#${occurrence}`}`

/** Whether an operation is one of an interview with this key. */
export const isOfInterview = (key: string, interview: string): boolean =>
  key.startsWith(`${interview}|`)

/**
 * The hidden answers that say what an interview had seen of the cases that it visits, when it is submitted or edited.
 * `operations` are those of a case without the interview's own. `sent` are the answers as they were submitted before: an
 * edit keeps its place among the visits of the same case.
 */
export const seenAnswers = (
  blocks: readonly CaseBlock[],
  answers: readonly PlainAnswer[],
  operations: (list: string, id: string) => readonly CaseOperation[],
  sent: readonly PlainAnswer[] = [],
): readonly PlainAnswer[] => {
  const [valueAt, sentAt] = [reader(answers), reader(sent)]
  return blocks.flatMap(block =>
    answers.flatMap(({ fieldId, occurrence, value: id }): PlainAnswer[] => {
      if (fieldId !== block.fieldId || id === '') return []
      if (valueAt(caseFieldId(fieldId, 'act'), occurrence) !== 'update') return []
      const field = caseFieldId(fieldId, 'seen')
      const of = operations(block.list, id)
      const earlier = sentAt(fieldId, occurrence) === id ? sentAt(field, occurrence) : ''
      const seen = earlier === '' ? seenOf(foldCase(of)) : parseSeen(earlier).seen
      const then = foldCase(of.filter(other => other.seen.version < seen.version))
      const kept = keptOf(block, occurrence, valueAt, then)
      return [{ fieldId: field, occurrence, value: JSON.stringify({ ...seen, kept }) }]
    }),
  )
}

type ReadAnswer = (fieldId: string, occurrence: number) => string

const reader = (answers: readonly PlainAnswer[]): ReadAnswer => {
  const byPlace = new Map(
    answers.map(({ fieldId, occurrence, value }) => [`${occurrence}|${fieldId}`, value]),
  )
  return (fieldId, occurrence) => byPlace.get(`${occurrence}|${fieldId}`) ?? ''
}

const valuesOf = (
  { values }: CaseBlock,
  occurrence: number,
  valueAt: ReadAnswer,
  kept: ReadonlySet<string> = new Set(),
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([property, fieldId]) => {
      const value = valueAt(fieldId, occurrence)
      return value === '' || kept.has(property) ? [] : [[property, value]]
    }),
  )

/** The properties that an interview only repeats as the case had them. */
const keptOf = (
  block: CaseBlock,
  occurrence: number,
  valueAt: ReadAnswer,
  { values }: CaseState,
): readonly string[] =>
  Object.entries(valuesOf(block, occurrence, valueAt)).flatMap(([property, value]) =>
    values[property] === value ? [property] : [],
  )

const nothingSeen: Seen = { version: 0, heads: [] }

/** What an interview had seen, from its hidden answer; nothing for an answer that cannot be read. */
const parseSeen = (text: string): { seen: Seen; kept: ReadonlySet<string> } => {
  const raw = parsed(text)
  const version = Number(raw['version'])
  return {
    seen: {
      version: Number.isSafeInteger(version) && version > 0 ? version : 0,
      heads: textsIn(raw['heads']).slice(0, mostHeads),
    },
    kept: new Set(textsIn(raw['kept'])),
  }
}

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const raw: unknown = JSON.parse(text)
    return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textsIn = (raw: unknown): readonly string[] =>
  Array.isArray(raw) ? raw.filter(one => typeof one === 'string') : []
