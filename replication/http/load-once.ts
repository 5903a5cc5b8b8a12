/**
 * Code that is fetched when it is first needed, once for everybody who asks. Null where it cannot be had; then
 * the next who needs it asks again.
 */
export const loadOnce = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded | null>) => {
  let loading: Promise<Loaded | null> | null = null
  return () =>
    (loading ??= load().catch(() => {
      loading = null
      return null
    }))
}
