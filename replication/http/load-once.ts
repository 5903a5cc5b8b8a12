/**
 * Returns a function that loads code at its first call and shares it with all later ones. It resolves to null when
 * loading fails; the next call then tries again.
 */
export const loadOnce = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded | null>) => {
  let loading: Promise<Loaded | null> | null = null
  return () =>
    (loading ??= load().catch(() => {
      loading = null
      return null
    }))
}
