import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FormReading } from '../../../replication/wire/office/form-answers.ts'
import { withUploadOf } from '../../calls/receive-upload.ts'
import { failed, good, passed, refuse, refuseFields, type Checked } from '../../http/answer.ts'
import type { Received, ReceivedFile } from '../../http/multipart.ts'
import { importAnyFile } from '../../import/any-file.ts'
import type { Imported } from '../../import/import-file.ts'
import { KeyProblem } from '../../import/public-key.ts'
import { putImported } from '../../import/put-imported.ts'
import { splitLine, type ReportLine } from '../../import/report.ts'
import { ImportProblem } from '../../import/source.ts'
import { limits } from '../../limits.ts'
import { caseListNames } from '../../store/admin.ts'
import { assignToGroup } from '../../store/groups.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { assignIn, formNow, isFormIn, lockForm } from '../../store/office/forms.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'
import { changesBetween } from './changes.ts'
import { outlineOf } from './outline.ts'

/** Lines and problems beyond these are counted only. */
const mostLines = 1000
const mostProblems = 300

/** What a file has become, and which files it asked for. */
interface Read {
  readonly imported: Imported | null
  readonly problems: readonly string[]
  readonly asksEncryption: boolean
  readonly files: FormReading['files']
}

const tooLargeText = `is larger than ${limits.otherFileBytes / 1024 / 1024} MB.`

const readReceived = async (
  { backend: { db } }: AccountCall,
  received: Received,
  file: ReceivedFile,
): Promise<Read> => {
  const media = new Map(
    received.files
      .filter(({ field }) => field === 'media[]')
      .map(each => [each.name.toLowerCase(), each]),
  )
  const asked = new Map<string, boolean>()
  const flag = (name: string) => received.text(name) === 'true'
  const fileNamed = (name: string): Buffer | null => {
    const found = media.get(basename(name).toLowerCase())
    return found === undefined ? null : readFileSync(found.path)
  }
  try {
    const imported = await importAnyFile(await readFile(file.path), file.name, {
      id: received.text('id') || null,
      title: null,
      caseLists: await caseListNames(db.query),
      leaveOutBroken: flag('leave_out_broken'),
      acceptUnencrypted: flag('accept_unencrypted'),
      readFile: name => {
        const bytes = fileNamed(name)
        asked.set(name, bytes !== null || asked.get(name) === true)
        return bytes
      },
    })
    const used = new Set(imported.files.map(({ name }) => name))
    const stateOf = (name: string, isThere: boolean) =>
      used.has(name) ? 'used' : isThere ? 'unused' : 'missing'
    const files = [...asked].map(
      ([name, isThere]) => ({ name, state: stateOf(name, isThere) }) as const,
    )
    return { imported, problems: [], asksEncryption: false, files }
  } catch (failure) {
    if (!(failure instanceof ImportProblem)) throw failure
    const asksEncryption = failure instanceof KeyProblem
    return { imported: null, problems: failure.problems, asksEncryption, files: [] }
  }
}

/** The file of an upload, once nothing of it was cut. */
const checkedFile = ({ files }: Received): Checked<ReceivedFile> => {
  const file = files.find(({ field }) => field === 'file')
  if (file === undefined) return failed(refuseFields({ file: ['Please choose a file.'] }))
  const large = files.find(({ sizeBytes }) => sizeBytes > limits.otherFileBytes)
  return large === undefined
    ? passed(file)
    : failed(refuse(413, `${large.name} ${tooLargeText}`, { code: 'file_too_large' }))
}

const hiddenText = (id: string): string =>
  `A form with the id ${id} exists already, but not among those that you see.`
const foreignText = 'You can only upload the next versions of the forms that you were given.'

/** Why an account may not make a form with an id; null when it may. */
const publishProblem = async (
  { account, backend }: AccountCall,
  id: string,
): Promise<string | null> => {
  const scope = scopeOf(account)
  if (await isFormIn(backend.db.query, scope, id)) return null
  if ((await formNow(backend.db.query, id)) !== null) return hiddenText(id)
  return scope.kind === 'forms' ? foreignText : null
}

const linesOf = (report: readonly ReportLine[]): FormReading['lines'] => {
  const order = ['left out', 'simplified', 'translated']
  return report
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
    .slice(0, mostLines)
    .map(({ outcome, name, what }) => ({ outcome, name, ...splitLine(what) }))
}

const currentOf = async (
  { backend: { db } }: AccountCall,
  { form }: Imported,
): Promise<FormReading['current']> => {
  const now = await formNow(db.query, form.id)
  return now === null
    ? null
    : {
        title: now.title,
        state: now.removed_at === null ? now.status : 'removed',
        version: now.version,
        updated_at: now.updated_at.toISOString(),
        changes: [...changesBetween(now.sections, form.sections)],
      }
}

/** POST office/form-readings: as the command's dry run. */
export const formRead: AccountHandler = call =>
  withUploadOf(call.account.id, call, async received => {
    const file = checkedFile(received)
    if (!file.ok) return file.refusal
    const { imported, problems, asksEncryption, files } = await readReceived(
      call,
      received,
      file.value,
    )
    const mine = imported === null ? null : await publishProblem(call, imported.form.id)
    const all = mine === null ? problems : [mine, ...problems]
    const report = imported?.report ?? []
    const count = (outcome: ReportLine['outcome']) =>
      report.filter(line => line.outcome === outcome).length
    const data: FormReading = {
      problems: all.slice(0, mostProblems).map(splitLine),
      problem_count: all.length,
      asks_encryption: asksEncryption,
      form:
        imported === null
          ? null
          : {
              id: imported.form.id,
              title: imported.form.title,
              sections: outlineOf(imported.form.sections),
            },
      lines: linesOf(report),
      counts: {
        translated: count('translated'),
        simplified: count('simplified'),
        left_out: count('left out'),
      },
      files: [...files],
      // What another form asks is not for an account that does not see it.
      current: imported === null || mine !== null ? null : await currentOf(call, imported),
    }
    return good('Read', data)
  })

const changed = refuse(412, 'Someone has published this form meanwhile.')

/** POST office/forms */
export const formPublish: AccountHandler = call =>
  withUploadOf(call.account.id, call, async received => {
    const file = checkedFile(received)
    if (!file.ok) return file.refusal
    const status = received.text('state')
    if (status !== 'published' && status !== 'draft')
      return refuseFields({ state: ['Please say whether to publish the form.'] })
    const { imported, problems } = await readReceived(call, received, file.value)
    if (imported === null) return refuseFields({ file: problems.slice(0, mostProblems) })
    const { id } = imported.form
    const mine = await publishProblem(call, id)
    if (mine !== null) return refuseFields({ file: [mine] })
    const { account, request, backend } = call
    const scope = scopeOf(account)
    const seen = request.headers.get('If-Match')?.replaceAll('"', '') ?? ''
    const now = new Date(backend.clock())
    const isDone = await backend.db.tx(async query => {
      const updatedAt = await lockForm(query, id)
      if ((updatedAt?.toISOString() ?? 'new') !== seen) return false
      await putImported(query, imported, status, now)
      // Otherwise an account with groups would not see the form that it has made.
      if (updatedAt === null && scope.kind === 'groups')
        for (const group of scope.names) await assignToGroup(query, id, group, now)
      if (received.text('assign') === 'all') await assignIn(query, scope, id, { kind: 'all' }, now)
      return true
    })
    if (!isDone) return changed
    call.note(`${id} ${status}`)
    return good('Done', { id })
  })
