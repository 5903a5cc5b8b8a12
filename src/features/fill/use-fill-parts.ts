import { useEffect, useMemo } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { mediaKindsOf } from '../../lib/worker/media.ts'
import { createKeyedStore } from '../../lib/keyed-store.ts'
import { createPlaceFinder } from '../../location/place-finder.ts'
import type { Unfitting } from '../../form/answers/unfitting.ts'
import { fileWorkOf } from './files/file-work.ts'
import type { FillParts } from './fill-context.tsx'
import { createReviewLook } from './comments/review-look.ts'
import { createHintLook } from './hints/hint-look.ts'
import { createNearParts } from './questions/near-parts.ts'
import type { Opened } from './opening/opened.ts'

const none: readonly Unfitting[] = []

/** What the components of the shown interview share; null while none is open. */
export const useFillParts = (opened: Opened | null): FillParts | null => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const interview = opened?.kind === 'open' ? opened.interview : null
  const unfitting = (opened?.kind === 'open' ? opened.unfitting : undefined) ?? none
  useEffect(() => {
    // What was not fetched with the form, for example because the network was lost.
    const kinds = interview?.form.template.fields.flatMap(({ type, appearance }) =>
      mediaKindsOf(type, appearance),
    )
    for (const kind of new Set(kinds)) env.keepMedia(kind)
  }, [env, interview])
  return useMemo(() => {
    if (interview === null) return null
    const mounted = createKeyedStore(false)
    // Mounts the beginning and the place where a draft was left at the first render, and the rest when it comes near.
    for (const index of [0, Math.floor(interview.writer.draft()?.scroll ?? 0)]) {
      const part = interview.form.partByIndex.get(index)
      if (part !== undefined) mounted.set(part.key, true)
    }
    const held = createKeyedStore(false)
    const finder = createPlaceFinder({ db, env })
    return {
      interview,
      mounted,
      nearParts: createNearParts(),
      held,
      unfitting,
      finder,
      review: createReviewLook({ db, clock: env.clock, interview }),
      look: createHintLook({ db, clock: env.clock, interview, finder, held }),
      fileWork: fileWorkOf(db, interview),
    }
  }, [db, env, interview, unfitting])
}
