import { useMemo, useState } from 'react'
import {
  fieldsOfVersion,
  visibleSubmissions,
  type SubmissionFilter,
} from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { useLive } from '../../../lib/hooks/use-live.ts'
import { Link, useNavigate } from '../../../lib/navigation/navigation.ts'
import { ShapesView } from '../../../maps/shapes-view.tsx'
import { useDevice } from '../../../maps/use-device.ts'
import { common } from '../../../messages/app/common.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { href } from '../../../routes.ts'
import { List, ListRowBody, listRowClass } from '../../../ui/cards/list-row.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import type { Listed } from '../listed.ts'
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
}

/** The submissions of a list on a map. A tap opens one; several at the same place are listed below it. */
export function SubmissionsMap(props: SubmissionsMapProps) {
  const { filter, found, definitionHash, listed } = props
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
          <List>
            {tapped.map(doc => (
              <TappedRow key={doc.id} submission={doc} listed={listed} />
            ))}
          </List>
        </section>
      )}
    </Stack>
  )
}

interface TappedRowProps {
  readonly submission: SubmissionDoc
  readonly listed: Listed
}

/** One of several submissions at the same place. */
function TappedRow({ submission, listed }: TappedRowProps) {
  const name = useInterviewName(submission)
  return (
    <li>
      <Link
        to={href('submission', { id: submission.server_id || submission.id })}
        state={{ listed }}
        className={listRowClass()}
      >
        <ListRowBody
          title={name || submission.formName || common.untitledForm}
          detail={dateTimeText(submission.created_at)}
          leads
        />
      </Link>
    </li>
  )
}
