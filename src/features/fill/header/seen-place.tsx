import { useState } from 'react'
import { loadOnce } from '../../../../replication/http/load-once.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import type { Fix } from '../../../location/locate.ts'
import { common } from '../../../messages/app/common.ts'
import { fill, inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'

const load = loadOnce(() => import('./place-map.tsx'))

interface SeenPlaceProps {
  readonly fix: Fix
  /** The place in words. */
  readonly text: string
}

/** A button that shows on a map which place is sent with the interview. */
export function SeenPlace({ fix, text }: SeenPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
        {fill.seePlace}
      </Button>
      <Dialog
        open={isOpen}
        title={fill.placeTitle}
        closeLabel={common.close}
        onClose={close}
        actions={
          <Button full onClick={close}>
            {inputs.done}
          </Button>
        }
      >
        <OpenPlace fix={fix} />
        <p>
          <bdi dir="ltr">{`${fix.latitude.toFixed(5)}, ${fix.longitude.toFixed(5)}`}</bdi>
          {' · '}
          <bdi>{text}</bdi>
        </p>
      </Dialog>
    </>
  )
}

function OpenPlace({ fix }: { readonly fix: Fix }) {
  const loaded = useLoaded(load)
  if (loaded === null) return <Skeleton shape="card" label={common.loading} />
  if (loaded === 'missing') return <Alert kind="warning">{fill.placeNotHere}</Alert>
  return <loaded.PlaceMap fix={fix} />
}
