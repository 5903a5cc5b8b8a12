import { readFileSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { importAnyFile } from '../import/any-file.ts'
import type { ReadFile } from '../import/lists/lists.ts'
import { KeyProblem } from '../import/public-key.ts'
import { putImported } from '../import/put-imported.ts'
import { reportToLines, type ReportLine } from '../import/report.ts'
import { ImportProblem } from '../import/source.ts'
import { allForms, caseListNames } from '../store/admin.ts'
import { assignToAll } from '../store/forms.ts'
import { AdminProblem, counted, whyOf, wordAt, type Arguments, type Command } from './command.ts'

const optionOf = (given: Arguments, name: string): string | null => given.options[name] ?? null

const fileAt = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (failure) {
    throw new AdminProblem(`${path} cannot be read: ${whyOf(failure)}`)
  }
}

const writeReport = async (path: string, report: readonly ReportLine[]): Promise<void> => {
  try {
    await writeFile(path, report.map(line => `${JSON.stringify(line)}\n`).join(''))
  } catch (failure) {
    throw new AdminProblem(
      `${path} cannot be written, and the form was not imported: ${whyOf(failure)}`,
    )
  }
}

/** Larger than any list of options needs to be, because a phone has to store it. */
const maxFileBytes = 20 * 1024 * 1024

/**
 * Reads the files of a form from the given directory, otherwise from `<form>-media` next to the form, or from the
 * form's own directory.
 */
const filesNextTo = async (path: string, given: string | null): Promise<ReadFile> => {
  const own = dirname(path)
  const media = join(own, `${basename(path, extname(path))}-media`)
  const directories = given === null ? [media, own] : [given]
  const found = new Map<string, string>()
  for (const directory of directories.toReversed()) {
    const names = await readdir(directory).catch((): string[] => [])
    for (const name of names) found.set(name.toLowerCase(), join(directory, name))
  }
  return name => {
    const file = found.get(basename(name).toLowerCase())
    if (file === undefined) return null
    if (statSync(file).size > maxFileBytes) {
      throw new ImportProblem([`${basename(file)} is larger than 20 MB.`])
    }
    return readFileSync(file)
  }
}

const imported = async (path: string, given: Arguments, known: readonly string[]) => {
  const bytes = await fileAt(path)
  const named = optionOf(given, 'cases')?.split(',') ?? []
  try {
    return await importAnyFile(bytes, basename(path), {
      id: optionOf(given, 'id'),
      title: optionOf(given, 'title'),
      caseLists: [...known, ...named.map(name => name.trim())],
      readFile: await filesNextTo(path, optionOf(given, 'files')),
      leaveOutBroken: given.options['leave-out-broken'] !== undefined,
      acceptUnencrypted: given.options['accept-unencrypted'] !== undefined,
    })
  } catch (failure) {
    if (!(failure instanceof ImportProblem)) throw failure
    const way =
      failure instanceof KeyProblem ? ' Give --accept-unencrypted to import it all the same.' : ''
    throw new AdminProblem(`${path} was not imported:\n${failure.message}${way}`)
  }
}

/**
 * form import <file.xlsx|file.xml|file.zip> [--id …] [--title …] [--draft] [--assign-all] [--dry-run] [--whole-report]
 * [--report <file>] [--leave-out-broken] [--accept-unencrypted] [--files <directory>] [--cases <list>,<list>]: makes a
 * form from an XLSForm or XForm, or from an archive with one and its files (docs/import.md).
 */
export const importForm: Command = async (context, given) => {
  const path = wordAt(given, 0, 'the file of a form')
  const { db } = context
  const known = await caseListNames(db.query)
  const made = await imported(path, given, known)
  const { form, report, files } = made
  const count = form.sections.flatMap(({ fields }) => fields).length
  const isDry = given.options['dry-run'] !== undefined
  const status = given.options['draft'] === undefined ? 'published' : 'draft'
  const isKnown = (await allForms(db.query)).some(({ id }) => id === form.id)
  const reportPath = optionOf(given, 'report')
  // Before the form, because a failed command has published nothing.
  if (reportPath !== null) await writeReport(reportPath, report)
  if (!isDry) {
    const now = new Date(context.clock())
    await db.tx(async query => {
      await putImported(query, made, status, now)
      if (given.options['assign-all'] === undefined) return
      await assignToAll(query, form.id, now)
    })
  }
  const did = isDry ? 'not imported, as asked' : isKnown ? `${status}, its next version` : status
  return [
    `${form.id}: "${form.title}", ${counted(count, 'field')} in ${counted(form.sections.length, 'section')}, ${did}.`,
    ...files.flatMap(({ name, contents }) =>
      'rows' in contents ? [`  ${name}: ${contents.rows.length} rows, kept on each device.`] : [],
    ),
    ...reportToLines(report, given.options['whole-report'] !== undefined),
  ]
}
