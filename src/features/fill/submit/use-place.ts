import { useEffect } from 'react'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import { startOfTempId } from '../../../../collections/ids.ts'
import { secondsToPosition } from '../../../../collections/interview/located-after.ts'
import { betterFix, type Fix } from '../../../location/locate.ts'
import type { FillParts } from '../fill-context.tsx'

const fixOf = (draft: DraftDoc | null): Fix | null =>
  draft === null || draft.latitude === null || draft.longitude === null
    ? null
    : {
        latitude: draft.latitude,
        longitude: draft.longitude,
        accuracy: draft.accuracy,
        foundAt: startOfTempId(draft.id) + (draft.located_after ?? 0) * 1000,
      }

/** Finds the place of an open interview, and stores the best fix with the draft. Returns what ends it. */
export const followPlace = ({
  interview,
  finder,
}: Pick<FillParts, 'interview' | 'finder'>): (() => void) => {
  const { writer, submission } = interview
  // An edit does not move the interview.
  if (submission !== null) return () => {}
  const keep = () => {
    const place = finder.place()
    const kept = fixOf(writer.draft())
    if (place.kind !== 'found') return
    // Only a more accurate fix replaces the stored one.
    if (kept !== null && betterFix(kept, place.fix) === kept) return
    const { latitude, longitude, accuracy, foundAt } = place.fix
    const located_after = secondsToPosition(writer.draft()?.id ?? '', foundAt)
    writer.note({ latitude, longitude, accuracy, located_after })
  }
  finder.start(fixOf(writer.draft()))
  // Either the fix or the draft may come first.
  const found = finder.place$.subscribe(keep)
  const begun = writer.draft$.subscribe(keep)
  return () => {
    found.unsubscribe()
    begun.unsubscribe()
    finder.stop()
  }
}

/** Finds the place while the interview is open. */
export const usePlace = ({ interview, finder }: FillParts): void => {
  useEffect(() => followPlace({ interview, finder }), [interview, finder])
}
