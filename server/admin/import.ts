import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { importFile } from '../import/import-file.ts'
import { reportToLines } from '../import/report.ts'
import { ImportProblem } from '../import/source.ts'
import { allForms } from '../store/admin.ts'
import { assignToAll, putForm } from '../store/forms.ts'
import { AdminProblem, wordAt, type Arguments, type Command } from './command.ts'

const optionOf = (given: Arguments, name: string): string | null => given.options[name] ?? null

const fileAt = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new AdminProblem(`${path} cannot be read: ${why}`)
  }
}

const imported = async (path: string, given: Arguments) => {
  const bytes = await fileAt(path)
  try {
    return await importFile(bytes, basename(path), {
      id: optionOf(given, 'id'),
      title: optionOf(given, 'title'),
      leaveOutBroken: given.options['leave-out-broken'] !== undefined,
    })
  } catch (failure) {
    if (!(failure instanceof ImportProblem)) throw failure
    throw new AdminProblem(`${path} was not imported:\n${failure.message}`)
  }
}

/**
 * form import <file.xlsx|file.xml> [--id …] [--title …] [--draft] [--assign-all] [--dry-run] [--whole-report]
 * [--report <file>] [--leave-out-broken]: makes a form from an XLSForm or XForm (docs/import.md).
 */
export const importForm: Command = async (context, given) => {
  const path = wordAt(given, 0, 'the file of a form')
  const { form, report } = await imported(path, given)
  const { db } = context
  const count = form.sections.flatMap(({ fields }) => fields).length
  const isDry = given.options['dry-run'] !== undefined
  const status = given.options['draft'] === undefined ? 'published' : 'draft'
  const isKnown = (await allForms(db.query)).some(({ id }) => id === form.id)
  if (!isDry) {
    const now = new Date(context.clock())
    await db.tx(async query => {
      await putForm(query, { ...form, status }, now)
      if (given.options['assign-all'] === undefined) return
      await assignToAll(query, form.id, now)
    })
  }
  const reportPath = given.options['report']
  if (reportPath !== undefined) {
    await writeFile(reportPath, report.map(line => `${JSON.stringify(line)}\n`).join(''))
  }
  const did = isDry ? 'not imported, as asked' : isKnown ? `${status}, its next version` : status
  return [
    `${form.id}: "${form.title}", ${count} fields in ${form.sections.length} sections, ${did}.`,
    ...reportToLines(report, given.options['whole-report'] !== undefined),
  ]
}
