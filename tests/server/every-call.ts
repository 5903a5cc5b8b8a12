import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls, type CallName } from '../../replication/wire/calls.ts'
import { AdminProblem } from '../../server/admin/command.ts'
import { readLine } from '../../server/admin/run.ts'
import { demoPassword } from '../../server/demo/seed.ts'
import type { Db } from '../../server/db/db.ts'
import { putFormFile } from '../../server/store/forms.ts'
import { imageTiles, placesAround } from '../maps/make-tiles.ts'
import { writePmtiles } from '../maps/write-pmtiles.ts'
import { adminContext, runAdmin } from './admin-line.ts'
import { identity, recipient } from './backup-keys.ts'
import { publishForms, registers, registration } from './case-forms.ts'
import { temporaryDirectory } from './child-server.ts'
import { workbook } from './import/make-workbook.ts'
import { startTestServer } from './make-server.ts'
import { asker, linksOf, newSubmission, pngBytes, rowOf, uploadForm, type Ask } from './surveyor.ts'
import { visitsForm } from './visits-form.ts'

/** What one engine answered. */
interface Answers {
  /** Each call and command with its answer, in order, without what is random. */
  readonly lines: readonly string[]
  /** The calls and commands that were made. */
  readonly made: ReadonlySet<string>
}

const email = 'asha@transect.example'
const field = 'household-profile.condition_photos'
const chosen = 'other-2026-word'

