import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'

/** The parts that this process has begun, where a cancelled process removes them; a server keeps no such list. */
let begun: string[] | null = null

/** Under which name a file or folder is written until it is whole. Unique, because two processes may write the same one. */
export const partOf = (path: string): string => {
  const part = `${path}.${randomUUID()}.part`
  begun?.push(part)
  return part
}

/**
 * Makes Ctrl-C, SIGTERM and the end of a terminal end this process without its parts, because they contain the surveyors'
 * data.
 */
export const removePartsWhenCancelled = (): void => {
  const parts: string[] = []
  begun = parts
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      // What is whole has another name by then.
      for (const part of parts) rmSync(part, { recursive: true, force: true })
      process.exit(code)
    })
  }
}

/** Whether a name is that of a part of the file with this name, such as one that a killed process has left. */
export const isPartOf =
  (file: string) =>
  (name: string): boolean =>
    name.startsWith(file) && /^\.[0-9a-f-]{36}\.part$/.test(name.slice(file.length))
