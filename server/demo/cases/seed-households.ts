import type { CaseChange } from '../../../collections/cases/operation.ts'
import type { Query } from '../../db/db.ts'
import { addOffice } from '../../store/cases/operations.ts'
import { assignCases, userOwner } from '../../store/cases/owners.ts'
import { optionValue } from '../form-builder.ts'
import { personNames, places } from '../names.ts'
import { householdList } from './household-forms.ts'

/** How many households the office knows in the demo. */
export const demoHouseholds = 20

const dayMs = 24 * 3_600_000

/** The same households on every day, due from three days ago on. */
const householdOf = (place: number, now: Date, by: string): CaseChange => {
  const head = personNames[place % personNames.length] ?? ''
  const village = places[place % places.length]?.village ?? ''
  const number = String(place + 1).padStart(2, '0')
  return {
    list: householdList,
    id: `5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b80${number}`,
    operation: {
      key: `office|5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b81${number}`,
      act: 'create',
      seen: { version: 0, heads: [] },
      at: new Date(now.getTime() - 30 * dayMs).toISOString(),
      label: `${head}, ${village}`,
      values: {
        head,
        village: optionValue(village),
        members: String(2 + (place % 7)),
        water: ['hand_pump', 'public_tap', 'tanker'][place % 3] ?? '',
        due: new Date(now.getTime() + (place - 3) * dayMs).toISOString().slice(0, 10),
      },
      by,
      form_id: '',
      submission_id: '',
    },
  }
}

/** Adds households of the office. Of three, two are of the first user and one of the second; the last two are no one's. */
export const insertHouseholds = async (
  query: Query,
  total: number,
  [first, second]: readonly [string, string],
  now: Date,
  by: string,
): Promise<void> => {
  if (total === 0) return
  const households = Array.from({ length: total }, (_, place) => householdOf(place, now, by))
  const byId = new Map(households.map(household => [household.id, household]))
  const ids = [...byId.keys()]
  await addOffice(query, ids, id => byId.get(id) ?? null)
  const owned = ids.slice(0, -2)
  const ofFirst = owned.filter((_, place) => place % 3 < 2)
  await assignCases(query, ofFirst, userOwner(first), false)
  await assignCases(
    query,
    owned.filter(id => !ofFirst.includes(id)),
    userOwner(second),
    false,
  )
}
