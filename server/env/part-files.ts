import { randomUUID } from 'node:crypto'

/** Under which name a file or folder is written until it is whole. Unique, because two processes may write the same one. */
export const partOf = (path: string): string => `${path}.${randomUUID()}.part`

/** Whether a name is that of a part of the file with this name, such as one that a killed process has left. */
export const isPartOf =
  (file: string) =>
  (name: string): boolean =>
    name.startsWith(file) && /^\.[0-9a-f-]{36}\.part$/.test(name.slice(file.length))
