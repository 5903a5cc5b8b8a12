import { binCount } from '../../../../collections/queries.ts'
import { useWorkspace } from '../../../context.tsx'
import { Link } from '../../../lib/navigation/navigation.ts'
import { useLiveCount } from '../../../lib/hooks/use-live.ts'
import { bin as words } from '../../../messages/submissions/bin.ts'
import { href } from '../../../routes.ts'
import { BinIcon } from '../../../ui/icon.tsx'
import { ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'

/** A row with a link to the bin and the number of entries there. */
export function BinLink() {
  const { db } = useWorkspace()
  const count = useLiveCount(db, binCount) ?? 0
  return (
    <Link to={href('bin')} className={listRowClass()}>
      <ListRowBody leads start={<BinIcon />} title={words.link(count)} detail={words.linkDetail} />
    </Link>
  )
}
