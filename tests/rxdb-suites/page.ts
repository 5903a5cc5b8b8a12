/**
 * The little of a test runner that RxDB's suites use, for a page: collects the tests of one suite and plays them one
 * after the other. The page's address names the storage.
 */

/** What became of one test. */
export interface PageResult {
  readonly name: string
  readonly error: string | null
}

declare global {
  /** Plays the collected tests. */
  var playSuite: () => Promise<readonly PageResult[]>
  /** The storage that the page plays on. */
  var suitesOn: string | undefined
}

const testMs = 30_000

const tests: { readonly name: string; readonly run: () => unknown }[] = []
let groups: readonly string[] = []

const describe = (title: string, collect: () => void): void => {
  const outer = groups
  groups = [...outer, title]
  collect()
  groups = outer
}

const it = (title: string, run: () => unknown): void => {
  tests.push({ name: [...groups, title].join(' > '), run })
}

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It took longer than ${testMs} ms.`)), testMs)
  })

const play = async (run: () => unknown): Promise<string | null> => {
  try {
    await Promise.race([run(), tooLate()])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

Object.assign(globalThis, {
  describe,
  it,
  // The packages of Node that the suites import look for these.
  global: globalThis,
  process: { env: {} },
  suitesOn: location.hash.slice(1),
  playSuite: async () => {
    const results: PageResult[] = []
    for (const { name, run } of tests) results.push({ name, error: await play(run) })
    return results
  },
})
