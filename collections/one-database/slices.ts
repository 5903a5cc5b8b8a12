/** How many items are worked on without a pause, because more would block the screen. */
export const sliceLength = 50

/** Ends the current task, so that the screen can be drawn and a tap be answered. */
export const pause = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/**
 * Works on many items in slices. While the browser works on one slice, the next one is begun. Each slice begins in a
 * task of its own, so that the screen can be drawn in between; without the pause all slices run in one task, because the
 * browser answers hashes and seals that fast. Within a transaction nothing may come in between, because the transaction
 * would end.
 */
export const inSlices = async <Item, Done>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => PromiseLike<readonly Done[]>,
  between: 'pause' | 'nothing' = 'pause',
): Promise<readonly Done[]> => {
  const done: Done[] = []
  let before: PromiseLike<readonly Done[]> = Promise.resolve([])
  for (let at = 0; at < items.length; at += sliceLength) {
    if (between === 'pause' && at > 0) await pause()
    const begun = work(items.slice(at, at + sliceLength))
    // If the slice before fails, this one is not awaited.
    begun.then(null, () => {})
    done.push(...(await before))
    before = begun
  }
  return [...done, ...(await before)]
}
