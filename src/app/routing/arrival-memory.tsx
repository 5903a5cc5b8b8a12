import { createContext, type ReactNode, useContext, useState } from 'react'

/** The scroll position of each entry of the history, and which screen was shown last. */
interface Memory {
  readonly keep: (key: string, scroll: number) => void
  readonly scrollOf: (key: string) => number
  /** Records the shown screen. Returns the previous one; null for the first. */
  readonly arriveAt: (screen: string) => string | null
}

const createMemory = (): Memory => {
  const scrollByKey = new Map<string, number>()
  let shown: string | null = null
  return {
    keep: (key, scroll) => void scrollByKey.set(key, scroll),
    scrollOf: key => scrollByKey.get(key) ?? 0,
    arriveAt: screen => {
      const before = shown
      shown = screen
      return before
    },
  }
}

const MemoryContext = createContext<Memory | null>(null)

/** Provides the memory to the arrivals below it. */
export function ArrivalMemory({ children }: { children: ReactNode }) {
  const [memory] = useState(createMemory)
  return <MemoryContext value={memory}>{children}</MemoryContext>
}

/** The memory of the app; null outside of it. */
export const useArrivalMemory = (): Memory | null => useContext(MemoryContext)
