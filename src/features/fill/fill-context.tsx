import { createContext, useContext } from 'react'
import type { PlaceFinder } from '../../location/place-finder.ts'
import type { Unfitting } from '../../form/answers/unfitting.ts'
import type { KeyedStore } from '../../lib/keyed-store.ts'
import type { FileWork } from './files/file-work.ts'
import type { ReviewLook } from './comments/review-look.ts'
import type { HintLook } from './hints/hint-look.ts'
import type { Interview } from './interview/interview-shape.ts'
import type { NearParts } from './questions/near-parts.ts'

/** What the components of a shown interview share; never changes while it is shown. */
export interface FillParts {
  readonly interview: Interview
  readonly finder: PlaceFinder
  readonly fileWork: FileWork
  /** Which parts are mounted, by key. */
  readonly mounted: KeyedStore<boolean>
  readonly nearParts: NearParts
  readonly look: HintLook
  readonly review: ReviewLook
  /** Whether a field's answer is held for the next interviews, by field id. */
  readonly held: KeyedStore<boolean>
  /** What the interview's version of the form has no place for, as it was when the interview was opened. */
  readonly unfitting: readonly Unfitting[]
}

/** Provides the shown interview to the components below it. */
export const FillContext = createContext<FillParts | null>(null)

/** The shown interview; only within <FillContext>. */
export const useFill = (): FillParts => {
  const parts = useContext(FillContext)
  if (parts === null) throw new Error('useFill needs a FillContext above it.')
  return parts
}
