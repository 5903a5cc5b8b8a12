import { createContext, useContext, type MouseEvent, type ReactNode } from 'react'

/** How a screen leads elsewhere that is shown with the router and without it. */
export interface Way {
  /** What whoever led here wanted this screen to know. */
  readonly state: unknown
  readonly go: (to: string) => void
}

/** Where the way through the app is handed down. */
export const WayContext = createContext<Way | null>(null)

/** The way from this screen; only within a <WayContext>. */
export const useWay = (): Way => {
  const way = useContext(WayContext)
  if (way === null) throw new Error('useWay needs a WayContext above it.')
  return way
}

/** A link; what a browser does with a key held down, such as opening a tab, it does with this one too. */
export function WayLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  const { go } = useWay()
  const follow = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.button !== 0 || !isPlain) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
