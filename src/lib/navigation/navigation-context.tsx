import { createContext, useContext, type MouseEvent, type ReactNode } from 'react'

/** How a screen leads elsewhere that is shown with the router and without it. */
export interface Navigation {
  /** What whoever led here wanted this screen to know. */
  readonly state: unknown
  readonly go: (to: string) => void
}

/** Where the navigation through the app is handed down. */
export const NavigationContext = createContext<Navigation | null>(null)

/** The navigation from this screen; only within a <NavigationContext>. */
export const useNavigation = (): Navigation => {
  const navigation = useContext(NavigationContext)
  if (navigation === null) throw new Error('useNavigation needs a NavigationContext above it.')
  return navigation
}

/** A link; what a browser does with a key held down, such as opening a tab, it does with this one too. */
export function NavigationLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  const { go } = useNavigation()
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
