import { createHash } from 'node:crypto'
import type { FormContents, FormFile, FormList } from '../../../replication/wire/form/files.ts'
import type { MediaKind } from '../../../replication/wire/form/media.ts'
import { imageTypeOf, isSvg } from '../../files/file-kind.ts'
import type { SourceForm } from '../source.ts'
import { readList, stemOf } from './read-list.ts'

/** Reads a file next to the form by its name; null when there is none. */
export type ReadFile = (name: string) => Buffer | null

/** A file of a form with its contents. */
export interface ListFile extends FormFile {
  readonly contents: FormContents
}

interface FoundList extends ListFile {
  readonly contents: FormList
}

/** The lists of a form, from its own file or from files next to it. */
export interface Lists {
  /**
   * The id under which rules read a list, which then becomes part of the form; null when there is none. A name with a
   * file extension is a file, even if the form itself has a list of that name.
   */
  readonly idOf: (name: string) => string | null
  /** Whether a name is that of a list of cases, whose rows every device has without a file. */
  readonly isOfCases: (name: string) => boolean
  /** The columns of a list; null when there is none with the name. */
  readonly columnsOf: (name: string) => readonly string[] | null
  /** Whether a list has a row with the value, or may have one. */
  readonly hasValue: (name: string, column: string, value: string) => boolean
  /** The name of the file that should contain a list. */
  readonly fileOf: (name: string) => string
  /** The id of a file that a label shows, which then becomes part of the form; null when it is missing or too large. */
  readonly mediaOf: (kind: MediaKind, name: string) => string | null
  /** The files that are there, and in whose place the rules read a list of cases. */
  readonly unread: () => readonly string[]
  /** The files whose ids were requested. */
  readonly used: () => readonly ListFile[]
}

/** The largest files, because a slow phone would need minutes to fetch larger ones. */
export const maxMegabytes: Readonly<Record<MediaKind, number>> = { image: 2, audio: 5, video: 10 }

const typeByEnd: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  '3gp': 'video/3gpp',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** The type of a file that a label shows; null for another kind of file. */
const mediaType = (kind: MediaKind, name: string, bytes: Buffer): string | null => {
  if (bytes.length > maxMegabytes[kind] * 1024 * 1024) return null
  if (kind === 'image') return imageTypeOf(bytes) ?? (isSvg(bytes) ? 'image/svg+xml' : null)
  const type = typeByEnd[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  if (type === undefined) return null
  // A video container may contain only sound.
  return kind === 'audio' ? type.replace('video/', 'audio/') : type
}

/** An id that depends on the contents only: equal contents have equal ids. */
const idFor = (name: string, contents: FormContents): string => {
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 16)
  return `${name.replace(/[^\w-]+/g, '-').slice(0, 60)}-${hash}`
}

/**
 * Finds the lists of a form; `known` are the lists of cases that others register. A file that cannot be read throws
 * ImportProblem.
 */
export const createLists = (
  form: Pick<SourceForm, 'lists' | 'files' | 'cases'>,
  readFile: ReadFile,
  known: readonly string[],
): Lists => {
  const ofCases = new Set([...known, ...form.cases.map(({ list }) => list)])
  const found = new Map<string, FoundList | null>()
  const ofCasesRead = new Set<string>()
  const fileOf = (name: string) =>
    stemOf(name) === name ? (form.files.get(name) ?? `${name}.csv`) : name
  const isOfCases = (name: string) => !form.lists.has(name) && ofCases.has(stemOf(fileOf(name)))
  const find = (name: string): FoundList | null => {
    const own = form.lists.get(name)?.()
    const file = fileOf(name)
    const bytes = own === undefined ? readFile(file) : null
    const contents = own ?? (bytes === null ? null : readList(file, bytes))
    if (contents === null) return null
    return { id: idFor(stemOf(name), contents), name: own === undefined ? file : name, contents }
  }
  const listOf = (name: string): FoundList | null => {
    const known = found.get(name)
    const list = known === undefined ? find(name) : known
    found.set(name, list)
    return list
  }
  const media = new Map<string, ListFile | null>()
  const findMedia = (kind: MediaKind, name: string): ListFile | null => {
    const bytes = readFile(name)
    const type = bytes === null ? null : mediaType(kind, name, bytes)
    if (bytes === null || type === null) return null
    const contents = { type, base64: bytes.toString('base64') }
    return { id: idFor(name, contents), name, contents }
  }
  return {
    mediaOf: (kind, name) => {
      const key = `${kind} ${name}`
      const known = media.get(key)
      const file = known === undefined ? findMedia(kind, name) : known
      media.set(key, file)
      return file?.id ?? null
    },
    isOfCases,
    idOf: name => {
      if (!isOfCases(name)) return listOf(name)?.id ?? null
      ofCasesRead.add(fileOf(name))
      return stemOf(fileOf(name))
    },
    unread: () => [...ofCasesRead].filter(file => readFile(file) !== null),
    columnsOf: name => listOf(name)?.contents.columns ?? null,
    hasValue: (name, column, value) => {
      if (isOfCases(name)) return true
      const { columns = [], rows = [] } = listOf(name)?.contents ?? {}
      const at = columns.indexOf(column)
      return rows.some(row => row[at] === value)
    },
    fileOf,
    used: () => {
      const lists = [...found.values(), ...media.values()].filter(list => list !== null)
      return [...new Map(lists.map(list => [list.id, list])).values()]
    },
  }
}
