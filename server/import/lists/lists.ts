import { createHash } from 'node:crypto'
import type { FormContents, FormFile, FormList } from '../../../replication/wire/form-files.ts'
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

/** The lists that a form looks things up in: in its own file, or in files next to it. */
export interface Lists {
  /**
   * The id under which rules read a list, which then belongs to the form; null when there is none. A name with an
   * ending is a file, even if the form itself has a list of that name.
   */
  readonly idOf: (name: string) => string | null
  /** The columns of a list; null when there is none with the name. */
  readonly columnsOf: (name: string) => readonly string[] | null
  /** The name of the file in which a list is looked for. */
  readonly fileOf: (name: string) => string
  /** The id of a picture, which then belongs to the form; null when its file is missing or no picture. */
  readonly pictureOf: (name: string) => string | null
  /** The files whose ids were asked for. */
  readonly used: () => readonly ListFile[]
}

/** Larger pictures would take a slow phone minutes to fetch. */
const maxPictureBytes = 2 * 1024 * 1024

const pictureType = (bytes: Buffer): string | null =>
  bytes.length > maxPictureBytes
    ? null
    : (imageTypeOf(bytes) ?? (isSvg(bytes) ? 'image/svg+xml' : null))

/** An id that is equal exactly while the contents are. */
const idFor = (name: string, contents: FormContents): string => {
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 16)
  return `${name.replace(/[^\w-]+/g, '-').slice(0, 60)}-${hash}`
}

/** Finds the lists of a form. A file that cannot be read throws ImportProblem. */
export const createLists = (
  form: Pick<SourceForm, 'lists' | 'files'>,
  readFile: ReadFile,
): Lists => {
  const found = new Map<string, FoundList | null>()
  const fileOf = (name: string) =>
    stemOf(name) === name ? (form.files.get(name) ?? `${name}.csv`) : name
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
  const pictures = new Map<string, ListFile | null>()
  const findPicture = (name: string): ListFile | null => {
    const bytes = readFile(name)
    const type = bytes === null ? null : pictureType(bytes)
    if (bytes === null || type === null) return null
    const contents = { type, base64: bytes.toString('base64') }
    return { id: idFor(name, contents), name, contents }
  }
  return {
    pictureOf: name => {
      const known = pictures.get(name)
      const picture = known === undefined ? findPicture(name) : known
      pictures.set(name, picture)
      return picture?.id ?? null
    },
    idOf: name => listOf(name)?.id ?? null,
    columnsOf: name => listOf(name)?.contents.columns ?? null,
    fileOf,
    used: () => {
      const lists = [...found.values(), ...pictures.values()].filter(list => list !== null)
      return [...new Map(lists.map(list => [list.id, list])).values()]
    },
  }
}
