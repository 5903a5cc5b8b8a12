import type { ChildProcess } from 'node:child_process'

/** Waits for the end of a process, and ends it after ten seconds. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = new Promise(resolve => child.once('exit', resolve))
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await end
  clearTimeout(late)
}

/** Repeats a look until it returns something. Throws what the last look threw, or that it never came. */
export const untilFound = async <Value>(
  what: string,
  look: () => Promise<Value | null>,
  patienceMs = 30_000,
): Promise<Value> => {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      const found = await look()
      if (found !== null) return found
      if (performance.now() > end) throw new Error(`Not within ${patienceMs} ms: ${what}`)
    } catch (error) {
      // A page that is being loaded cannot be looked at.
      if (performance.now() > end) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
