import { Link } from '../../lib/navigation/navigation.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { useOffice } from '../office-context.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Address } from './address.ts'
import styles from './data.module.css'

/** Leads to the rows before and after an opened one, in the order of the table from which it was opened. */
export function Neighbours({
  formId,
  query,
  address,
}: {
  formId: string
  query: Readonly<Record<string, string>>
  address: Address
}) {
  const { detail } = useOffice().words
  const index = Number(address.of('row'))
  const first = Math.max(0, index - 1)
  const order = { sort: address.of('sort'), order: address.of('order') }
  const read = useRead('submissions', {
    id: formId,
    query: { ...query, ...order, at: address.of('at'), offset: String(first), limit: '3' },
  })
  if (read.kind !== 'there' || read.isEarlier) return null
  const { rows } = read.data
  const sides = [
    [detail.previous, index - 1],
    [detail.next, index + 1],
  ] as const
  return (
    <nav className={styles.neighbours} aria-label={detail.rows}>
      {sides.map(([name, at]) => {
        const row = at < first ? undefined : rows[at - first]
        return (
          row !== undefined && (
            <Link
              key={name}
              className={buttonClass({ variant: 'secondary', size: 's' })}
              to={address.linkTo({ open: row.id, of: row.surveyor_id, row: String(at) })}
            >
              {name}
            </Link>
          )
        )
      })}
    </nav>
  )
}
