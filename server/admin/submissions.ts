import type { Query } from '../db/db.ts'
import { fileLinkSecret, keepEpoch } from '../db/server-values.ts'
import type { NameFile } from '../export/answers.ts'
import { mediaOf, nameInArchive } from '../export/formats/media.ts'
import { writeOut, writeWhole } from '../export/formats/write-out.ts'
import { planExport } from '../export/formats/plan.ts'
import { ExportProblem } from '../export/problem.ts'
import { readSince, sinceText } from '../export/since.ts'
import { pathsOf } from '../export/formats/table-names.ts'
import { createFileLinks } from '../files/file-links.ts'
import { countErased, countOfScope, newestRevisions, type ExportScope } from '../store/export.ts'
import { AdminProblem, counted, type AdminContext, type Command } from './command.ts'
import { userWithEmail } from './people/users.ts'
import { readExport, type ExportRequest } from './export-options.ts'

/** The scope of an export. That of `--since` starts where the last export ended. */
const scopeOf = async (
  query: Query,
  { scope, since }: ExportRequest,
  epoch: string,
): Promise<ExportScope> => {
  if (since === null) return scope
  const seen = await readSince(since, scope.formId, epoch)
  const erased = await countErased(query, seen)
  if (erased > 0) {
    throw new ExportProblem(
      `${counted(erased, 'surveyor was', 'surveyors were')} erased since ${since} was written, and earlier exports may have their submissions. Delete the file and export everything.`,
    )
  }
  return { ...scope, seen }
}

/** Writes everything that was asked for, and returns the lines to print. */
const writeExport = async (
  query: Query,
  context: AdminContext,
  asked: ExportRequest,
  { secret, epoch }: { readonly secret: string; readonly epoch: string },
): Promise<readonly string[]> => {
  const { formId } = asked.scope
  const now = new Date(context.clock())
  if (asked.scope.email !== undefined) await userWithEmail(query, asked.scope.email)
  const scope = await scopeOf(query, asked, epoch)
  const links = createFileLinks(secret, context.clock)
  const origin = (asked.origin ?? context.publicUrl ?? '').replace(/\/+$/, '')
  const nameFile: NameFile =
    asked.media === null
      ? ({ user_id }, file) => links.linkTo(origin, { ...file, ownerId: user_id }, 'office')
      : nameInArchive
  const {
    source,
    outputs,
    cuts: cutTexts,
  } = await planExport(query, scope, asked, { nameFile, now })
  const { out, media, since } = asked
  const { leavesRoom } = context
  const wanted = asked.table ?? (out === null ? '' : null)
  const chosen = outputs.filter(([name]) => wanted === null || name === wanted)
  if (chosen.length === 0) throw new AdminProblem(`The form has no repeat ${wanted ?? ''}.`)
  const paths =
    out === null
      ? []
      : pathsOf(
          out,
          chosen.map(([name]) => name),
        )
  for (const [index, [, chunks]] of chosen.entries()) {
    const path = paths[index]
    await (path === undefined ? writeOut(chunks()) : writeWhole(path, chunks, leavesRoom))
  }
  let files = 0
  const missing: string[] = []
  const onFile = (name: string, isMissing: boolean) => {
    if (!isMissing) files += 1
    else if (asked.leavesOutMissing) missing.push(name)
    else throw new ExportProblem(`The file ${name} is not in the store.`)
  }
  if (media !== null) {
    const archive = () => mediaOf(source.rows(), context.blobs, now, onFile)
    await writeWhole(media, archive, leavesRoom)
  }
  // Last, because an export that failed has to be repeated.
  if (since !== null) {
    const text = sinceText(formId, epoch, await newestRevisions(query))
    await writeWhole(since, () => [text])
  }
  if (out === null) return []
  const cuts = cutTexts()
  const stored = await countOfScope(query, { formId })
  const exported = await countOfScope(query, scope)
  return [
    ...paths.map(path => `${path} is written.`),
    ...(media === null ? [] : [`${media} is written, with ${counted(files, 'file')}.`]),
    ...missing.map(name => `It is without ${name}, which is not in the store.`),
    ...(cuts === 0
      ? []
      : [
          `${counted(cuts, 'text is', 'texts are')} longer than a spreadsheet's cell and cut. CSV and JSON Lines have all of each text.`,
        ]),
    exported === stored
      ? `${counted(stored, 'submission')} stored, ${exported} exported.`
      : `${exported} of ${stored} stored submissions asked for, ${exported} exported.`,
  ]
}

/** submissions export <form> (docs/export.md) */
const exportForm: Command = async (context, given) => {
  const asked = readExport(given)
  const kept = { secret: await fileLinkSecret(context.db), epoch: await keepEpoch(context.db) }
  try {
    // One snapshot for everything, so that a submission that arrives meanwhile appears in all tables or in none.
    return await context.db.tx(query => writeExport(query, context, asked, kept), {
      isLong: true,
      isSnapshot: true,
    })
  } catch (failure) {
    throw failure instanceof ExportProblem ? new AdminProblem(failure.message) : failure
  }
}

/** The commands `submissions …`. */
export const submissionCommands = { export: exportForm } satisfies Readonly<Record<string, Command>>
