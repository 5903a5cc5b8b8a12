import { caseHiddenBy } from '../../../collections/schemas/cases.ts'
import type { ListWords } from '../../../src/cases/property-words.ts'
import { orderedCases, type CaseOrder } from '../../../src/features/cases/list/case-order.ts'
import {
  createTexts,
  foundCases,
  type CaseTexts,
} from '../../../src/features/cases/list/case-texts.ts'
import { caseEntryOf, type CaseEntry } from '../../../src/known-cases/case-entry.ts'
import {
  knownNames,
  likeCase,
  type KnownNames,
} from '../../../src/features/fill/hints/like-cases.ts'

/** The cases of a list in the page's memory, as the product's screen of them and its hints have them. */

const firstNames = ['Meera', 'Ramesh', 'Sakina', 'Hansa', 'Ibrahim', 'Lakshmi', 'Devji', 'Amina']
const lastNames = ['Jadeja', 'Ahir', 'Mutwa', 'Rabari', 'Sumra', 'Vankar', 'Khatri', 'Patel', 'Jat']
const villages = ['Anjar', 'Bhachau', 'Mandvi', 'Rapar', 'Khavda', 'Naliya', 'Dayapar']

const partOf = (parts: readonly string[], at: number): string => parts[at % parts.length] ?? ''

const makeCase = (at: number): CaseEntry => {
  const head = `${partOf(firstNames, at)} ${partOf(lastNames, at * 7)} ${partOf(lastNames, at >> 3)}`
  const due = `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`
  return caseEntryOf({
    id: `5b1c7a52-6f0e-4a4e-9a53-${String(at).padStart(12, '0')}`,
    label: head,
    due,
    values: {
      head,
      village: partOf(villages, at * 3),
      members: String(1 + (at % 9)),
      water: partOf(['Hand pump', 'Public tap', 'Tanker'], at),
      due,
      geometry: `${23 + (at % 1000) / 1000} ${69 + (at % 777) / 777}`,
    },
    version: 1,
    hidden: caseHiddenBy.nothing,
  })
}

const words: ListWords = {
  properties: ['head', 'village', 'members', 'water', 'due'],
  of: property => ({ label: property, textOf: value => value }),
}

const here = { latitude: 23.24, longitude: 69.66 }
let texts: CaseTexts | null = null
let names: KnownNames = { byLetter: new Map() }

const found = (query: string) => (texts === null ? [] : foundCases(texts, query))

const subject = {
  fill: async (total: number) => {
    const entries = Array.from({ length: total }, (_, at) => makeCase(at))
    texts = await createTexts(words)(entries)
    names = await knownNames(entries)
  },
  /** The list as the screen shows it. */
  list: (query: string, order: CaseOrder): number => orderedCases(found(query), order, here).length,
  like: (label: string, village: string): string =>
    likeCase({ id: 'new', label, values: { village } }, names)?.id ?? '',
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
