import { useState } from 'react'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { loadOnce } from '../../../../replication/http/load-once.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import { common } from '../../../messages/app/common.ts'
import { submission as words } from '../../../messages/submissions/submission.ts'
import { submissions as listWords } from '../../../messages/submissions/submissions.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/cards/card.tsx'
import { LocationIcon } from '../../../ui/icon.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { placesOf } from './places.ts'

interface MapCardProps {
  readonly submission: SubmissionDoc
  readonly questions: readonly FormQuestionDoc[]
}

/** The places of a submission on a map, which loads when it is asked for; nothing where there is no place. */
export function MapCard(props: MapCardProps) {
  const [isOpen, setOpen] = useState(false)
  if (placesOf(props.submission, props.questions).length === 0) return null
  return (
    <>
      <Button
        variant="secondary"
        icon={<LocationIcon />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.hideMap : words.showMap}
      </Button>
      {isOpen && (
        <Card>
          <OpenMap {...props} />
        </Card>
      )}
    </>
  )
}

const load = loadOnce(() => import('./submission-map.tsx'))

function OpenMap(props: MapCardProps) {
  const loaded = useLoaded(load)
  if (loaded === null) return <Skeleton shape="card" label={common.loading} />
  if (loaded === 'missing') return <Alert kind="warning">{listWords.mapNotHere}</Alert>
  return <loaded.SubmissionMap {...props} />
}
