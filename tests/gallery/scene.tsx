import type { ReactNode } from 'react'
import { SectionHeading } from '../../src/ui/section-heading.tsx'
import { Stack } from '../../src/ui/page.tsx'

/** One page of the gallery: `?scene=<key>` shows it. */
export interface Scene {
  key: string
  title: string
  Body: () => ReactNode
  /** True for a whole screen, which has its own header and margins. */
  isScreen?: boolean
}

/** A named group of examples in a scene. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Stack>
        <SectionHeading>{title}</SectionHeading>
        {children}
      </Stack>
    </section>
  )
}
