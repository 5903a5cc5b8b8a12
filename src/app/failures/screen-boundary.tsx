import type { ReactNode } from 'react'
import { useLocation } from '../../lib/navigation/navigation.ts'
import { Boundary } from './boundary.tsx'

/** Shows a crash in place of a screen, until the surveyor goes elsewhere. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation()}>{children}</Boundary>
}
