import type { Clock } from '../../replication/env.ts'

/** How long a browser may take to read a file that it saves. */
const readMs = 60_000

/** Saves bytes as a file through the browser's own download. */
export const saveFile = (clock: Pick<Clock, 'after'>, blob: Blob, fileName: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  clock.after(readMs, () => URL.revokeObjectURL(link.href))
}