/** Replaces what is random: ids by the order in which they appear first, and secrets, marks and folders by a word. */
const createNormalise = (folder: string) => {
  const ids = new Map<string, string>()
  return (text: string): string =>
    text
      .replaceAll(folder, '<folder>')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => {
        const name = ids.get(id) ?? `<id ${ids.size + 1}>`
        ids.set(id, name)
        return name
      })
      .replaceAll(/(signature=|"(?:access_token|recovery_key|next)":")[\w.=+/-]+/g, '$1<secret>')
      .replaceAll(/("rev":"\d+)\.[\w-]+/g, '$1.<mark>')
      .replaceAll(/(password is |Password: )\S+/gi, '$1<secret>')
}

const usage = (): string => {
  try {
    return String(readLine(['help']))
  } catch (failure) {
    return String(failure)
  }
}

/** The names of all calls, and of the commands that the usage lists. */
export const everyName: ReadonlySet<string> = new Set([
  ...Object.keys(calls),
  ...[...usage().matchAll(/^ {2}([a-z]+)(?: ([a-z-]+))?/gm)].map(
    ([, noun = '', verb = 'show']) => `${noun} ${verb}`,
  ),
])

/**
 * Makes every call of the API and runs every command of the administrator once or more, in a fixed order, with new
 * databases of one engine.
 */
export const answersOf = async (open: () => Promise<Db>): Promise<Answers> => {
  const directory = await temporaryDirectory()
  const at = (name: string) => join(directory.path, name)
  const server = await startTestServer({ db: await open(), pastTotal: 3 })
  const normalise = createNormalise(directory.path)
  const lines: string[] = []
  const made = new Set<string>()
  const note = (name: string, outcome: string) => {
    made.add(name)
    lines.push(normalise(`${name}: ${outcome}`))
  }

  const noting =
    (ask: Ask): Ask =>
    async (name, options) => {
      const answered = await ask(name, options)
      note(name, `${answered.status} ${JSON.stringify(answered.body)}`)
      return answered
    }
  const context = { ...adminContext(server), dataDirectory: at('data'), who: 'rosa' }
  const adminOn =
    (over: Partial<typeof context> = {}) =>
    async (...line: string[]): Promise<void> => {
      // Lists are in the order of time.
      server.clock.advance(1000)
      const printed = await runAdmin({ ...context, ...over }, line).then(
        all => all.join('\n'),
        (failure: unknown) => {
          if (failure instanceof AdminProblem) return `refused: ${failure.message}`
          throw failure
        },
      )
      const [noun = '', verb = 'show'] = line
      note(`${noun} ${verb.startsWith('--') ? 'show' : verb}`, printed)
    }
  const admin = adminOn()
  const get = async (name: CallName, link: string): Promise<void> => {
    const { status, headers } = await server.fetch(link)
    lines.push(`${name}, its file: ${status} ${headers.get('Content-Type')}`)
  }
  const exported = async (...line: string[]): Promise<void> => {
    await admin('submissions', 'export', 'visits', ...line)
    const format = line[1] ?? ''
    if (format !== 'xlsx') lines.push(normalise(await readFile(at(`out.${format}`), 'utf8')))
  }

  await mkdir(at('place'))
  await writeFile(at('key.txt'), identity)
  await writeFile(at('visits.json'), JSON.stringify(visitsForm))
  await writeFile(
    at('wells.xlsx'),
    workbook({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'village', 'Village'],
      ],
    }),
  )
  await writeFile(at('people.csv'), 'email,group\nines@ngo.example,north\n')
  await writeFile(at('cases.csv'), 'name,label,village,due\nh1,Mehta,Anand,2026-12-24\n')

  // What an administrator prepares.
  await admin('organization', 'set', 'Relief Network')
  await admin('form', 'publish', at('visits.json'), '--assign-all')
  await admin('form', 'import', at('wells.xlsx'), '--id', 'wells')
  await admin('user', 'add', 'omar@ngo.example', '--region', 'North', '--password', chosen)
  await admin('user', 'import', at('people.csv'), '--out', at('passwords.csv'))
  await admin('user', 'import', at('people.csv'), '--out', at('passwords.csv'))
  await admin('group', 'add', 'north', 'omar@ngo.example')
  await admin('group', 'list')
  await admin('form', 'assign', 'wells', '--group', 'north')
  await admin('form', 'assign', 'wells', email)
  await admin('form', 'list')
  await admin('user', 'list')

  await publishForms(server, registration)
  const ofList = ['--list', 'households']
  await admin('case', 'import', ...ofList, at('cases.csv'))
  await admin('case', 'assign', 'h1', '--to', email)
  await admin('case', 'share', ...ofList, 'on')
  const image = () => imageTiles(placesAround([73, 22], [12], 0), [1, 2, 3])
  await writePmtiles(at('north.pmtiles'), image, { type: 2, bounds: [73, 22, 74, 23] })
  await admin('map', 'add', at('north.pmtiles'), '--form', 'visits', '--area', 'North')
  await admin('map', 'list')
  const office = 'office@ngo.example'
  await admin('office', 'add', office, '--role', 'viewer', '--all', '--password', chosen)

  // What a surveyor does.
  const anonymous = noting(asker(server, null))
  await anonymous('login', { body: { email, password: 'wrong' } })
  await anonymous('account')
  await anonymous('login', { body: { email, password: demoPassword } })
  const token = await server.login()
  const ask = noting(asker(server, token))
  const report = { 'Transect-Device': 'version=1.0.8; waiting=3; free=1000000' }
  await ask('account', { headers: report })
  await ask('recoveryKey')
  const names = { first_name: 'Asha', last_name: 'Rao', phone_number: '1' }
  await ask('accountUpdate', { body: names })
  await ask('forms')
  await ask('form', { id: 'visits' })
  await putFormFile(server.db.query, 'wells', 'names', { columns: ['name'], rows: [['a']] })
  await ask('formFile', { id: 'names' })
  await ask('formFile', { id: 'none' })
  const value = (form_field_id: string, text: string) => ({ form_field_id, value: text })
  const answers = [value('who', 'Meera "M" Š'), value('age', '42'), value('needs', '["f","w"]')]
  const visit = newSubmission({ form_id: 'visits', client_key: 'visit', answers })
  await ask('submissionCreate', { body: visit })
  await ask('submissionCreate', { body: visit })
  await ask('submissionCreate', { body: { ...visit, latitude: 1 } })
  await ask('submissionCreate', { body: { ...visit, form_id: 'none', client_key: 'none' } })
  const home = rowOf(await ask('submissionCreate', { body: newSubmission({ client_key: 'home' }) }))
  const { id } = home
  const form = () => uploadForm(field, [new File([pngBytes(1)], 'a.png')])
  const [link = ''] = linksOf(rowOf(await ask('filesUpload', { id, form: form() })), field)
  await ask('filesUpload', { id, form: form() })
  await get('filesUpload', link)
  const tus = { 'Tus-Resumable': '1.0.0' }
  const begun = await ask('uploadCreate', {
    id,
    headers: { ...tus, 'Upload-Length': '3', 'Upload-Metadata': `field_id ${btoa('f')}` },
  })
  const upload = { id: (begun.data as { id: string }).id }
  await ask('uploadOffset', { ...upload, headers: tus })
  for (const offset of ['1', '0']) {
    await ask('uploadAppend', {
      ...upload,
      bytes: new Uint8Array(3),
      headers: {
        ...tus,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': offset,
      },
    })
  }
  const edit = { ...newSubmission({ answers: [] }), updated_at: '2026-11-20T10:00:00Z' }
  await ask('submissionUpdate', { id, body: edit, headers: { 'If-Match': `"${home.rev}"` } })
  await ask('submissionUpdate', { id, body: { ...edit, removed_files: [link] } })
  await get('submissionUpdate', link)
  await ask('submission', { id })
  await ask('submissions', { query: '?limit=2&page=2' })
  await ask('submissions', { query: '?since=' })
  await ask('submissionDelete', { id })
  await ask('submission', { id })
  await ask('submissions')
  await ask('stats')
  await ask('submissionCreate', { body: registers('h2', { children: '1' }) })
  await ask('cases', { query: '?since=' })
  const visits = (await ask('form', { id: 'visits' })).data as { maps: { id: string }[] }
  const mapId = visits.maps[0]?.id ?? ''
  await ask('mapPieces', { id: mapId })
  await ask('map', { id: mapId, headers: { Range: 'bytes=9999999-' } })

  // What the office reads.
  for (const format of ['csv', 'jsonl', 'geojson', 'xlsx']) {
    await exported('--format', format, '--out', at(`out.${format}`))
  }
  await exported('--format', 'csv', '--out', at('out.csv'), '--since', at('since.json'))
  await admin('status')
  await admin('status', '--json')
  await admin('files', 'sweep')
  await admin('case', 'list')
  await admin('case', 'history', 'h1')
  await admin('case', 'export', ...ofList)

  // Passwords, and sessions that end.
  await anonymous('passwordForgot', { body: { email } })
  const reset = /token=([\w-]+)/.exec(server.emails[0]?.text ?? '')?.[1] ?? ''
  await anonymous('passwordResetVerify', { body: { token: reset } })
  await anonymous('passwordReset', {
    body: { token: reset, password: chosen, confirm_password: chosen },
  })
  await ask('account')
  const again = noting(asker(server, await server.login(email, chosen)))
  await again('passwordChange', {
    body: { old_password: chosen, new_password: demoPassword, confirm_password: demoPassword },
  })
  await again('logout', { body: {} })
  await again('account')
  const session = await server.login('first@transect.example')
  await noting(asker(server, session))('passwordSet', {
    body: { token: session, new_password: chosen, new_password_confirmation: chosen },
  })

  // Backups, and a restore into another database of the engine.
  await admin('backup', 'create', at('backup'))
  await admin('backup', 'check', at('backup'))
  await admin('backup', 'drill', at('backup'))
  await admin('backup', 'create', '--to', at('place'), '--recipient', recipient)
  await admin('backup', 'fetch', at('place'), at('fetched'), '--identity', at('key.txt'))
  const restored = await open()
  await adminOn({ db: restored })('backup', 'restore', at('fetched'))
  await adminOn({ db: restored })('user', 'list')
  await restored.close()
  const seeded = await open()
  await adminOn({ db: seeded })('demo', 'seed')
  await seeded.close()
  await admin('database', 'restored')

  // What an administrator ends.
  await admin('map', 'remove', mapId)
  await admin('group', 'remove', 'north', 'omar@ngo.example')
  await admin('form', 'unassign', 'wells', email)
  await admin('form', 'unpublish', 'visits')
  await admin('form', 'remove', 'wells')
  await admin('user', 'reset', 'omar@ngo.example', '--password', demoPassword)
  await admin('user', 'end-sessions', email)
  await admin('user', 'deactivate', 'omar@ngo.example')
  await admin('user', 'activate', 'omar@ngo.example')
  await admin('user', 'erase', email, '--yes')
  await admin('user', 'list')
  await admin('case', 'unassign', 'h1', '--from', 'first@transect.example')
  await admin('office', 'reset', office, '--password', demoPassword)
  await admin('office', 'deactivate', office)
  await admin('office', 'activate', office)
  await admin('office', 'list')
  await admin('trail')
  await admin('trail', 'export')
  await admin('database', 'check')
  await admin('database', 'distribute')

  await server.close()
  await directory.remove()
  return { lines, made }
}
