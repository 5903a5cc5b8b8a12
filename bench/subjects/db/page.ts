import { makeRow, type Engine, type ListName } from './engine.ts'

/** The functions that the bench calls in the page. The loops are here, so that only the engine is timed. */

const query = new URLSearchParams(location.search)
const name = `bench-${query.get('engine') ?? ''}`

const makers: Readonly<Record<string, () => Promise<Engine>>> = {
  raw: async () => (await import('./raw.ts')).createRaw(name),
  sealed: async () => (await import('./raw.ts')).createRaw(name, true),
  product: async () => (await import('./product.ts')).createProduct(name),
}

const make = makers[query.get('engine') ?? '']
if (make === undefined) throw new Error('The address names no engine.')
const engine = await make()

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Epoch ms with fractions, the same in every tab. */
const nowMs = () => performance.timeOrigin + performance.now()

let changes: number[] = []
let waiting: () => void = () => {}
let reads = 0

const subject = {
  open: engine.open,
  close: engine.close,
  fill: engine.fill,
  /** A start: opens, reads the first rows, counts. Returns when each was done, ms. */
  cold: async () => {
    const opened = await timed(engine.open)
    const rows = await timed(() => engine.list('newest', 0))
    const counted = await timed(engine.counts)
    return { opened, rows: opened + rows, all: opened + rows + counted }
  },
  /** Reads pages, each a different one, so that no cache answers; ms of each. */
  pages: async (what: ListName, total: number, times: number) => {
    const each: number[] = []
    for (let n = 0; n < times; n += 1) {
      reads += 1
      const from = ((reads * 7919) % Math.floor(total / 2)) + 1
      each.push(await timed(() => engine.list(what, from)))
    }
    return each
  },
  /**
   * Takes rows in pages. Returns how long that took, ms, without making the rows: a refresh gets them from the network,
   * page by page.
   */
  bulk: async (count: number, page: number) => {
    let ms = 0
    for (let at = 0; at < count; at += page) {
      const rows = Array.from({ length: page }, (_, n) => makeRow(at + n))
      await new Promise(resolve => {
        setTimeout(resolve)
      })
      ms += await timed(() => engine.takeRows(rows))
    }
    return ms
  },
  watch: async () => {
    await engine.watch(() => {
      changes.push(nowMs())
      waiting()
    })
  },
  /** Submits, and waits until the submission is durable and this tab's list has changed. */
  submitAndWait: async (at: number) => {
    changes = []
    const changed = new Promise<void>(resolve => {
      waiting = resolve
    })
    const started = nowMs()
    await engine.submit(at)
    const written = nowMs()
    await changed
    return { started, here: Math.max(written, changes[0] ?? Number.NaN) - started }
  },
  /** When the list first changed after a moment; null when it has not. */
  changedAt: (since: number) => changes.find(at => at >= since) ?? null,
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
