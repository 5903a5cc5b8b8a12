import { useStream } from '../../../lib/hooks/use-stream.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { distanceText } from '../../../messages/device/storage.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { LocationIcon, SafeIcon } from '../../../ui/icon.tsx'
import type { PlaceState } from '../../../location/place-finder.ts'
import { useFill } from '../fill-context.tsx'
import { SeenPlace } from './seen-place.tsx'
import styles from './status-line.module.css'

/** A quiet line that reassures the surveyor: the location is known and the answers are stored. */
export function StatusLine() {
  const { interview, finder } = useFill()
  const draft = useStream(interview.writer.draft$, interview.writer.draft())
  const isTrouble = useStream(interview.writer.trouble$, false)
  const place = useStream(finder.place$, finder.place())
  return (
    <div className={styles.status}>
      {isTrouble && (
        <Alert kind="error" title={fill.troubleTitle}>
          {fill.trouble}
        </Alert>
      )}
      <div className={styles.facts}>
        {interview.submission === null && (
          <span className={styles.fact}>
            <LocationIcon />
            {placeText(place)}
            {place.kind === 'found' && <SeenPlace fix={place.fix} text={placeText(place)} />}
            {(place.kind === 'unknown' || place.kind === 'denied') && (
              <Button variant="quiet" size="s" onClick={() => finder.start(null)}>
                {fill.locateAgain}
              </Button>
            )}
          </span>
        )}
        {draft !== null && !isTrouble && (
          <span className={styles.fact}>
            <SafeIcon />
            {fill.draftKept}
          </span>
        )}
      </div>
    </div>
  )
}

const placeText = (place: PlaceState): string => {
  switch (place.kind) {
    case 'searching':
      return fill.locating
    case 'unknown':
      return fill.notLocated
    case 'denied':
      return fill.locationDenied
    case 'found':
      return place.fix.accuracy === null
        ? fill.locatedPlain
        : fill.located(distanceText(place.fix.accuracy))
  }
}
