import { useEffect } from 'react'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import { betterFix, type Fix } from '../../../location/locate.ts'
import type { FillParts } from '../fill-context.tsx'

const fixOf = (draft: DraftDoc | null): Fix | null =>
  draft === null || draft.latitude === null || draft.longitude === null
    ? null
    : { latitude: draft.latitude, longitude: draft.longitude, accuracy: draft.accuracy }

/** Finds the place while the interview is open, and stores the best fix with the draft. */
export const usePlace = ({ interview, finder }: FillParts): void => {
  useEffect(() => {
    const { writer, submission } = interview
    // An edit does not move the interview.
    if (submission !== null) return undefined
    const keep = () => {
      const place = finder.place()
      const kept = fixOf(writer.draft())
      if (place.kind !== 'found') return
      // Only a more accurate fix replaces the stored one.
      if (kept !== null && betterFix(kept, place.fix) === kept) return
      const { latitude, longitude, accuracy } = place.fix
      writer.note({ latitude, longitude, accuracy })
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
  }, [interview, finder])
}
