import { parseForm, type FormDefinition } from '../../replication/wire/forms.ts'
import { buildForm } from './build/build.ts'
import type { ImportOptions } from './build/rules.ts'
import type { ReportLine } from './report.ts'
import { readSurvey } from './sheet/read-survey.ts'
import { readSheets } from './sheet/workbook.ts'
import { ImportProblem, type SourceForm } from './source.ts'
import { readXForm } from './xform/read-xform.ts'
import { readXml } from './xform/xml.ts'

/** An imported form, as the server keeps it, and what became of everything that its source said. */
export interface Imported {
  readonly form: FormDefinition
  readonly report: readonly ReportLine[]
}

/** What an import is told besides the file. */
export interface FileOptions extends ImportOptions {
  /** The form's id in the place of the one that the file has. */
  readonly id: string | null
  readonly title: string | null
}

const maxBytes = 20 * 1024 * 1024

const read = async (bytes: Buffer, name: string): Promise<SourceForm> => {
  if (bytes.length > maxBytes) throw new ImportProblem(['The file is larger than 20 MB.'])
  if (/\.(ods|csv)$/i.test(name)) {
    throw new ImportProblem(['The file is no Excel workbook. Save it as .xlsx first.'])
  }
  if (/\.xml$/i.test(name)) return readXForm(readXml(bytes))
  const fallbackId = name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-')
  const { sheets, leftOut } = await readSheets(bytes)
  const form = readSurvey(sheets, fallbackId)
  return { ...form, leftOut: [...leftOut, ...form.leftOut] }
}

/**
 * Makes a form of an XLSForm (`.xlsx`) or an XForm (`.xml`). Throws ImportProblem, which names the cell or the
 * line of everything that cannot be read.
 */
export const importFile = async (
  bytes: Buffer,
  name: string,
  options: FileOptions,
): Promise<Imported> => {
  const source = await read(bytes, name)
  const built = buildForm(
    { ...source, id: options.id ?? source.id, title: options.title ?? source.title },
    options,
  )
  const form = parseForm(built.form)
  if (form === null || form.sections.length === 0) {
    throw new ImportProblem(['The form has no questions.'])
  }
  return { form, report: built.report }
}
