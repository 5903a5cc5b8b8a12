import { basename } from 'node:path'
import { parseStorable } from '../db/storable.ts'
import { importFile, type FileOptions, type Imported } from './import-file.ts'
import { readJsonForm } from './json-form.ts'
import type { ReadFile } from './lists/lists.ts'
import type { ZipFile } from './archive/make-zip.ts'
import { ImportProblem } from './source.ts'
import { unzip } from './archive/unzip.ts'
import { utf8Text } from './utf8-text.ts'

/** The ends of the files that a form is made from, the likeliest first: lists next to a form may be XML or JSON too. */
const ends = ['.xlsx', '.xlsm', '.xml', '.json'] as const

const notZip = () => new ImportProblem(['The file is not a ZIP archive.'])
const tooLarge = () =>
  new ImportProblem(['The archive unpacks to more than 64 MB, or contains more than 2000 files.'])

const fromJson = (bytes: Buffer, name: string, { id, title }: FileOptions): Imported => {
  const parsed = (() => {
    try {
      return parseStorable(utf8Text(bytes) ?? '')
    } catch {
      throw new ImportProblem([`${name} is not readable as JSON.`])
    }
  })()
  if (Array.isArray(parsed) && parsed.length !== 1)
    throw new ImportProblem([`${name} has ${parsed.length} forms. Please upload one at a time.`])
  const { form, leftOut } = readJsonForm(Array.isArray(parsed) ? parsed[0] : parsed, name)
  const what = `${leftOut} of its fields: without an id, or with one used before`
  return {
    form: { ...form, id: id ?? form.id, title: title ?? form.title },
    report: leftOut === 0 ? [] : [{ name: '', outcome: 'left out', what }],
    files: [],
  }
}

const depthOf = ({ name }: ZipFile): number => name.split('/').length

/** The form in an archive: of the likeliest kind, and the least deep. */
const formIn = (files: readonly ZipFile[]): ZipFile => {
  for (const end of ends) {
    const found = files.filter(({ name }) => name.toLowerCase().endsWith(end))
    const least = Math.min(...found.map(depthOf))
    const [form, ...others] = found.filter(file => depthOf(file) === least)
    if (form === undefined) continue
    if (others.length === 0) return form
    const names = [form, ...others].map(({ name }) => name).join(', ')
    throw new ImportProblem([`The archive has several files that may be the form: ${names}.`])
  }
  throw new ImportProblem([`The archive has no form: no ${ends.join(', ')}.`])
}

/** What an operating system adds to an archive. */
const isOfSystem = ({ name }: ZipFile): boolean =>
  name.startsWith('__MACOSX/') || basename(name).startsWith('.') || name.endsWith('/')

const fromZip = async (bytes: Buffer, options: FileOptions): Promise<Imported> => {
  const files = unzip(bytes, { notZip, tooLarge }).filter(file => !isOfSystem(file))
  const form = formIn(files)
  const byName = new Map(files.map(file => [basename(file.name).toLowerCase(), file.content]))
  const readFile: ReadFile = name =>
    options.readFile?.(name) ?? byName.get(basename(name).toLowerCase()) ?? null
  return importAnyFile(form.content, basename(form.name), { ...options, readFile })
}

/**
 * Makes a form from a workbook, an XForm, a form in JSON, or an archive with one of them and its files. Throws
 * ImportProblem with everything that cannot be read.
 */
export const importAnyFile = async (
  bytes: Buffer,
  name: string,
  options: FileOptions,
): Promise<Imported> => {
  if (/\.json$/i.test(name)) return fromJson(bytes, name, options)
  return /\.zip$/i.test(name) ? fromZip(bytes, options) : importFile(bytes, name, options)
}
