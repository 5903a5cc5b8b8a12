import { useMemo, useState } from 'react'
import {
  fieldsOfVersion,
  visibleSubmissions,
  type SubmissionFilter,
} from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useLive } from '../../../lib/hooks/use-live.ts'
import { useNavigate } from '../../../lib/navigation/navigation.ts'
import { ShapesView } from '../../../maps/shapes-view.tsx'
import { useDevice } from '../../../maps/use-device.ts'
import { common } from '../../../messages/app/common.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { href } from '../../../routes.ts'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import type { Listed } from '../listed.ts'
import type { RenderRows } from '../rows/submission-pages.tsx'
import type { Found } from '../search/search-submissions.ts'
import { placeOf } from './places.ts'

/** More submissions than a surveyor makes of one survey; the list has the others. */
const mostPlaces = 10_000

const noVersion = 'none'

/** What the map of a list needs. */
export interface SubmissionsMapProps {
  readonly filter: SubmissionFilter
  /** The results of a search; null for all of the list. */
  readonly found: Found | null
  /** The version of the form by which the answers are read; '' where it is not on the device. */
  readonly definitionHash: string
  /** What the list shows, for the list next to the submission. */
  readonly listed: Listed
  readonly renderRows: RenderRows
}

/** The submissions of a list on a map. A tap opens one; several at the same place are listed below it. */
export function SubmissionsMap(props: SubmissionsMapProps) {
  const { filter, found, definitionHash, listed, renderRows } = props
  const all = useLive(visibleSubmissions(filter, mostPlaces))
  const questions = useLive(fieldsOfVersion(definitionHash || noVersion)).docs
  const docs: readonly SubmissionDoc[] = found === null ? all.docs : found.docs
  const shapes = useMemo(
    () => docs.flatMap(doc => placeOf(doc, questions) ?? []),
    [docs, questions],
  )
  const device = useDevice()
  const navigate = useNavigate()
  const [ids, setIds] = useState<readonly string[]>([])
  const tapped = docs.filter(({ id }) => ids.includes(id))
  const handleTap = (chosen: readonly string[]) => {
    const [one, ...others] = docs.filter(({ id }) => chosen.includes(id))
    if (one === undefined || others.length > 0) return setIds(chosen)
    return navigate(href('submission', { id: one.server_id || one.id }), { state: { listed } })
  }
  if (all.isFirstRead) return <Skeleton shape="card" label={common.loading} />
  return (
    <Stack gap="s">
      <ShapesView
        label={words.mapLabel}
        shapes={shapes}
        chosen={ids}
        device={device}
        onChoose={handleTap}
      />
      {shapes.length < docs.length && <output>{words.offMap(docs.length - shapes.length)}</output>}
      {tapped.length > 0 && (
        <section aria-label={words.samePlace}>
          <p>{words.samePlace}</p>
          {renderRows(tapped, null)}
        </section>
      )}
    </Stack>
  )
}
