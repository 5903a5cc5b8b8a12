import { useCallback, useEffect, useState } from 'react'
import { useWorkspace } from '../../../context.tsx'
import { useLocation } from '../../../lib/navigation/navigation.ts'
import type { CaseOrder } from './case-order.ts'

/** What the list of cases shows. */
export interface ListState {
  /** null for the first list. */
  readonly list: string | null
  /** null until the surveyor chooses one. */
  readonly order: CaseOrder | null
  readonly search: string
  /** How many pages of rows were scrolled to. */
  readonly pages: number
}

const atFirst: ListState = { list: null, order: null, search: '', pages: 1 }

/** By database, because an entry of the history can outlive a surveyor; then by entry. */
const leftStates = new WeakMap<object, Map<string, ListState>>()

/** What the list shows, restored when the surveyor returns to this entry of the history. */
export const useListState = (): readonly [ListState, (changed: Partial<ListState>) => void] => {
  const { db } = useWorkspace()
  const { key } = useLocation() as { key: string }
  const [state, setState] = useState(() => leftStates.get(db)?.get(key) ?? atFirst)
  useEffect(() => {
    const left = leftStates.get(db) ?? new Map<string, ListState>()
    leftStates.set(db, left.set(key, state))
  }, [db, key, state])
  const change = useCallback(
    (changed: Partial<ListState>) => setState(before => ({ ...before, ...changed })),
    [],
  )
  return [state, change]
}
