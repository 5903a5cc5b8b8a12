import { createContext, useContext, type MouseEvent, type ReactNode } from 'react'

/** Navigation from a screen that is shown both with and without the router. */
interface Navigation {
  /** The state that the previous screen passed to this one. */
  readonly state: unknown
  readonly go: (to: string) => void
}

/** The context of the navigation. */
export const NavigationContext = createContext<Navigation | null>(null)

/** The navigation from this screen; only within a <NavigationContext>. */
export const useNavigation = (): Navigation => {
  const navigation = useContext(NavigationContext)
  if (navigation === null) throw new Error('useNavigation needs a NavigationContext above it.')
  return navigation
}

/** A link. Modified clicks, such as Ctrl for a new tab, stay the browser's. */
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
