import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { SeenRevisions } from '../store/export.ts'
import { ExportProblem } from './problem.ts'

/**
 * The file of `--since`: how far an earlier export of a form came. It contains the newest revision of each surveyor,
 * because revisions increase in the order of commits, and a time would miss what was stored during the export.
 */
const SinceFile = v.object({
  form: v.string(),
  epoch: v.string(),
  revisions: v.record(v.string(), v.pipe(v.string(), v.digits())),
})

/** The revisions in a file; {} when the file does not exist yet. Throws ExportProblem when it does not fit. */
export const readSince = async (
  path: string,
  formId: string,
  epoch: string,
): Promise<SeenRevisions> => {
  const text = await readFile(path, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null
    throw new ExportProblem(`${path} cannot be read: ${failure.message}`)
  })
  if (text === null) return {}
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SinceFile), text)
  if (!parsed.success) throw new ExportProblem(`${path} was not written by --since.`)
  if (parsed.output.form !== formId) {
    throw new ExportProblem(`${path} belongs to the form ${parsed.output.form}.`)
  }
  if (parsed.output.epoch !== epoch) {
    throw new ExportProblem(
      `The database was restored since ${path} was written. Delete the file and export everything.`,
    )
  }
  return parsed.output.revisions
}

/** The file's new text. */
export const sinceText = (form: string, epoch: string, revisions: SeenRevisions): string =>
  `${JSON.stringify({ form, epoch, revisions } satisfies v.InferOutput<typeof SinceFile>)}\n`
