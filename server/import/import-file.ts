import { parseForm, type FormDefinition } from '../../replication/wire/forms.ts'
import { buildForm } from './build/build.ts'
import type { ImportOptions } from './build/rules.ts'
import { createLists, type ListFile, type ReadFile } from './lists/lists.ts'
import { checkKey, keyInSheets, keyInXForm } from './public-key.ts'
import type { ReportLine } from './report.ts'
import { readSurvey } from './sheet/read-survey.ts'
import { readSheets } from './sheet/workbook.ts'
import { ImportProblem, type SourceForm } from './source.ts'
import { readXForm } from './xform/read-xform.ts'
import { readXml } from './xform/xml.ts'

/** An imported form, as the server stores it, and the report on its source. */
export interface Imported {
  readonly form: FormDefinition
  readonly report: readonly ReportLine[]
  /** The contents of the files that the form names. */
  readonly files: readonly ListFile[]
}

/** Options of an import, in addition to the file. */
export interface FileOptions extends ImportOptions {
  /** A form id that replaces the one in the file. */
  readonly id: string | null
  readonly title: string | null
  /** Imports a form that asks for its answers to be encrypted, which they are not; refused without it. */
  readonly acceptUnencrypted?: boolean
  /** The lists of cases that are known without the form. */
  readonly caseLists?: readonly string[]
  /** Reads a file next to the form; absent when there are none. */
  readonly readFile?: ReadFile
}

const maxBytes = 20 * 1024 * 1024

const read = async (
  bytes: Buffer,
  name: string,
  { acceptUnencrypted = false, leaveOutBroken }: FileOptions,
): Promise<SourceForm> => {
  if (bytes.length > maxBytes) throw new ImportProblem(['The file is larger than 20 MB.'])
  if (/\.(ods|csv)$/i.test(name)) {
    throw new ImportProblem(['The file is not an Excel workbook. Save it as .xlsx first.'])
  }
  if (/\.xml$/i.test(name)) {
    const html = readXml(bytes)
    const key = keyInXForm(html)
    checkKey(key, acceptUnencrypted)
    const form = readXForm(html)
    const lines = key === null ? [] : [`${key.place}: the encryption of answers by a public key`]
    return { ...form, leftOut: [...lines, ...form.leftOut] }
  }
  const fallbackId = name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-')
  const { sheets, leftOut } = await readSheets(bytes)
  checkKey(keyInSheets(sheets), acceptUnencrypted)
  const form = readSurvey(sheets, fallbackId, leaveOutBroken)
  return { ...form, leftOut: [...leftOut, ...form.leftOut] }
}

/**
 * Makes a form from an XLSForm (`.xlsx`) or an XForm (`.xml`). Throws ImportProblem with the cell or line of
 * everything that cannot be read.
 */
export const importFile = async (
  bytes: Buffer,
  name: string,
  options: FileOptions,
): Promise<Imported> => {
  const source = await read(bytes, name, options)
  const lists = createLists(source, options.readFile ?? (() => null), options.caseLists ?? [])
  const built = buildForm(
    { ...source, id: options.id ?? source.id, title: options.title ?? source.title },
    options,
    lists,
  )
  const form = parseForm(built.form)
  if (form === null || form.sections.length === 0) {
    throw new ImportProblem(['The form has no questions.'])
  }
  const unread = lists.unread().map((file): ReportLine => {
    const what = `the rows of ${file}: its list is one of cases, which "case import" adds`
    return { name: '', outcome: 'left out', what }
  })
  return { form, report: [...unread, ...built.report], files: lists.used() }
}
