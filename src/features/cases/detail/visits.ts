import { foldCase, inOrder } from '../../../../collections/cases/fold.ts'
import type { CaseOperation } from '../../../../collections/cases/operation.ts'
import type { CaseDoc } from '../../../../collections/schemas/cases.ts'
import type { ListWords } from '../../../cases/property-words.ts'

/** A property with its value, in the words of its form. */
export interface ShownProperty {
  readonly property: string
  readonly label: string
  readonly text: string
}

/** One line of a case's history. */
export interface Visit {
  readonly key: string
  /** imported: by the office, without an interview. */
  readonly kind: 'registered' | 'visited' | 'imported'
  /** The surveyor's name; '' when it is unknown. */
  readonly by: string
  /** ISO 8601 UTC; '' when it is unknown. */
  readonly at: string
  readonly formId: string
  /** The interview on this device, by its id; null when it is not here. */
  readonly interview: string | null
  readonly standing: 'known' | 'waits' | 'refused'
  readonly set: readonly ShownProperty[]
}

/** The properties of a case in the order of its form, then those that no form on the device names. */
export const shownProperties = (
  values: Readonly<Record<string, string>>,
  words: ListWords,
): readonly ShownProperty[] =>
  [...new Set([...words.properties, ...Object.keys(values)])].flatMap(property => {
    const value = Object.hasOwn(values, property) ? (values[property] ?? '') : ''
    const { label, textOf } = words.of(property)
    const text = textOf(value)
    return text === '' ? [] : [{ property, label, text }]
  })

/** What interviews did to a case, the last first. `interviewByServerId` has those that are on the device. */
export const visitsOf = (
  { operations, own = {} }: Pick<CaseDoc, 'operations' | 'own'>,
  words: ListWords,
  interviewByServerId: ReadonlyMap<string, string>,
): readonly Visit[] => {
  const ownByKey = new Map(Object.entries(operations).map(([at, { key }]) => [key, own[at]]))
  return inOrder(Object.values(operations))
    .map((operation): Visit => {
      const mine = ownByKey.get(operation.key)
      const standing = mine?.state === 'waits' || mine?.state === 'refused' ? mine.state : 'known'
      return {
        key: operation.key,
        kind: kindOf(operation),
        by: operation.by,
        at: operation.at,
        formId: operation.form_id,
        interview: mine?.interview ?? interviewByServerId.get(operation.submission_id) ?? null,
        standing,
        set: shownProperties(operation.values, words),
      }
    })
    .reverse()
}

const kindOf = ({ act, form_id }: CaseOperation): Visit['kind'] =>
  form_id === '' ? 'imported' : act === 'create' ? 'registered' : 'visited'

/** A property to which interviews gave different answers without knowing of each other, and who gave each. */
export interface ContestedProperty {
  readonly property: string
  readonly label: string
  readonly said: readonly {
    readonly key: string
    readonly text: string
    readonly by: string
    readonly at: string
  }[]
}

/** The contested properties of a case, in the order of its form. */
export const contestedOf = (
  { operations }: Pick<CaseDoc, 'operations'>,
  words: ListWords,
): readonly ContestedProperty[] => {
  const all = Object.values(operations)
  const { contested } = foldCase(all)
  const names = [...new Set([...words.properties, ...Object.keys(contested)])]
  return names.flatMap(property => {
    const said = contested[property]
    if (said === undefined) return []
    const { label, textOf } = words.of(property)
    const shown = said.map(({ key, value }) => {
      const { by = '', at = '' } = all.find(operation => operation.key === key) ?? {}
      return { key, text: textOf(value) || value, by, at }
    })
    return [{ property, label, said: shown }]
  })
}
