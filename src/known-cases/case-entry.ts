import { caseHiddenBy, type CaseDoc } from '../../collections/schemas/cases.ts'
import { isPosition } from '../form/types/positions.ts'
import type { Point } from '../location/metres-between.ts'

/** Whether the server has what interviews of this device did to a case. */
type Standing = 'known' | 'waits' | 'refused'

/** A case as lists show, search and compare it; without its operations, because a list may have 50,000. */
export interface CaseEntry {
  readonly id: string
  readonly label: string
  /** The day of the next visit, `YYYY-MM-DD`; '' for none. */
  readonly due: string
  /** By property. */
  readonly values: Readonly<Record<string, string>>
  readonly version: number
  /** null without a position. */
  readonly point: Point | null
  readonly standing: Standing
  /** false for a case whose registration the device does not have. */
  readonly isRegistered: boolean
}

/** The property that holds the position of a case, as in ODK. */
const placeProperty = 'geometry'

const day = /^\d{4}-\d\d-\d\d/

/** The entry of a case. */
export const caseEntryOf = (
  doc: Pick<CaseDoc, 'id' | 'label' | 'due' | 'values' | 'own' | 'version' | 'hidden'>,
): CaseEntry => ({
  id: doc.id,
  label: doc.label,
  due: day.exec(doc.due)?.[0] ?? '',
  values: doc.values,
  version: doc.version,
  point: pointIn(doc.values),
  standing: standingOf(doc),
  isRegistered: doc.hidden === caseHiddenBy.nothing,
})

/** What the server lacks of the interviews of this device; refused comes first, because the surveyor must act. */
const standingOf = ({ own = {} }: Pick<CaseDoc, 'own'>): Standing => {
  const states = new Set(Object.values(own).map(({ state }) => state))
  return states.has('refused') ? 'refused' : states.has('waits') ? 'waits' : 'known'
}

const pointIn = (values: CaseEntry['values']): Point | null => {
  const text = [values[placeProperty] ?? '', ...Object.values(values)].find(isPosition)
  if (text === undefined) return null
  const [latitude = 0, longitude = 0] = text.trim().split(' ').map(Number)
  return { latitude, longitude }
}
