import * as v from 'valibot'
import { answerAt, answerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { AnswerRow, type SubmissionRow } from '../wire/answers.ts'
import { isListKind, type FieldKind } from '../wire/field-types.ts'
import type { AnswerEntry } from '../wire/requests.ts'
import type { FieldKinds } from './field-kinds.ts'
import { listsFiles } from './listed-files.ts'

/** Reads answers as servers write them (3.22, 3.24). */

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : typeof value === 'object' && value !== null && 'url' in value
        ? textOf(value.url)
        : JSON.stringify(value ?? '')

/** Parses a list, of texts or of anything, that was sent as JSON text; null for every other text. */
const jsonList = (text: string, of: 'texts' | 'anything'): string[] | null => {
  if (!text.trim().startsWith('[')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed)) return null
    const isAllowed = of === 'anything' || parsed.every(entry => typeof entry === 'string')
    return isAllowed ? parsed.map(textOf) : null
  } catch {
    // No JSON, or lists in lists to a depth that cannot be written again.
    return null
  }
}

/**
 * Reads a text of a field. A text in brackets is a list only if the field takes several answers. Where the kind is
 * unknown, only a list of texts counts as a list, because the app sends no other.
 */
const readText = (text: string, kind: FieldKind | undefined): Answer => {
  if (kind === undefined) return jsonList(text, 'texts') ?? text
  return isListKind(kind) ? (jsonList(text, 'anything') ?? text) : text
}

/** The answer of a row's entry as the device stores it; null when the entry has none. */
const toAnswer = ({ value, value_json }: AnswerRow, kind: FieldKind | undefined): Answer | null => {
  const isGiven = (candidate: unknown) =>
    candidate !== null && candidate !== undefined && candidate !== ''
  const isOneText =
    !isListKind(kind) && kind !== undefined && typeof value === 'string' && value !== ''
  const candidate = isOneText || !isGiven(value_json) ? value : value_json
  if (!isGiven(candidate)) return null
  if (typeof candidate === 'string') {
    const read = readText(candidate, kind)
    return kind === 'files' ? [read].flat() : read
  }
  return Array.isArray(candidate) ? candidate.map(textOf) : textOf(candidate)
}

/** The answers of a request by answer key. */
export const entriesToAnswers = (
  entries: readonly AnswerEntry[],
  kinds: FieldKinds,
): Record<string, Answer> =>
  Object.fromEntries(
    entries.map(({ form_field_id, value, occurrence }) => [
      answerKey(form_field_id, occurrence),
      readText(value, kinds(form_field_id)),
    ]),
  )

/**
 * A row's answers by answer key; entries that cannot be read are left out. Several entries of a field without
 * occurrence numbers are numbered in their order.
 */
export const rowAnswers = (row: SubmissionRow, kinds: FieldKinds): Record<string, Answer> => {
  const answers: Record<string, Answer> = {}
  const seen = new Map<string, number>()
  for (const raw of row.answers ?? []) {
    const parsed = v.safeParse(AnswerRow, raw)
    if (!parsed.success) continue
    const { form_field_id: fieldId, occurrence } = parsed.output
    const answer = toAnswer(parsed.output, kinds(fieldId))
    const known = occurrence === undefined ? answerAt(answers, answerKey(fieldId)) : undefined
    if (listsFiles(known, kinds(fieldId)) && listsFiles(answer, kinds(fieldId))) {
      // A server may keep the file list of an edit in addition to its own; both name the same files.
      if (answer.length >= known.length) answers[answerKey(fieldId)] = answer
      continue
    }
    const counted = seen.get(fieldId) ?? 0
    seen.set(fieldId, counted + 1)
    if (answer !== null) answers[answerKey(fieldId, occurrence ?? counted)] = answer
  }
  return answers
}
