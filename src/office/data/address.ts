import * as v from 'valibot'
import { Conditions, type Condition } from '../../../replication/wire/office/data-filter.ts'
import { useSearchParams } from '../../lib/navigation/navigation.ts'

/** The parts of the address by which rows are filtered. */
export const filterNames = ['text', 'from', 'until', 'surveyor', 'review', 'box', 'where'] as const

/** The parts of the address that a view keeps: what is shown, and how. */
const viewNames = [...filterNames, 'table', 'labels', 'sort', 'order', 'columns', 'widths'] as const

/** What the address says of the table: each view is a link. */
export const useAddress = () => {
  const [address, setAddress] = useSearchParams()
  const of = (name: string): string => address.get(name) ?? ''
  const changed = (changes: Readonly<Record<string, string>>): URLSearchParams => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  return {
    of,
    /** The address with changes, for a link. */
    linkTo: (changes: Readonly<Record<string, string>>) => `?${changed(changes).toString()}`,
    change: (changes: Readonly<Record<string, string>>): void =>
      setAddress(changed(changes), { replace: true }),
    /** Replaces all by the address of a view. */
    open: (view: string): void => setAddress(new URLSearchParams(view)),
    /** What a view keeps. */
    view: (): string =>
      `?${new URLSearchParams(viewNames.filter(name => of(name) !== '').map(name => [name, of(name)])).toString()}`,
  }
}

/** What the address says of the table. */
export type Address = ReturnType<typeof useAddress>

/** The conditions in an address; none when it has others than these. */
export const conditionsIn = (address: Address): readonly Condition[] => {
  const parsed = v.safeParse(Conditions, address.of('where') || '[]')
  return parsed.success ? parsed.output : []
}

/** The conditions as an address has them. */
export const whereOf = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : JSON.stringify(conditions)

/** The query of the calls that read the rows: the filter and the language of labels. */
export const rowsQuery = (
  address: Address,
  language: string,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries([...filterNames, 'table'].map(name => [name, address.of(name)])),
  language: address.of('labels') || language,
})
