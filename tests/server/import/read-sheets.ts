import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** The rows of a sheet; null is an empty cell. */
export type Rows = readonly (readonly (string | null)[])[]

/** Imports a workbook; returns its form, and the lines of its report about what is not carried over whole. */
export const readSheets = async (sheets: Readonly<Record<string, Rows>>) => {
  const { form, report } = await importFile(workbook(sheets), 'form.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const lines = report.filter(({ outcome }) => outcome !== 'translated')
  return { form, lines: lines.map(({ what }) => what) }
}
