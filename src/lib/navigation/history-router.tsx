import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import type { History } from './history.ts'
import { Router } from './navigation.ts'

const HistoryContext = createContext<History | null>(null)

/** Shows the screens below it at the history's address. The shown screen stays until the next one is ready. */
export function HistoryRouter({ history, children }: { history: History; children: ReactNode }) {
  const [{ location, type }, setVisit] = useState(history.current)
  useLayoutEffect(
    () => history.subscribe(() => startTransition(() => setVisit(history.current()))),
    [history],
  )
  return (
    <HistoryContext value={history}>
      <Router navigator={history.links} location={location} navigationType={type}>
        {children}
      </Router>
    </HistoryContext>
  )
}

/** The history; only within a <HistoryRouter>. */
export const useHistory = (): History => {
  const history = useContext(HistoryContext)
  if (history === null) throw new Error('useHistory needs a HistoryRouter above it.')
  return history
}
