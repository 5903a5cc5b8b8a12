import { useSyncExternalStore } from 'react'
import type * as LibraryModule from './toast-library.tsx'
import type { Toaster, ToastSettings } from './toast-rules.ts'

/*
 * The library loads with the first toast, so that no screen waits for it. This state is global to the page, like the
 * library's own.
 */
type Library = typeof LibraryModule
let library: Library | null = null
const waiting = new Set<() => void>()

/** Loads the library; the shell does so ahead of the first toast, because the network may be gone by then. */
export const loadLibrary = async (): Promise<Library | null> => {
  try {
    library = await import('./toast-library.tsx')
  } catch {
    // The code cannot be loaded now; the next toast tries again.
    return null
  }
  for (const run of waiting) run()
  return library
}

/** Makes the toaster of the app. Call it once, when the app is composed, and mount ToastHost. */
export function createToaster(settings: ToastSettings): Toaster {
  let toaster: Toaster | null = null
  const withLibrary = async (show: (toaster: Toaster) => void): Promise<void> => {
    const loaded = library ?? (await loadLibrary())
    if (loaded === null) return
    toaster ??= loaded.createToaster(settings)
    show(toaster)
  }
  return {
    info: text => void withLibrary(({ info }) => info(text)),
    success: text => void withLibrary(({ success }) => success(text)),
    warning: text => void withLibrary(({ warning }) => warning(text)),
    error: text => void withLibrary(({ error }) => error(text)),
    promise: (work, words) => {
      void withLibrary(({ promise }) => void promise(work, words).catch(() => {}))
      return work
    },
    dismissAll: () => toaster?.dismissAll(),
  }
}

const onArrival = (run: () => void) => {
  waiting.add(run)
  return () => waiting.delete(run)
}

/**
 * The layer that shows the toasts, mounted once in the app, outside the screens. The label names the region for screen
 * readers.
 */
export function ToastHost(props: { label: string; maxVisible: number }) {
  const loaded = useSyncExternalStore(onArrival, () => library)
  return loaded === null ? null : <loaded.ToastHost {...props} />
}
