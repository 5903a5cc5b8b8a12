/** How many items are worked on without a pause, because more would block the screen. */
export const sliceLength = 100

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
 * Works on many items in slices. While the browser works on one slice, the next one is begun, and the screen can be
 * drawn in between.
 */
export const inSlices = async <Item, Done>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => PromiseLike<readonly Done[]>,
): Promise<readonly Done[]> => {
  const done: Done[] = []
  let before: PromiseLike<readonly Done[]> = Promise.resolve([])
  for (let at = 0; at < items.length; at += sliceLength) {
    const begun = work(items.slice(at, at + sliceLength))
    // If the slice before fails, this one is not awaited.
    begun.then(null, () => {})
    done.push(...(await before))
    before = begun
  }
  return [...done, ...(await before)]
}
